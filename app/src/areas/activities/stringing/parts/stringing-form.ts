import type {
  Merchant,
  NewStringingOrder,
  Racket,
  ShopString,
  StrungPart,
} from '@paidang/api/areas/activities/stringing'
import { errors } from '@paidang/api/catalogue/errors'
import {
  linesOfForm,
  metresOf,
  type PartChoice,
  type StringForm,
  type StringRefusal,
  stringLabel,
  whyNotString,
} from '@paidang/domain/areas/activities/stringing/string-form'
import {
  type HandIn,
  KNOTS,
  METRES,
  PART_NAMES,
  PRE_STRETCHES,
  type PriceLine,
  type StringPart,
  type StringSource,
} from '@paidang/domain/areas/activities/stringing/string-job'
import { DEFAULT_TENSION, TENSION_STEP, tensionLimits } from '@paidang/domain/areas/activities/stringing/tension'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'

/**
 * One half of the bed on the form. `name` is the player's own string, or the name of the shop's, even after it is gone.
 */
export type HalfForm = { source: StringSource; stringId: string; name: string; tension: number }

/** A stringing order on the form. An empty id is an open choice. `dueAt` null: as soon as the shop can. */
export type JobForm = {
  racketId: string
  serviceId: string
  extraIds: string[]
  /** One string in both halves; the tensions are still separate. */
  isSame: boolean
  mains: HalfForm
  crosses: HalfForm
  preStretch: (typeof PRE_STRETCHES)[number]
  knots: (typeof KNOTS)[number]
  notes: string
  handIn: HandIn
  dueAt: string | null
}

/** A finished or running job, as far as a form can be filled from it. */
type FormerJob = {
  mains: StrungPart
  crosses: StrungPart
  preStretch: number
  knots: number
  notes: string
}

/** The data of the shop for which the form is filled in. */
type Offer = Pick<Merchant, 'services' | 'strings' | 'courierFeeFen' | 'turnaroundHours' | 'openFrom' | 'openTo'>

/** Returns the labour for a racket's sport, the cheapest first; none at a shop that does not string it. */
export function laboursFor({ sport }: Pick<Racket, 'sport'>, { services }: Pick<Offer, 'services'>) {
  return services
    .filter((service) => service.kind === 'LABOUR' && service.sport === sport && service.priceFen > 0)
    .sort((one, other) => one.priceFen - other.priceFen)
}

/** Returns the extras that can be ordered for a racket. */
export function extrasFor({ sport }: Pick<Racket, 'sport'>, { services }: Pick<Offer, 'services'>) {
  return services.filter((service) => service.kind === 'EXTRA' && service.sport === sport)
}

/** Returns the strings for a racket's sport, the cheapest first. */
export function stringsFor({ sport }: Pick<Racket, 'sport'>, { strings }: Pick<Offer, 'strings'>): ShopString[] {
  return strings.filter((string) => string.sport === sport).sort((one, other) => one.halfPriceFen - other.halfPriceFen)
}

/** Whether enough of a string is free for a whole bed. */
function isInStock({ sport, freeMetres }: ShopString): boolean {
  return freeMetres >= METRES[sport].mains + METRES[sport].crosses
}

/**
 * Returns the form to begin with. Strings and tensions are those of the racket's last job, else the usual tension and
 * the cheapest string in stock. `again` takes the rest of that job too. It also keeps the name of a string that the
 * shop no longer has, so that the player replaces it.
 */
export function freshForm(racket: Racket, offer: Offer, again: boolean): JobForm {
  const job = racket.lastJob
  const strings = stringsFor(racket, offer)
  const cheapest = strings.find(isInStock) ?? strings[0]
  const half = (part: StringPart): HalfForm => {
    const tension = withinLimits(racket, job?.[part].tension ?? DEFAULT_TENSION[racket.sport][part])
    const former = job?.[part]
    if (former?.source === 'OWN') return { source: 'OWN', stringId: '', name: former.name, tension }
    const known = strings.find(({ id }) => id === former?.stringId)
    if (former && (known || again)) {
      return {
        source: 'SHOP',
        stringId: former.stringId ?? '',
        name: known ? stringLabel(known) : former.name,
        tension,
      }
    }
    return { source: 'SHOP', stringId: cheapest?.id ?? '', name: cheapest ? stringLabel(cheapest) : '', tension }
  }
  const [mains, crosses] = [half('mains'), half('crosses')]
  return {
    racketId: racket.id,
    serviceId: laboursFor(racket, offer)[0]?.id ?? '',
    extraIds: [],
    isSame: isOneString(mains, crosses),
    mains,
    crosses,
    ...howOf(job),
    notes: again && job ? job.notes : '',
    handIn: 'DROP_OFF',
    dueAt: null,
  }
}

/** Changes the racket: takes its own strings and tensions. The notes to the shop, the delivery and the date stay. */
export function withRacket({ notes, handIn, dueAt }: JobForm, racket: Racket, offer: Offer): JobForm {
  return { ...freshForm(racket, offer, false), notes, handIn, dueAt }
}

/** Returns a stored form, as far as it is still valid. Shop and racket may have changed, and time has passed. */
export function savedForm(form: JobForm, racket: Racket, offer: Offer, now: Date): JobForm {
  const isOffered = (id: string) =>
    [...laboursFor(racket, offer), ...extrasFor(racket, offer)].some((one) => one.id === id)
  return {
    ...form,
    serviceId: isOffered(form.serviceId) ? form.serviceId : (laboursFor(racket, offer)[0]?.id ?? ''),
    extraIds: form.extraIds.filter(isOffered),
    mains: { ...form.mains, tension: withinLimits(racket, form.mains.tension) },
    crosses: { ...form.crosses, tension: withinLimits(racket, form.crosses.tension) },
    handIn: offer.courierFeeFen === null ? 'DROP_OFF' : form.handIn,
    dueAt: form.dueAt !== null && new Date(form.dueAt) > now ? form.dueAt : null,
  }
}

function withinLimits(racket: Racket, tension: number): number {
  const { min, max } = tensionLimits(racket)
  const stepped = Math.round(tension / TENSION_STEP) * TENSION_STEP
  return Math.min(max, Math.max(min, stepped))
}

/** Returns both halves. With one string in both, the crosses take the string of the mains. */
export function bedOf({ isSame, mains, crosses }: JobForm): Record<StringPart, HalfForm> {
  return { mains, crosses: isSame ? { ...mains, tension: crosses.tension } : crosses }
}

/** Returns the form as the rules take it. */
export function asRulesWant(form: JobForm, hasAddress: boolean): StringForm {
  const bed = bedOf(form)
  const choice = ({ source, stringId, name, tension }: HalfForm): PartChoice =>
    source === 'OWN' ? { source, name: name.trim(), tension } : { source, stringId, tension }
  return {
    serviceId: form.serviceId,
    extraIds: form.extraIds,
    mains: choice(bed.mains),
    crosses: choice(bed.crosses),
    handIn: form.handIn,
    hasAddress,
    dueAt: form.dueAt === null ? undefined : new Date(form.dueAt),
  }
}

/** Returns what the order costs, line by line, as far as it is chosen. */
export function linesOf(form: JobForm, offer: Offer): PriceLine[] {
  return linesOfForm(asRulesWant(form, true), offer).filter(({ unitFen }) => unitFen > 0)
}

/** Whether the shop has too little of a string for this half, together with what the other half takes. */
export function isTooShort(form: JobForm, part: StringPart, string: ShopString): boolean {
  const half = { ...form[part], source: 'SHOP' as const, stringId: string.id }
  const metres = metresOf(bedOf({ ...form, [part]: half }), string.sport).get(string.id) ?? 0
  return metres > string.freeMetres
}

/** The place of a fault on the form, and its message. */
export type FormFault = { field: StringPart | 'racket' | 'address' | 'handIn' | 'due'; text: string }

/** Returns the fault of the string of a half: it is gone, too short, or not chosen. */
export function stringFault(form: JobForm, part: StringPart, racket: Racket, offer: Offer): string | undefined {
  const bed = bedOf(form)
  const { source, stringId, name } = bed[part]
  if (source === 'OWN') return name.trim() === '' ? errors.stringing_string_missing.message : undefined
  const string = stringsFor(racket, offer).find(({ id }) => id === stringId)
  if (!string) return name === '' ? `请选择${PART_NAMES[part]}` : `${name} 已不再出售，请换一款`
  const metres = metresOf(bed, racket.sport).get(stringId) ?? 0
  return metres > string.freeMetres ? errors.stringing_string_short.message : undefined
}

const FIELDS: Record<StringRefusal, FormFault['field']> = {
  stringing_service_unfit: 'racket',
  stringing_string_unfit: 'mains',
  stringing_string_missing: 'mains',
  stringing_string_short: 'mains',
  stringing_tension_invalid: 'mains',
  stringing_without_courier: 'handIn',
  address_missing: 'address',
  stringing_due_invalid: 'due',
}

/** Returns the first fault of the form; undefined when it can be sent. */
export function formFault(
  form: JobForm,
  racket: Racket,
  offer: Offer,
  { hasAddress, now }: { hasAddress: boolean; now: Date },
): FormFault | undefined {
  if (laboursFor(racket, offer).length === 0) {
    return { field: 'racket', text: `该商家不穿${SPORT_NAMES[racket.sport]}拍，请换一支或换一家` }
  }
  for (const part of ['mains', 'crosses'] as const) {
    const text = stringFault(form, part, racket, offer)
    if (text !== undefined) return { field: part, text }
  }
  const refusal = whyNotString(asRulesWant(form, hasAddress), racket, offer, now)
  return refusal && { field: FIELDS[refusal], text: errors[refusal].message }
}

/** Returns the request body of the order. */
export function bodyOf(
  form: JobForm,
  { merchantId, addressId, totalFen }: { merchantId: string; addressId: string | undefined; totalFen: number },
): NewStringingOrder {
  const { serviceId, extraIds, mains, crosses, handIn } = asRulesWant(form, addressId !== undefined)
  const notes = form.notes.trim()
  return {
    merchantId,
    racketId: form.racketId,
    serviceId,
    ...(extraIds.length > 0 && { extraIds: [...extraIds] }),
    mains,
    crosses,
    preStretch: form.preStretch,
    knots: form.knots,
    ...(notes !== '' && { notes }),
    handIn,
    ...(handIn === 'COURIER' && { addressId }),
    ...(form.dueAt !== null && { dueAt: form.dueAt }),
    totalFen,
  }
}

/** Returns the lines whose price changed, as texts: 手工费 ¥50 → ¥55. */
export function changedLines(before: readonly PriceLine[], after: readonly PriceLine[]): string[] {
  return after.flatMap(({ label, unitFen }) => {
    const old = before.find((line) => line.label === label)
    return old && old.unitFen !== unitFen ? [`${label} ¥${yuanOf(old.unitFen)} → ¥${yuanOf(unitFen)}`] : []
  })
}

/** Returns the form of an existing order, for 再来一单. The service is chosen once the shop is known. */
export function formOfOrder(order: FormerJob & { racketId: string; handIn: HandIn }): JobForm {
  const half = ({ source, stringId, name, tension }: StrungPart): HalfForm => ({
    source,
    stringId: stringId ?? '',
    name,
    tension,
  })
  const [mains, crosses] = [half(order.mains), half(order.crosses)]
  return {
    racketId: order.racketId,
    serviceId: '',
    extraIds: [],
    ...howOf(order),
    isSame: isOneString(mains, crosses),
    mains,
    crosses,
    notes: order.notes,
    handIn: order.handIn,
    dueAt: null,
  }
}

function isOneString(mains: HalfForm, crosses: HalfForm): boolean {
  return mains.source === crosses.source && mains.stringId === crosses.stringId && mains.name === crosses.name
}

/** Returns stretch and knots of a former job, as far as they are offered. */
function howOf(job: Pick<FormerJob, 'preStretch' | 'knots'> | null): Pick<JobForm, 'preStretch' | 'knots'> {
  return {
    preStretch: PRE_STRETCHES.find((percent) => percent === job?.preStretch) ?? 0,
    knots: KNOTS.find((knots) => knots === job?.knots) ?? 2,
  }
}

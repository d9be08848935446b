import type { Fen } from '../../../kernel/fen.ts'
import type { Sport } from '../../../kernel/sport.ts'
import { isDueTime, type Turnaround } from './ready.ts'
import { type HandIn, METRES, type PriceLine, priceLinesOf, STRING_PARTS, type StringPart } from './string-job.ts'
import { isTension, tensionLimits } from './tension.ts'

/** One half of a requested string bed. Tension is in pounds. */
export type PartChoice = ({ source: 'OWN'; name: string } | { source: 'SHOP'; stringId: string }) & { tension: number }

/** The requested work on a racket. `hasAddress`: there is an address for the courier. */
export type StringForm = {
  serviceId: string
  extraIds: readonly string[]
  mains: PartChoice
  crosses: PartChoice
  handIn: HandIn
  hasAddress: boolean
  dueAt: Date | undefined
}

/** What a shop offers at this moment. The metres of a string are those that are not reserved. */
export type StringOffer = Turnaround & {
  services: readonly OfferedService[]
  strings: readonly OfferedString[]
  courierFeeFen: Fen | null
}
export type OfferedService = { id: string; kind: 'LABOUR' | 'EXTRA'; sport: Sport; name: string; priceFen: Fen }
export type OfferedString = {
  id: string
  sport: Sport
  brand: string
  name: string
  halfPriceFen: Fen
  freeMetres: number
}

/** What a racket can take. Limits are in pounds, null where only its sport's limits apply. */
export type StrungRacket = { sport: Sport; minTension: number | null; maxTension: number | null }

/** Why a racket cannot be strung as requested. The code that knows the price the player saw adds the other refusals. */
export type StringRefusal =
  | 'stringing_service_unfit'
  | 'stringing_string_unfit'
  | 'stringing_string_missing'
  | 'stringing_string_short'
  | 'stringing_tension_invalid'
  | 'stringing_without_courier'
  | 'address_missing'
  | 'stringing_due_invalid'

/** The label of a string: brand and name. */
export const stringLabel = ({ brand, name }: { brand: string; name: string }) => `${brand} ${name}`

/**
 * Why this shop cannot string this racket as requested at this moment; undefined when it can.
 * Service and strings must be of the racket's sport, and tensions within its limits. A courier needs a shop that offers
 * one. The shop must be able to keep the time.
 *
 * Source: decision "Hours and money", Stringing orders
 */
export function whyNotString(
  form: StringForm,
  racket: StrungRacket,
  offer: StringOffer,
  now: Date,
): StringRefusal | undefined {
  if (!hasServices(form, racket, offer)) return 'stringing_service_unfit'
  for (const part of STRING_PARTS) {
    const choice = form[part]
    if (choice.source === 'OWN' && choice.name.trim() === '') return 'stringing_string_missing'
    if (choice.source === 'SHOP' && offered(choice.stringId, offer)?.sport !== racket.sport)
      return 'stringing_string_unfit'
    if (!isTension(choice.tension, tensionLimits(racket))) return 'stringing_tension_invalid'
  }
  if (form.handIn === 'COURIER' && offer.courierFeeFen === null) return 'stringing_without_courier'
  if (form.handIn === 'COURIER' && !form.hasAddress) return 'address_missing'
  if (form.dueAt && !isDueTime(form.dueAt, now, offer)) return 'stringing_due_invalid'
  const isShort = [...metresOf(form, racket.sport)].some(
    ([id, metres]) => metres > (offered(id, offer)?.freeMetres ?? 0),
  )
  return isShort ? 'stringing_string_short' : undefined
}

/** Whether labour and extras are of the racket's sport. Labour must have a price, and each extra is named once. */
function hasServices({ serviceId, extraIds }: StringForm, { sport }: StrungRacket, { services }: StringOffer): boolean {
  const isOffered = (id: string, kind: OfferedService['kind'], atLeastFen: Fen) =>
    services.some((one) => one.id === id && one.kind === kind && one.sport === sport && one.priceFen >= atLeastFen)
  return (
    isOffered(serviceId, 'LABOUR', 1) &&
    new Set(extraIds).size === extraIds.length &&
    extraIds.every((id) => isOffered(id, 'EXTRA', 0))
  )
}

/** The metres of each of the shop's strings that a bed takes, by id. Both halves of one string count together. */
export function metresOf(
  bed: Record<StringPart, { source: 'OWN' } | { source: 'SHOP'; stringId: string }>,
  sport: Sport,
): Map<string, number> {
  const metres = new Map<string, number>()
  for (const part of STRING_PARTS) {
    const choice = bed[part]
    if (choice.source === 'SHOP') metres.set(choice.stringId, (metres.get(choice.stringId) ?? 0) + METRES[sport][part])
  }
  return metres
}

/**
 * The price lines of a form. It is empty until a service of the shop is chosen. Other things that the shop does not
 * offer cost nothing here, and whyNotString refuses them.
 */
export function linesOfForm(
  { serviceId, extraIds, mains, crosses, handIn }: Pick<StringForm, 'serviceId' | 'extraIds' | 'handIn' | StringPart>,
  offer: Pick<StringOffer, 'services' | 'strings' | 'courierFeeFen'>,
): PriceLine[] {
  const service = (id: string) => offer.services.filter((one) => one.id === id)
  const priced = (choice: PartChoice) => {
    const string = choice.source === 'SHOP' ? offered(choice.stringId, offer) : undefined
    return string ? { id: string.id, label: stringLabel(string), halfPriceFen: string.halfPriceFen } : null
  }
  const [labour] = service(serviceId)
  if (!labour) return []
  return priceLinesOf({
    labour,
    extras: extraIds.flatMap(service),
    mains: priced(mains),
    crosses: priced(crosses),
    courierFeeFen: handIn === 'COURIER' ? offer.courierFeeFen : null,
  })
}

function offered(id: string, { strings }: Pick<StringOffer, 'strings'>): OfferedString | undefined {
  return strings.find((string) => string.id === id)
}

import {
  STRINGING_MINUTES_TO_PAY,
  STRINGING_TRANSITIONS,
  type StringingAction,
  type StringingStatus,
} from '@paidang/domain/areas/activities/stringing/order-status'
import {
  type HandIn,
  METRES,
  type PriceLine,
  priceLinesOf,
  STRING_PARTS,
  type StringPart,
} from '@paidang/domain/areas/activities/stringing/string-job'
import { addDays, type Day, instantOf } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { Sport } from '@paidang/domain/kernel/sport'
import type { People, Person } from './people.ts'
import type { ServicePlan, ShopPlan, StringPlan } from './shops.ts'
import { JOBS, type JobTraits, RACKETS, type RacketTraits } from './stringing-stories.ts'

/** A racket before it is a row. */
type RacketPlan = Omit<RacketTraits, 'owner'> & { owner: Person; isMain: boolean; createdAt: Date }

/** One half of a string bed. `string` is null for the player's own. */
type PartPlan = { string: StringPlan | null; name: string; tension: number; metres: number }

/** Actions on the orders of the story. Operators refund none of them. */
type PlayedAction = Exclude<StringingAction, 'refund' | 'lose'>

/** A step of an order. */
type StepPlan = { action: 'submit' | PlayedAction; status: StringingStatus; at: Date; remark: string }

/** A stringing order before it is a row. `n` counts from 1 and is part of its numbers. */
export type JobPlan = {
  n: number
  shop: ShopPlan
  racket: RacketPlan
  bed: Record<StringPart, PartPlan>
  preStretch: number
  knots: number
  notes: string
  handIn: HandIn
  lines: PriceLine[]
  status: StringingStatus
  cancelReason: 'PLAYER' | 'MERCHANT' | 'UNPAID' | null
  /** The provider has refused the refund again and again. */
  isRefundStuck: boolean
  steps: StepPlan[]
  dueAt: Date | null
  expectedAt: Date | null
  review: { stars: number; text: string; at: Date } | null
}

/** Whether the shop took a photo of the racket. It takes one of each racket that it receives. */
export const isPhotographed = ({ steps }: JobPlan) => steps.some(({ action }) => action === 'receive')

/** Rackets and stringing orders. */
export type StringingPlan = { rackets: RacketPlan[]; jobs: JobPlan[] }

const MINUTE = 60_000
/** In minutes: how long ago an unpaid order was made, and how long ago "a moment ago" is. */
const JUST_NOW = 10
/** After everybody of the demo world had arrived, before anything was strung. */
const BOUGHT_DAYS_AGO = 118

/** When players usually want their rackets: the day after tomorrow at 18:00. */
const USUALLY_DUE: [days: number, halfHour: HalfHour] = [2, 36]

/** The times of the steps: days after the order, the half-hour of that day, and minutes after that. */
const TIMES: Record<
  'submit' | Exclude<PlayedAction, 'expire'> | 'rate',
  [days: number, halfHour: HalfHour, minutes: number]
> = {
  submit: [0, 40, 0],
  pay: [0, 40, 3],
  accept: [0, 40, 25],
  refuse: [0, 41, 10],
  cancel: [1, 18, 5],
  receive: [1, 22, 12],
  start: [1, 28, 0],
  ready: [1, 34, 20],
  handOver: [2, 37, 8],
  giveBack: [2, 37, 8],
  rate: [3, 42, 0],
}

/** Remarks of the shop, for steps that have one. */
const REMARKS: Partial<Record<PlayedAction, string>> = {
  receive: '拍框完好，护线管轻微磨损，无裂纹。',
  refuse: '羊肠线到货要等两周，已全额退款。',
}

/** Plans the rackets and stringing orders of the story as of `now`. */
export function planStringing({
  people,
  shops,
  today,
  now,
}: {
  people: People
  shops: readonly ShopPlan[]
  today: Day
  now: Date
}): StringingPlan {
  const rackets: RacketPlan[] = []
  for (const { owner: nickname, ...traits } of RACKETS) {
    const owner = named(people.all, nickname, (person) => person.nickname)
    const isMain = !rackets.some((other) => other.owner === owner && other.sport === traits.sport)
    // Each a day after the one before, because lists show the latest first.
    const bought = addDays(today, rackets.length - BOUGHT_DAYS_AGO)
    rackets.push({ ...traits, owner, isMain, createdAt: instantOf(bought, 40) })
  }
  const jobs = JOBS.map((job, index) => planJob(job, { n: index + 1, rackets, shops, today, now }))
  return { rackets, jobs }
}

function named<T>(list: readonly T[], name: string, nameOf: (item: T) => string): T {
  const found = list.find((item) => nameOf(item) === name)
  if (!found) throw new Error(`Nothing is called ${name}`)
  return found
}

type StoryContext = { n: number; rackets: readonly RacketPlan[]; shops: readonly ShopPlan[]; today: Day; now: Date }

function planJob(job: JobTraits, { n, rackets, shops, today, now }: StoryContext): JobPlan {
  const racket = named(
    rackets.filter(({ owner }) => owner.nickname === job.owner),
    job.racket,
    ({ model }) => model,
  )
  const shop = named(shops, job.shop, ({ name }) => name)
  const { sport } = racket
  const ofSport = shop.services.filter((service) => service.sport === sport)
  const stringNamed = (name: string | null) =>
    name &&
    named(
      shop.strings.filter((it) => it.sport === sport),
      name,
      (it) => it.name,
    )
  const bed = Object.fromEntries(
    STRING_PARTS.map((part, index) => [
      part,
      partOf(stringNamed(job.strings[index] ?? null) || null, job, { part, sport }),
    ]),
  ) as Record<StringPart, PartPlan>
  const isOpen = !['COMPLETED', 'CANCELLED'].includes(job.fate.status)
  const steps = stepsOf(job, { today, now })
  const isAccepted = steps.some(({ action }) => action === 'accept')
  return {
    n,
    shop,
    racket,
    bed,
    preStretch: job.preStretch ?? 0,
    knots: job.knots ?? 2,
    notes: job.notes ?? '',
    handIn: job.isFetched ? 'COURIER' : 'DROP_OFF',
    lines: linesOf(job, { shop, ofSport, bed }),
    status: job.fate.status,
    cancelReason: job.fate.status === 'CANCELLED' ? job.fate.actorId : null,
    isRefundStuck: job.fate.status === 'CANCELLED' && job.fate.isRefundStuck === true,
    steps,
    dueAt: isOpen && job.fate.status !== 'READY' ? dueOf(job, today) : null,
    expectedAt: isAccepted ? instantOf(addDays(today, isOpen ? 1 : 1 - job.daysAgo), 36) : null,
    review: reviewOf(job, today),
  }
}

function dueOf({ due: [days, halfHour] = USUALLY_DUE }: JobTraits, today: Day): Date {
  return instantOf(addDays(today, days), halfHour)
}

function partOf(
  string: StringPlan | null,
  { tension }: JobTraits,
  { part, sport }: { part: StringPart; sport: Sport },
): PartPlan {
  const pounds = tension[part === 'mains' ? 0 : 1]
  return string
    ? { string, name: `${string.brand} ${string.name}`, tension: pounds, metres: METRES[sport][part] }
    : { string, name: '自带聚酯线', tension: pounds, metres: 0 }
}

function linesOf(
  job: JobTraits,
  { shop, ofSport, bed }: { shop: ShopPlan; ofSport: readonly ServicePlan[]; bed: JobPlan['bed'] },
): PriceLine[] {
  const labour = ofSport.find(({ kind }) => kind === 'LABOUR')
  if (!labour) throw new Error(`${shop.name} does not string the racket of ${job.owner}`)
  const priced = ({ string, name }: PartPlan) => string && { id: name, label: name, halfPriceFen: string.halfPriceFen }
  return priceLinesOf({
    labour,
    extras: (job.extras ?? []).map((name) => named(ofSport, name, (service) => service.name)),
    mains: priced(bed.mains),
    crosses: priced(bed.crosses),
    courierFeeFen: job.isFetched ? shop.courierFeeFen : null,
  })
}

/** The steps that lead an order to its status. */
function actionsOf({ status, ...fate }: JobTraits['fate']): PlayedAction[] {
  if ('actorId' in fate) {
    if ('inShop' in fate && fate.inShop) return ['pay', 'accept', 'receive', 'refuse']
    const ends = { PLAYER: ['pay', 'accept', 'cancel'], MERCHANT: ['pay', 'refuse'], UNPAID: ['expire'] } as const
    return [...ends[fate.actorId]]
  }
  if ('isNew' in fate) return ['pay']
  const usual: PlayedAction[] = ['pay', 'accept', 'receive', 'start', 'ready', 'handOver']
  return usual.slice(0, usual.map((action) => STRINGING_TRANSITIONS[action].to).lastIndexOf(status) + 1)
}

function stepsOf(job: JobTraits, { today, now }: { today: Day; now: Date }): StepPlan[] {
  const justNow = new Date(now.getTime() - JUST_NOW * MINUTE)
  const inShop = 'inShop' in job.fate ? job.fate.inShop : undefined
  const submittedAt = job.fate.status === 'SUBMITTED' ? justNow : timeOf('submit', job, today)
  const at = (action: PlayedAction) => {
    // After the intake, because only then the shop saw the reason.
    if (action === 'refuse' && inShop) return timeOf('start', job, today)
    if (action === 'expire') return new Date(submittedAt.getTime() + STRINGING_MINUTES_TO_PAY * MINUTE)
    return action === 'handOver' && 'isJustNow' in job.fate ? justNow : timeOf(action, job, today)
  }
  const remarkOf = (action: PlayedAction) => (action === 'refuse' && inShop) || (REMARKS[action] ?? '')
  const steps: StepPlan[] = [{ action: 'submit', status: 'SUBMITTED', at: submittedAt, remark: '' }]
  for (const action of actionsOf(job.fate)) {
    steps.push({ action, status: STRINGING_TRANSITIONS[action].to, at: at(action), remark: remarkOf(action) })
  }
  return steps
}

function timeOf(what: keyof typeof TIMES, { daysAgo }: JobTraits, today: Day): Date {
  const [days, halfHour, minutes] = TIMES[what]
  return new Date(instantOf(addDays(today, days - daysAgo), halfHour).getTime() + minutes * MINUTE)
}

function reviewOf(job: JobTraits, today: Day): JobPlan['review'] {
  const { fate } = job
  if (fate.status !== 'COMPLETED' || fate.stars === undefined) return null
  return { stars: fate.stars, text: fate.text ?? '', at: timeOf('rate', job, today) }
}

import type { RemindedKind } from '../../../kernel/waiting.ts'

/**
 * SUBMITTED waits for its payment, PAID for the racket. RECEIVED is in the shop, STRINGING is on the machine, READY
 * waits to be collected. Source: decision "Hours and money", Stringing orders
 */
export const STRINGING_STATUSES = [
  'SUBMITTED',
  'PAID',
  'RECEIVED',
  'STRINGING',
  'READY',
  'COMPLETED',
  'CANCELLED',
] as const
export type StringingStatus = (typeof STRINGING_STATUSES)[number]

/** The status names that a player reads. Source: decision "Hours and money", Stringing orders */
export const STRINGING_STATUS_NAMES: Record<StringingStatus, string> = {
  SUBMITTED: '待付款',
  PAID: '待送拍',
  RECEIVED: '已收拍',
  STRINGING: '穿线中',
  READY: '待取拍',
  COMPLETED: '已完成',
  CANCELLED: '已取消',
}

/** The statuses of active orders. */
export const RUNNING_STRINGING = ['SUBMITTED', 'PAID', 'RECEIVED', 'STRINGING', 'READY'] as const

/** Whether an order is active. */
export function isRunning(status: StringingStatus): boolean {
  return RUNNING_STRINGING.some((one) => one === status)
}

/**
 * When a racket came into the shop and when it left, strung or unstrung, each null if not. Also whether it was lost
 * there.
 */
type Whereabouts = { receivedAt: unknown; completedAt: unknown; returnedAt: unknown; isRacketLost: boolean }

/**
 * Whether the racket of an order is in the shop. It is there from its intake until it is handed over, given back or
 * known as lost.
 */
export function isInShop({ receivedAt, completedAt, returnedAt, isRacketLost }: Whereabouts): boolean {
  return receivedAt !== null && completedAt === null && returnedAt === null && !isRacketLost
}

/** Whether an order still binds its shop: it is active, or was cancelled while the racket is in the shop. */
export function bindsShop({ status, isInShop: isThere }: { status: StringingStatus; isInShop: boolean }): boolean {
  return isRunning(status) || isThere
}

/** Orders whose strings are reserved in the shop and not drawn yet. */
export const RESERVING_STRINGING = ['SUBMITTED', 'PAID', 'RECEIVED'] as const

/** Who takes an action: the player, a staff member of the shop, an operator, or the payment and the clock. */
export const STRINGING_ACTORS = ['PLAYER', 'MERCHANT', 'OPERATOR', 'SYSTEM'] as const
export type StringingActor = (typeof STRINGING_ACTORS)[number]

/** The actions on an order, in their usual order. */
export const STRINGING_ACTIONS = [
  'pay',
  'accept',
  'receive',
  'start',
  'ready',
  'handOver',
  'cancel',
  'refuse',
  'expire',
  'refund',
  'giveBack',
  'lose',
] as const
export type StringingAction = (typeof STRINGING_ACTIONS)[number]

/**
 * The life of a stringing order as data. The server enforces it, screens read their buttons from it, and tests sweep
 * it.
 * `accept` is a message to the player and has no status of its own. Before the strings are touched player or shop may
 * cancel, and the player gets all money back. The clock does so with what waits too long (`expire`). Operators refund
 * every paid order whose racket was not collected: one requests it and another decides.
 * A racket that is in the shop by then is given back, or an operator records it as lost. Neither changes the status.
 * What the shop forgot to record, an operator records for it (`orBy`).
 */
export const STRINGING_TRANSITIONS: Record<
  StringingAction,
  { by: StringingActor; orBy?: 'OPERATOR'; from: readonly StringingStatus[]; to: StringingStatus }
> = {
  pay: { by: 'SYSTEM', from: ['SUBMITTED'], to: 'PAID' },
  accept: { by: 'MERCHANT', from: ['PAID'], to: 'PAID' },
  receive: { by: 'MERCHANT', from: ['PAID'], to: 'RECEIVED' },
  start: { by: 'MERCHANT', from: ['RECEIVED'], to: 'STRINGING' },
  ready: { by: 'MERCHANT', from: ['STRINGING'], to: 'READY' },
  handOver: { by: 'MERCHANT', orBy: 'OPERATOR', from: ['READY'], to: 'COMPLETED' },
  cancel: { by: 'PLAYER', from: ['SUBMITTED', 'PAID', 'RECEIVED'], to: 'CANCELLED' },
  refuse: { by: 'MERCHANT', from: ['PAID', 'RECEIVED'], to: 'CANCELLED' },
  expire: { by: 'SYSTEM', from: ['SUBMITTED', 'PAID', 'RECEIVED'], to: 'CANCELLED' },
  refund: { by: 'OPERATOR', from: ['PAID', 'RECEIVED', 'STRINGING', 'READY'], to: 'CANCELLED' },
  giveBack: { by: 'MERCHANT', orBy: 'OPERATOR', from: ['CANCELLED'], to: 'CANCELLED' },
  lose: { by: 'OPERATOR', from: ['CANCELLED'], to: 'CANCELLED' },
}

/**
 * Whether an order in this status allows the action. `giveBack` and `lose` also require that the racket is in the shop.
 */
export function maySucceed(action: StringingAction, status: StringingStatus): boolean {
  return STRINGING_TRANSITIONS[action].from.includes(status)
}

/** The number of minutes in which a stringing order is paid. */
export const STRINGING_MINUTES_TO_PAY = 30

/** Why an order was cancelled. OVERDUE: it was paid, and nobody began it within its limit. CORRECTED: it was paid by mistake only. */
export const STRINGING_CANCEL_REASONS = ['PLAYER', 'MERCHANT', 'UNPAID', 'PLATFORM', 'OVERDUE', 'CORRECTED'] as const
export type StringingCancelReason = (typeof STRINGING_CANCEL_REASONS)[number]

/** A paid order as the limits of its waiting see it. */
type WaitingOrder = {
  status: StringingStatus
  isInShop: boolean
  responseTime: Date
  dueAt: Date | null
  expectedAt: Date | null
}

/** For what a paid order waits, and since when; undefined when it waits for nothing. Work waits from its due time on. */
export function waitingOf(order: WaitingOrder): { kind: RemindedKind; since: Date } | undefined {
  const { status, isInShop: isThere, responseTime, dueAt, expectedAt } = order
  const due = dueAt ?? expectedAt
  switch (status) {
    case 'PAID':
    case 'RECEIVED':
    case 'STRINGING':
      return { kind: `STRINGING_${status}`, since: due !== null && due > responseTime ? due : responseTime }
    case 'READY':
      return { kind: 'STRINGING_READY', since: responseTime }
    case 'CANCELLED':
      return isThere ? { kind: 'STRINGING_RETURN', since: responseTime } : undefined
    default:
      return undefined
  }
}

/** Days after which a racket that a courier took counts as arrived. */
export const DAYS_TO_ARRIVE = 10

const DAY_MS = 86_400_000

/** A racket on its way: its tracking number, empty without a courier, and when it left the shop. */
type SentRacket = { trackingNo: string; leftAt: Date | null; isRated: boolean }

/** Why its tracking number cannot be corrected now; undefined until it arrived. Who rates the job has the racket. */
export function whyNotCorrectTracking(
  { trackingNo, leftAt, isRated }: SentRacket,
  now: Date,
): 'stringing_settled' | undefined {
  const isOnWay = trackingNo !== '' && leftAt !== null && !isRated
  return isOnWay && now.getTime() - leftAt.getTime() < DAYS_TO_ARRIVE * DAY_MS ? undefined : 'stringing_settled'
}

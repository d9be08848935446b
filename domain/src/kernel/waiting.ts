const DAY_MS = 86_400_000

/**
 * The limits of a state that waits for somebody, in days from its begin. From `remind` on the person who waits, or has
 * to act, is reminded once. From `task` on it is a task of the operators. By `limit` it must be over: the clock ends it
 * then if nothing was begun (`isEnded`), otherwise only people can.
 */
type Limits = { remind: number | null; task: number; limit: number; isEnded: boolean }

const forOperators = (limit: number): Limits => ({ remind: null, task: 0, limit, isEnded: false })

/**
 * Each state that waits for somebody, with its limits. First those that hold money, strings, stock or an account, then
 * what waits for an operator besides. Source: decision record 037
 */
export const WAITING = {
  /** A paid shop order that was not sent. Its money goes back at the limit. */
  SHOP_UNSENT: { remind: 2, task: 3, limit: 14, isEnded: true },
  SHOP_REFUND: forOperators(7),
  /** A paid stringing order whose racket has not come. Its money goes back at the limit. */
  STRINGING_PAID: { remind: 3, task: 7, limit: 30, isEnded: true },
  /** The racket is in the shop, and no string was touched. Its money goes back at the limit. */
  STRINGING_RECEIVED: { remind: 2, task: 5, limit: 30, isEnded: true },
  STRINGING_STRINGING: { remind: 2, task: 5, limit: 30, isEnded: false },
  STRINGING_READY: { remind: 3, task: 14, limit: 60, isEnded: false },
  /** A cancelled order whose racket is still in the shop. */
  STRINGING_RETURN: { remind: 3, task: 14, limit: 60, isEnded: false },
  CARD_ADJUSTMENT: { ...forOperators(30), isEnded: true },
  STRINGING_REFUND: { ...forOperators(30), isEnded: true },
  /** Money at the front desk above the limit of one person, which waits for a second one. */
  OFFLINE_ENTRY: forOperators(1),
  /** A refund that staff give back at the front desk. */
  OFFLINE_REFUND: forOperators(7),
  REFUND_STUCK: forOperators(3),
  /** A refund that the provider has not finished. */
  REFUND_OPEN: { remind: null, task: 3, limit: 7, isEnded: false },
  SHIPMENT: forOperators(3),
  OBJECTION: forOperators(14),
  /** A class or game that a closure could not call off, though its court is closed. */
  CLOSURE: forOperators(1),
  RECONCILE: forOperators(3),
  /** A day whose books could not be compared. */
  RECONCILE_FAILED: forOperators(3),
  VENUE: forOperators(7),
  ASSOCIATION: forOperators(7),
  COACH: forOperators(7),
  REPORT: forOperators(2),
  CONTENT: forOperators(2),
  PASSWORD: forOperators(1),
  /** An advert of operators whose thing is gone. It is shown to nobody. */
  ADVERT_GONE: forOperators(7),
  JOB: forOperators(1),
  /** Messages that WeChat did not deliver, and whose reason is ours to mend. One for each reason. */
  WECHAT_MESSAGE: forOperators(3),
  INVARIANT: forOperators(1),
  /** Something is wrong with the deployment that no other kind tells of. */
  ALERT: forOperators(1),
} as const satisfies Record<string, Limits>
export type WaitingKind = keyof typeof WAITING
export const WAITING_KINDS = Object.keys(WAITING) as readonly WaitingKind[]

/** The states whose waiting person is reminded. */
export type RemindedKind = {
  [Kind in WaitingKind]: (typeof WAITING)[Kind]['remind'] extends number ? Kind : never
}[WaitingKind]

/** The latest begin of a state that is over its limit now. */
export function overLimitSince(kind: WaitingKind, now: Date): Date {
  return new Date(now.getTime() - WAITING[kind].limit * DAY_MS)
}

/** When a state that began at `since` is over its limit. */
export function limitOf(kind: WaitingKind, since: Date): Date {
  return new Date(since.getTime() + WAITING[kind].limit * DAY_MS)
}

/** What the clock does with a state that began at `since`; undefined when nothing is due. */
export function dueNow(kind: WaitingKind, since: Date, now: Date): 'remind' | 'end' | undefined {
  const { remind, limit, isEnded }: Limits = WAITING[kind]
  const days = (now.getTime() - since.getTime()) / DAY_MS
  if (isEnded && days >= limit) return 'end'
  return remind !== null && days >= remind ? 'remind' : undefined
}

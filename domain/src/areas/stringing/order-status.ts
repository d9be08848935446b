/**
 * SUBMITTED waits for its payment, PAID for the racket, RECEIVED lies in the shop, STRINGING is on the machine, READY waits to
 * be fetched. Source: decision "Hours and money", Stringing orders
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

/** What a player reads of a status. Source: decision "Hours and money", Stringing orders */
export const STRINGING_STATUS_NAMES: Record<StringingStatus, string> = {
  SUBMITTED: '待付款',
  PAID: '待送拍',
  RECEIVED: '已收拍',
  STRINGING: '穿线中',
  READY: '待取拍',
  COMPLETED: '已完成',
  CANCELLED: '已取消',
}

/** Orders that still go somewhere. */
export const RUNNING_STRINGING = ['SUBMITTED', 'PAID', 'RECEIVED', 'STRINGING', 'READY'] as const

/** Whether an order still goes somewhere. */
export function isRunning(status: StringingStatus): boolean {
  return RUNNING_STRINGING.some((one) => one === status)
}

/** When a racket came into the shop and left it, strung or not (null for what was not), and whether it was lost there. */
type Whereabouts = { receivedAt: unknown; completedAt: unknown; returnedAt: unknown; isRacketLost: boolean }

/** Whether the racket of an order lies in the shop: from its intake until it is handed over, given back, or known to be lost. */
export function isInShop({ receivedAt, completedAt, returnedAt, isRacketLost }: Whereabouts): boolean {
  return receivedAt !== null && completedAt === null && returnedAt === null && !isRacketLost
}

/** Whether an order still binds its shop: it goes somewhere, or came to nothing while the racket lies there. */
export function bindsShop({ status, isInShop: isThere }: { status: StringingStatus; isInShop: boolean }): boolean {
  return isRunning(status) || isThere
}

/** Orders whose strings lie ready for them in the shop, and are not drawn yet. */
export const RESERVING_STRINGING = ['SUBMITTED', 'PAID', 'RECEIVED'] as const

/** Who does it: its player, somebody of the shop, an operator, or the payment and the clock. */
export const STRINGING_ACTORS = ['PLAYER', 'MERCHANT', 'OPERATOR', 'SYSTEM'] as const
export type StringingActor = (typeof STRINGING_ACTORS)[number]

/** What can be done to an order, in the order in which it usually is. */
export const STRINGING_DEEDS = [
  'pay',
  'accept',
  'receive',
  'start',
  'ready',
  'handOver',
  'cancel',
  'refuse',
  'lapse',
  'refund',
  'giveBack',
  'lose',
] as const
export type StringingDeed = (typeof STRINGING_DEEDS)[number]

/**
 * The life of a stringing order as data: the server enforces it, screens read their buttons from it, tests walk it. `accept`
 * is a word to the player and no status of its own. Whoever cancels before the strings are touched has all their money back, and
 * after that only operators give it back, of whom one asks and another decides. A racket that lies in the shop by then is given
 * back, or said by an operator to be lost, which changes no status either.
 */
export const STRINGING_TRANSITIONS: Record<
  StringingDeed,
  { by: StringingActor; from: readonly StringingStatus[]; to: StringingStatus }
> = {
  pay: { by: 'SYSTEM', from: ['SUBMITTED'], to: 'PAID' },
  accept: { by: 'MERCHANT', from: ['PAID'], to: 'PAID' },
  receive: { by: 'MERCHANT', from: ['PAID'], to: 'RECEIVED' },
  start: { by: 'MERCHANT', from: ['RECEIVED'], to: 'STRINGING' },
  ready: { by: 'MERCHANT', from: ['STRINGING'], to: 'READY' },
  handOver: { by: 'MERCHANT', from: ['READY'], to: 'COMPLETED' },
  cancel: { by: 'PLAYER', from: ['SUBMITTED', 'PAID', 'RECEIVED'], to: 'CANCELLED' },
  refuse: { by: 'MERCHANT', from: ['PAID', 'RECEIVED'], to: 'CANCELLED' },
  lapse: { by: 'SYSTEM', from: ['SUBMITTED'], to: 'CANCELLED' },
  refund: { by: 'OPERATOR', from: ['STRINGING', 'READY'], to: 'CANCELLED' },
  giveBack: { by: 'MERCHANT', from: ['CANCELLED'], to: 'CANCELLED' },
  lose: { by: 'OPERATOR', from: ['CANCELLED'], to: 'CANCELLED' },
}

/** Whether the step can be taken with an order in this status; `giveBack` and `lose` only while the racket lies in the shop. */
export function maySucceed(deed: StringingDeed, status: StringingStatus): boolean {
  return STRINGING_TRANSITIONS[deed].from.includes(status)
}

/** Minutes in which a stringing order is paid. */
export const STRINGING_MINUTES_TO_PAY = 30

/** Why an order came to nothing. */
export const STRINGING_CANCEL_REASONS = ['PLAYER', 'MERCHANT', 'UNPAID', 'PLATFORM'] as const
export type StringingCancelReason = (typeof STRINGING_CANCEL_REASONS)[number]

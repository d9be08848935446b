/**
 * UNPAID waits half an hour for its money, PAID waits for the parcel, SENT is on its way. Source: decision "Hours and
 * money", Mall
 */
export const SHOP_STATUSES = ['UNPAID', 'PAID', 'SENT', 'RECEIVED', 'CLOSED', 'REFUNDED'] as const
export type ShopStatus = (typeof SHOP_STATUSES)[number]

/** The status names that a buyer reads. */
export const SHOP_STATUS_NAMES: Record<ShopStatus, string> = {
  UNPAID: '待付款',
  PAID: '待发货',
  SENT: '待收货',
  RECEIVED: '已完成',
  CLOSED: '已关闭',
  REFUNDED: '已退款',
}

/** Who takes an action: the buyer, an operator, or the payment and the clock. */
export const SHOP_ACTORS = ['BUYER', 'OPERATOR', 'SYSTEM'] as const
export type ShopActor = (typeof SHOP_ACTORS)[number]

export const SHOP_ACTIONS = [
  'pay',
  'close',
  'cancel',
  'send',
  'correct',
  'receive',
  'askRefund',
  'refund',
  'denyRefund',
] as const
export type ShopAction = (typeof SHOP_ACTIONS)[number]

/**
 * The life of a shop order as data. The server enforces it, screens read their buttons from it, and tests sweep it.
 * Before the parcel is sent the buyer or an operator cancels directly, and the clock does when it is not sent in time.
 * Later the buyer asks, and an operator decides. Asking changes no status. `correct` is of carrier and tracking number.
 */
export const SHOP_TRANSITIONS: Record<
  ShopAction,
  { by: readonly ShopActor[]; from: readonly ShopStatus[]; to: ShopStatus | 'same' }
> = {
  pay: { by: ['SYSTEM'], from: ['UNPAID'], to: 'PAID' },
  close: { by: ['BUYER', 'SYSTEM'], from: ['UNPAID'], to: 'CLOSED' },
  cancel: { by: ['BUYER', 'OPERATOR', 'SYSTEM'], from: ['PAID'], to: 'REFUNDED' },
  send: { by: ['OPERATOR'], from: ['PAID'], to: 'SENT' },
  correct: { by: ['OPERATOR'], from: ['SENT'], to: 'same' },
  receive: { by: ['BUYER', 'SYSTEM'], from: ['SENT'], to: 'RECEIVED' },
  askRefund: { by: ['BUYER'], from: ['SENT', 'RECEIVED'], to: 'same' },
  refund: { by: ['OPERATOR'], from: ['SENT', 'RECEIVED'], to: 'REFUNDED' },
  denyRefund: { by: ['OPERATOR'], from: ['SENT', 'RECEIVED'], to: 'same' },
}

/** Whether the action is possible for an order in this status. */
export function maySucceed(action: ShopAction, status: ShopStatus): boolean {
  return SHOP_TRANSITIONS[action].from.includes(status)
}

/** The states of a buyer's return request. */
export const REFUND_CHOICES = ['NONE', 'ASKED', 'AGREED', 'DENIED'] as const
export type RefundChoice = (typeof REFUND_CHOICES)[number]

/** The number of minutes in which an order is paid. Source: decision "Hours and money", Mall */
export const SHOP_MINUTES_TO_PAY = 30
/** Days after which a sent parcel counts as received. */
export const DAYS_TO_RECEIVE = 10
/** Days after receipt in which goods can be returned. */
export const DAYS_TO_RETURN = 7

const DAY_MS = 86_400_000

/** Until when an order of this creation time can be paid. */
export function payByOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + SHOP_MINUTES_TO_PAY * 60_000)
}

/** When a parcel of this sending time counts as received. */
export function receiveByOf(sentAt: Date): Date {
  return new Date(sentAt.getTime() + DAYS_TO_RECEIVE * DAY_MS)
}

/**
 * When a parcel counts as received: when its buyer confirmed it, at the latest 10 days after it was sent; null before.
 */
export function receivedAtOf(
  { sentAt, receivedAt }: { sentAt: Date | null; receivedAt: Date | null },
  now: Date,
): Date | null {
  const due = sentAt && receiveByOf(sentAt)
  if (receivedAt !== null) return due !== null && due < receivedAt ? due : receivedAt
  return due !== null && due <= now ? due : null
}

/** Until when goods of this receipt time can be returned, that moment excluded. */
export function returnByOf(receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + DAYS_TO_RETURN * DAY_MS)
}

/**
 * Why a buyer cannot ask for a return now; undefined when they can. A denied buyer may ask again while there is time.
 */
export function whyNotRequestRefund(
  { status, ...parcel }: { status: ShopStatus; sentAt: Date | null; receivedAt: Date | null },
  now: Date,
): 'shop_order_settled' | 'shop_return_too_late' | undefined {
  if (!maySucceed('askRefund', status)) return 'shop_order_settled'
  const receivedAt = receivedAtOf(parcel, now)
  return receivedAt !== null && returnByOf(receivedAt) <= now ? 'shop_return_too_late' : undefined
}

/** Why carrier and tracking number of a parcel cannot be corrected now; undefined while it is on its way. */
export function whyNotCorrectParcel(
  { status, ...parcel }: { status: ShopStatus; sentAt: Date | null; receivedAt: Date | null },
  now: Date,
): 'shop_order_settled' | undefined {
  return maySucceed('correct', status) && receivedAtOf(parcel, now) === null ? undefined : 'shop_order_settled'
}

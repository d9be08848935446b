/** UNPAID waits half an hour for its money, PAID for the parcel, SENT is on its way. Source: decision "Hours and money", Mall */
export const SHOP_STATUSES = ['UNPAID', 'PAID', 'SENT', 'RECEIVED', 'CLOSED', 'REFUNDED'] as const
export type ShopStatus = (typeof SHOP_STATUSES)[number]

/** What a buyer reads of a status. */
export const SHOP_STATUS_NAMES: Record<ShopStatus, string> = {
  UNPAID: '待付款',
  PAID: '待发货',
  SENT: '待收货',
  RECEIVED: '已完成',
  CLOSED: '已关闭',
  REFUNDED: '已退款',
}

/** Who does it: the buyer, an operator, or the payment and the clock. */
export const SHOP_ACTORS = ['BUYER', 'OPERATOR', 'SYSTEM'] as const
export type ShopActor = (typeof SHOP_ACTORS)[number]

export const SHOP_DEEDS = ['pay', 'close', 'cancel', 'send', 'receive', 'askRefund', 'refund', 'denyRefund'] as const
export type ShopDeed = (typeof SHOP_DEEDS)[number]

/**
 * The life of a shop order as data: the server enforces it, screens read their buttons from it, tests walk it. What was not
 * sent yet the buyer cancels himself; later he asks, and an operator decides; asking changes no status.
 */
export const SHOP_TRANSITIONS: Record<
  ShopDeed,
  { by: readonly ShopActor[]; from: readonly ShopStatus[]; to: ShopStatus | 'same' }
> = {
  pay: { by: ['SYSTEM'], from: ['UNPAID'], to: 'PAID' },
  close: { by: ['BUYER', 'SYSTEM'], from: ['UNPAID'], to: 'CLOSED' },
  cancel: { by: ['BUYER'], from: ['PAID'], to: 'REFUNDED' },
  send: { by: ['OPERATOR'], from: ['PAID'], to: 'SENT' },
  receive: { by: ['BUYER', 'SYSTEM'], from: ['SENT'], to: 'RECEIVED' },
  askRefund: { by: ['BUYER'], from: ['SENT', 'RECEIVED'], to: 'same' },
  refund: { by: ['OPERATOR'], from: ['SENT', 'RECEIVED'], to: 'REFUNDED' },
  denyRefund: { by: ['OPERATOR'], from: ['SENT', 'RECEIVED'], to: 'same' },
}

/** Whether the deed can be done to an order in this status. */
export function maySucceed(deed: ShopDeed, status: ShopStatus): boolean {
  return SHOP_TRANSITIONS[deed].from.includes(status)
}

/** How far a buyer's wish to send goods back is. */
export const REFUND_WISHES = ['NONE', 'ASKED', 'AGREED', 'DENIED'] as const
export type RefundWish = (typeof REFUND_WISHES)[number]

/** Source: decision "Hours and money", Mall */
export const SHOP_MINUTES_TO_PAY = 30
/** Days after which a sent parcel counts as received. */
export const DAYS_TO_RECEIVE = 10
/** Days after the receipt in which goods can be sent back. */
export const DAYS_TO_RETURN = 7

const DAY_MS = 86_400_000

/** Until when an order made then can be paid. */
export function payByOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + SHOP_MINUTES_TO_PAY * 60_000)
}

/** When a parcel that was sent then counts as received. */
export function receiveByOf(sentAt: Date): Date {
  return new Date(sentAt.getTime() + DAYS_TO_RECEIVE * DAY_MS)
}

/** When a parcel counts as received: when its buyer said so, but no later than 10 days after it was sent; null before. */
export function receivedAtOf(
  { sentAt, receivedAt }: { sentAt: Date | null; receivedAt: Date | null },
  now: Date,
): Date | null {
  const due = sentAt && receiveByOf(sentAt)
  if (receivedAt !== null) return due !== null && due < receivedAt ? due : receivedAt
  return due !== null && due <= now ? due : null
}

/** Until when goods that were received then can go back, that moment excluded. */
export function returnByOf(receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + DAYS_TO_RETURN * DAY_MS)
}

/**
 * Why a buyer cannot ask to send goods back now; undefined when he can. One who was denied may ask again as long as there is
 * time.
 */
export function whyNotAskRefund(
  { status, ...parcel }: { status: ShopStatus; sentAt: Date | null; receivedAt: Date | null },
  now: Date,
): 'shop_order_settled' | 'shop_return_too_late' | undefined {
  if (!maySucceed('askRefund', status)) return 'shop_order_settled'
  const receivedAt = receivedAtOf(parcel, now)
  return receivedAt !== null && returnByOf(receivedAt) <= now ? 'shop_return_too_late' : undefined
}

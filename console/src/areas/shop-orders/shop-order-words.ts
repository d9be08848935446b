import type { RefundWish, ShopStatus } from '@paidang/domain/areas/shop/order-status'

export const STATUS_COLORS: Record<ShopStatus, string> = {
  UNPAID: 'default',
  PAID: 'gold',
  SENT: 'blue',
  RECEIVED: 'green',
  CLOSED: 'default',
  REFUNDED: 'red',
}

/** What the buyer wishes of his money, and what was said to it; nothing where he wishes nothing. */
export const WISHES: Record<Exclude<RefundWish, 'NONE'>, { label: string; color: string }> = {
  ASKED: { label: '申请退款', color: 'gold' },
  AGREED: { label: '已同意退款', color: 'red' },
  DENIED: { label: '已拒绝退款', color: 'default' },
}

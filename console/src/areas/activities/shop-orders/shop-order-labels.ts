import type { RefundChoice, ShopStatus } from '@paidang/domain/areas/activities/shop/order-status'

export const STATUS_COLORS: Record<ShopStatus, string> = {
  UNPAID: 'default',
  PAID: 'gold',
  SENT: 'blue',
  RECEIVED: 'green',
  CLOSED: 'default',
  REFUNDED: 'red',
}

/** The refund that the buyer requested, and the answer; absent without a request. */
export const CHOICES: Record<Exclude<RefundChoice, 'NONE'>, { label: string; color: string }> = {
  ASKED: { label: '退款待处理', color: 'gold' },
  AGREED: { label: '已同意退款', color: 'red' },
  DENIED: { label: '已拒绝退款', color: 'default' },
}

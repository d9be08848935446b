import type { Order } from '@paidang/api/areas/money/payments'
import { REFUND_WAYS, refundTargetOf } from '@paidang/domain/areas/money/payments/order'
import { yuanOf } from '@paidang/domain/kernel/fen'

/** The message after an order was cancelled. It depends on the order before: what happens to its money. */
export function cancelledText(
  done: string,
  { state, method, amountFen, refundedFen }: Pick<Order, 'state' | 'method' | 'amountFen' | 'refundedFen'>,
): string {
  const backFen = amountFen - refundedFen
  if (state !== 'PAID' || backFen <= 0) return `${done}，没有扣款`
  return `${done}，¥${yuanOf(backFen)} ${REFUND_WAYS[refundTargetOf(method)]}`
}

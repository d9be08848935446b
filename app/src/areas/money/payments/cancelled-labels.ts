import type { Order } from '@paidang/api/areas/money/payments'
import { REFUND_WAYS, refundTargetOf } from '@paidang/domain/areas/money/payments/order'
import { yuanOf } from '@paidang/domain/kernel/fen'

/** The message after an order was cancelled. It depends on the order before: what happens to its money. */
export function cancelledText(
  done: string,
  order: Pick<Order, 'state' | 'method' | 'amountFen' | 'refundedFen' | 'isEnteredAtDesk' | 'wasEnteredAtDesk'>,
): string {
  const { state, method, amountFen, refundedFen, isEnteredAtDesk, wasEnteredAtDesk } = order
  const backFen = amountFen - refundedFen
  const isAtDesk = isEnteredAtDesk || wasEnteredAtDesk
  if (state !== 'PAID' && isAtDesk) return `${done}，前台收过的 ¥${yuanOf(amountFen)} 请到前台取回`
  if (state !== 'PAID' || backFen <= 0) return `${done}，没有扣款`
  return `${done}，¥${yuanOf(backFen)} ${REFUND_WAYS[refundTargetOf(method)]}`
}

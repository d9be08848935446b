import type { RefundChoice } from '@paidang/domain/areas/shop/order-status'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { refundOrder } from '../../money/payments/refund-order.ts'
import { findPayable, listShopItems, type ShopOrderRow, updateShopOrder } from './order-queries.ts'
import { countSales, returnUnits } from './shift-units.ts'

/** The cause of the refund, as a key. Each cause occurs at most once per payment. */
type RefundCause = 'cancelled' | 'returned'

const REASONS: Record<RefundCause, string> = { cancelled: '商城订单取消', returned: '商城订单退货' }

type Refunding = {
  cause: RefundCause
  restocks: boolean
  now: Date
  /** The texts and the choice of the refund request and its answer. */
  words: { refundChoice?: RefundChoice; refundReason?: string; refundAnswer?: string }
}

/**
 * Refunds a paid and locked order in full. The refund goes to a stored card at once if the buyer has one. The units no
 * longer count as sold. With `restocks` they return to the stock.
 *
 * @returns the text about the refund for the buyer.
 * Source: decision "The shop"; invariants T2, O2
 */
export async function refundShopOrder(
  tx: Database,
  { id, paymentOrderId: orderId }: ShopOrderRow,
  { cause, restocks, words, now }: Refunding,
): Promise<string> {
  const payable = await findPayable(tx, id)
  if (!payable) throw new Error(`shop order ${id} is locked, and yet is gone`)
  const { amountFen } = payable.payment
  const reason = REASONS[cause]
  const { target } = await refundOrder(tx, { orderId, amountFen, cause, reason, target: 'CARD', now })
  await updateShopOrder(tx, id, { ...words, status: 'REFUNDED', endedAt: now, isRestocked: restocks })
  const items = await listShopItems(tx, [id])
  await countSales(tx, items, -1)
  if (restocks) await returnUnits(tx, id, items, now)
  return `¥${yuanOf(amountFen)} ${target === 'CARD' ? '已退回储值卡' : '将原路退回'}`
}

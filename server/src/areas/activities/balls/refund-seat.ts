import type { RefundTarget } from '@paidang/domain/areas/payments/order'
import type { Fen } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import type { OrderRow } from '../../money/payments/order.ts'
import { presentOrder } from '../../money/payments/present-order.ts'
import { refundOrder } from '../../money/payments/refunds.ts'

/** Why money of a game is refunded, as a code; once per payment. */
type RefundCause = 'left' | 'changed' | 'refilled' | 'cancelled' | 'repriced' | 'swapped' | 'settled'

const REASONS: Record<RefundCause, string> = {
  left: '退出球局',
  changed: '未同意球局修改',
  refilled: '空位已有人补上',
  cancelled: '球局取消',
  repriced: '球局费用变更',
  swapped: '位置已转给他人',
  settled: '按实际人数分摊，退回差额',
}

/** The amount of an order that is not refunded yet, in fen; 0 for an order that was never paid. */
export async function restOf(db: Database, order: OrderRow): Promise<Fen> {
  if (order.state !== 'PAID') return 0
  const { amountFen, refundedFen } = await presentOrder(db, order)
  return amountFen - refundedFen
}

/**
 * Refunds the rest of an order of a locked game, except `keptFen`. An unpaid order is left alone.
 *
 * Source: decision "Ball games"; invariant B7
 */
export async function refundRest(
  tx: Database,
  order: OrderRow,
  { cause, keptFen = 0, target = 'SOURCE', now }: Refunding,
): Promise<void> {
  const amountFen = (await restOf(tx, order)) - keptFen
  if (amountFen > 0) await refundOrder(tx, { orderId: order.id, amountFen, cause, reason: REASONS[cause], target, now })
}

type Refunding = { cause: RefundCause; keptFen?: Fen; target?: RefundTarget | undefined; now: Date }

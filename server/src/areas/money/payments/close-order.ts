import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { lockOrderAndObject, orderTopic } from './lock-order.ts'
import type { OrderEffects, OrderRow } from './order-effects.ts'
import { pollAtOnce } from './payment-queries.ts'
import { updateOrder } from './queries.ts'

/**
 * Closes an unpaid order and releases what it held. It takes no more money. The next poll closes its pending payments
 * at their provider. Money that still comes is refunded. A PAID or CLOSED order stays as it is.
 *
 * @returns the current row
 * @throws ApiError order_not_found
 * Source: decision "Hours and money", Payments
 */
export async function closeOrder(
  tx: Database,
  { orderId, now, effects }: { orderId: string; now: Date; effects: OrderEffects },
): Promise<OrderRow> {
  const order = await lockOrderAndObject(tx, orderId, effects)
  if (order.state !== 'UNPAID') return order
  const closed = await updateOrder(tx, orderId, { state: 'CLOSED', method: null, paidAt: null, closedAt: now })
  await pollAtOnce(tx, orderId, now)
  await effects[closed.kind].closed(tx, closed, now)
  await publishChanges(tx, [orderTopic(orderId)])
  return closed
}

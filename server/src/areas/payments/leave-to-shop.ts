import type { Database } from '../../db/database.ts'
import type { OrderEffects, OrderRow } from './order-effects.ts'
import { updateOrder } from './queries.ts'

/**
 * An order is paid to the shop itself: it counts as PAID from its beginning, without any payment here, and nothing of it ever
 * goes back through the platform. The order is new, and nobody else knows it yet.
 *
 * Source: decision record 033
 */
export async function leaveToShop(
  tx: Database,
  { orderId, effects, now }: { orderId: string; effects: OrderEffects; now: Date },
): Promise<OrderRow> {
  const order = await updateOrder(tx, orderId, { state: 'PAID', method: 'IN_SHOP', paidAt: now, closedAt: null })
  if ((await effects[order.kind].paid(tx, order, now)) === 'refused') throw new Error(`new order ${orderId} is refused`)
  return order
}

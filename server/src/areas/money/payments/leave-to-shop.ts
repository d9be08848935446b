import type { Database } from '../../../db/database.ts'
import type { OrderEffects, OrderRow } from './order-effects.ts'
import { updateOrder } from './queries.ts'

/**
 * Marks a new order as paid directly to the shop. It is PAID from the start, without any payment on the platform. None
 * of it is ever refunded through the platform. The order must be new, so that no other request can know it.
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

import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import type { OrderEffects, OrderRow } from './order-effects.ts'
import { findOrder, lockOrder } from './queries.ts'

/** The topic of one order in the change feed. */
export const orderTopic = (orderId: string) => `order|${orderId}`

/**
 * Locks what an order buys, then the order. Everybody who may change both locks in this sequence.
 *
 * @throws ApiError order_not_found
 */
export async function lockOrderAndObject(tx: Database, orderId: string, effects: OrderEffects): Promise<OrderRow> {
  const seen = await findOrder(tx, orderId)
  if (seen) await effects[seen.kind].lock?.(tx, seen.objectId)
  const order = seen && (await lockOrder(tx, orderId))
  if (!order) throw new ApiError('order_not_found')
  return order
}

import type { Order } from '@paidang/api/areas/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { presentOrder } from '../payments/present-order.ts'
import { findView } from './ball-queries.ts'
import { findLatestOrder } from './seat-queries.ts'

/**
 * The latest order of somebody in a game: his own, or for the game's initiator anybody's, without how the money goes back,
 * which is between the payer and his bank.
 *
 * @throws ApiError order_not_found
 * Source: permission matrix
 */
export async function readSeatOrder(
  db: Database,
  { ballId, userId, by }: { ballId: string; userId: string; by: string },
): Promise<Order> {
  const view = await findView(db, ballId, by)
  const order = view && (userId === by || view.initiatorId === by) && (await findLatestOrder(db, ballId, userId))
  if (!order) throw new ApiError('order_not_found')
  const presented = await presentOrder(db, order)
  return userId === by ? presented : { ...presented, method: null, refunds: [] }
}

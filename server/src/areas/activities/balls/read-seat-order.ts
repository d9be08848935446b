import type { Order } from '@paidang/api/areas/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { presentOrder } from '../../money/payments/present-order.ts'
import { findView } from './ball-queries.ts'
import { findLatestOrder } from './seat-queries.ts'

/**
 * The latest order of a user in a game. Callers read their own, and the game's initiator reads anybody's, without the
 * refund target. That is between the payer and their bank.
 *
 * @throws ApiError order_not_found
 * Source: permission matrix
 */
export async function readSeatOrder(
  db: Database,
  { ballId, userId, actorId }: { ballId: string; userId: string; actorId: string },
): Promise<Order> {
  const view = await findView(db, ballId, actorId)
  const order =
    view && (userId === actorId || view.initiatorId === actorId) && (await findLatestOrder(db, ballId, userId))
  if (!order) throw new ApiError('order_not_found')
  const presented = await presentOrder(db, order)
  return userId === actorId ? presented : { ...presented, method: null, refunds: [] }
}

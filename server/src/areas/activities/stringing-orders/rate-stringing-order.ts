import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { addReview, findReview, lockStringingOrder } from './order-queries.ts'

type Rating = { orderId: string; actorId: string; stars: number; text: string; now: Date }

/**
 * Saves a player's review of a finished job and updates the shop's rating. There is one review per job; a repeat of the
 * same review changes nothing.
 *
 * @throws ApiError stringing_not_found, also for an order of another person; stringing_settled, stringing_rated
 */
export async function rateStringingOrder(db: Database, { orderId, actorId, stars, text, now }: Rating): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    if (order?.userId !== actorId) throw new ApiError('stringing_not_found')
    if (order.status !== 'COMPLETED') throw new ApiError('stringing_settled')
    const said = { stars, text: text.trim() }
    const { merchantId } = order
    if (await addReview(tx, { orderId, merchantId, userId: actorId, ...said, createdAt: now })) return
    const earlier = await findReview(tx, orderId)
    if (earlier?.stars !== said.stars || earlier.text !== said.text) throw new ApiError('stringing_rated')
  })
}

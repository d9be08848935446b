import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { addReview, findReview, lockStringingOrder } from './order-queries.ts'

type Rating = { orderId: string; by: string; stars: number; text: string; now: Date }

/**
 * The player says what he thinks of a finished job, and the shop's rating moves with it. He says it once; the same again
 * changes nothing.
 *
 * @throws ApiError stringing_not_found also for another's; stringing_settled, stringing_rated
 */
export async function rateStringingOrder(db: Database, { orderId, by, stars, text, now }: Rating): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    if (order?.userId !== by) throw new ApiError('stringing_not_found')
    if (order.status !== 'COMPLETED') throw new ApiError('stringing_settled')
    const said = { stars, text: text.trim() }
    const { merchantId } = order
    if (await addReview(tx, { orderId, merchantId, userId: by, ...said, createdAt: now })) return
    const earlier = await findReview(tx, orderId)
    if (earlier?.stars !== said.stars || earlier.text !== said.text) throw new ApiError('stringing_rated')
  })
}

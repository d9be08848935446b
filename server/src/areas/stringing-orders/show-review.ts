import type { Database } from '../../db/database.ts'
import { lockStringingOrder } from './order-queries.ts'

/** Locks the order of a review until the transaction ends. */
export async function lockReviewedOrder(tx: Database, orderId: string): Promise<void> {
  await lockStringingOrder(tx, orderId)
}

import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { orderTopic } from './lock-order.ts'
import { expireOrderBy } from './queries.ts'

/** What an unpaid order buys is to be had only until then: it expires no later. */
export async function shortenOrder(tx: Database, { orderId, until }: { orderId: string; until: Date }): Promise<void> {
  await expireOrderBy(tx, orderId, until)
  await publishChanges(tx, [orderTopic(orderId)])
}

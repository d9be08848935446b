import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { orderTopic } from './lock-order.ts'
import { expireOrderBy } from './queries.ts'

/** Lets an unpaid order expire at `until` at the latest, because what it buys is available only until then. */
export async function shortenOrder(tx: Database, { orderId, until }: { orderId: string; until: Date }): Promise<void> {
  await expireOrderBy(tx, orderId, until)
  await publishChanges(tx, [orderTopic(orderId)])
}

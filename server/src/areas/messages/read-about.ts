import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { markReadAbout } from './inbox-queries.ts'
import { type MessageObject, messagesTopic } from './tell.ts'

/**
 * Who acts on an object has read all messages about it, wherever they did so. In the transaction of the deed; what still asks
 * for a verdict stays open.
 */
export async function readAbout(tx: Database, about: MessageObject, receiverId: string): Promise<void> {
  if (await markReadAbout(tx, { receiverId, ...about })) await publishChanges(tx, [messagesTopic(receiverId)])
}

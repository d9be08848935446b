import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { messagesTopic } from '../../../db/topics.ts'
import { markReadAbout } from './inbox-queries.ts'
import type { MessageObject } from './notify.ts'

/**
 * Marks all messages about an object as read for the person who acts on it, wherever they act. Runs in the transaction
 * of the action. Open requests remain open.
 */
export async function readAbout(tx: Database, about: MessageObject, receiverId: string): Promise<void> {
  if (await markReadAbout(tx, { receiverId, ...about })) await publishChanges(tx, [messagesTopic(receiverId)])
}

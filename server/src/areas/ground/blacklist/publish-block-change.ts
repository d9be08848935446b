import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { messagesTopic } from '../../../db/topics.ts'

/** Makes open inboxes of both people reload. A message of one to the other may now be hidden, or shown again. */
export async function publishBlockChange(tx: Database, ownerId: string, targetIds: readonly string[]): Promise<void> {
  if (targetIds.length > 0) await publishChanges(tx, [ownerId, ...targetIds].map(messagesTopic))
}

import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { messagesTopic } from '../messages/tell.ts'

/** Open inboxes of both read anew: what one told the other may be hidden now, or shown again. */
export async function publishApart(tx: Database, ownerId: string, targetIds: readonly string[]): Promise<void> {
  if (targetIds.length > 0) await publishChanges(tx, [ownerId, ...targetIds].map(messagesTopic))
}

import type { Verdict } from '@paidang/domain/kernel/approval'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { messagesTopic } from '../../../db/topics.ts'
import { markDecided } from './inbox-queries.ts'
import type { MessageObject } from './notify.ts'

/**
 * Gives every open request about an object the verdict that was reached in any way, so that none stays open. A request
 * that can no longer happen counts as rejected. A request that was taken back asks nothing (null). With `receiverId`
 * only the requests to that person are settled. Runs in the transaction that settles the object, and takes its locks
 * last.
 */
export async function settleRequests(
  tx: Database,
  { kind, id }: MessageObject,
  verdict: Verdict | null,
  receiverId?: string,
): Promise<void> {
  const receiverIds = await markDecided(tx, { kind, id, verdict, receiverId })
  if (receiverIds.length > 0) await publishChanges(tx, receiverIds.map(messagesTopic))
}

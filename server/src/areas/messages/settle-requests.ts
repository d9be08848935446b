import type { Verdict } from '@paidang/domain/kernel/approval'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { markDecided } from './inbox-queries.ts'
import { type MessageObject, messagesTopic } from './tell.ts'

/**
 * Gives every message that still asks for a decision about an object the verdict that was reached, however it was: none stays
 * open for what is settled. What has come to nothing counts as rejected; what was taken back asks nothing (null).
 * With `receiverId` only what that person was asked is settled.
 * In the transaction that settles the object, last in the order of locks.
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

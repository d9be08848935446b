import { APPROVAL, type Verdict } from '@paidang/domain/kernel/approval'
import { and, eq, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { messagesTopic } from '../../../db/topics.ts'
import { messages } from '../../../tables/messages.ts'
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
  const open = and(
    eq(messages.objectKind, kind),
    eq(messages.objectId, id),
    eq(messages.approveStatus, APPROVAL.PENDING),
    receiverId === undefined ? undefined : eq(messages.receiverId, receiverId),
  )
  const settled = await tx
    .update(messages)
    .set({ approveStatus: verdict, readStatus: 1 })
    .where(open)
    .returning({ receiverId: messages.receiverId })
  if (settled.length > 0)
    await publishChanges(
      tx,
      settled.map(({ receiverId }) => messagesTopic(receiverId)),
    )
}

/**
 * Marks all messages about an object as read for the person who acts on it, wherever they act. Runs in the transaction
 * of the action. Open requests remain open.
 */
export async function readAbout(tx: Database, { kind, id }: MessageObject, receiverId: string): Promise<void> {
  const unread = and(
    eq(messages.receiverId, receiverId),
    eq(messages.objectKind, kind),
    eq(messages.objectId, id),
    eq(messages.readStatus, 0),
    sql`${messages.approveStatus} is distinct from ${APPROVAL.PENDING}`,
  )
  const { rowCount } = await tx.update(messages).set({ readStatus: 1 }).where(unread)
  if (rowCount) await publishChanges(tx, [messagesTopic(receiverId)])
}

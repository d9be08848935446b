import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, eq, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { messagesTopic } from '../../../db/topics.ts'
import { messages } from '../../../tables/messages.ts'
import type { MessageObject } from './notify.ts'

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

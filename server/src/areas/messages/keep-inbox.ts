import type { Message } from '@paidang/api/areas/messages'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { type Decision, type Effect, type Effects, objectOf } from './decide-message.ts'
import { findMessage, markAllRead, markDeleted, markRead } from './inbox-queries.ts'
import { presentMessage } from './present-message.ts'
import type { MessageCategory } from './tables.ts'
import { messagesTopic } from './tell.ts'

/**
 * The receiver has read a message; a request stays open. Reading again answers the same.
 *
 * @throws ApiError message_not_found, the same for one that is absent, deleted or another's
 */
export async function readMessage(
  db: Database,
  { messageId, by }: { messageId: string; by: string },
): Promise<Message> {
  return db.transaction(async (tx) => {
    const own = { id: messageId, receiverId: by }
    if (await markRead(tx, own)) await publishChanges(tx, [messagesTopic(by)])
    const row = await findMessage(tx, own)
    if (!row) throw new ApiError('message_not_found')
    return presentMessage(row)
  })
}

/** The receiver has read all his messages of one category, or all; requests stay open. @returns how many were unread */
export async function readAllMessages(
  db: Database,
  { category, by }: { category: MessageCategory | undefined; by: string },
): Promise<{ read: number }> {
  return db.transaction(async (tx) => {
    const read = await markAllRead(tx, { receiverId: by, category })
    if (read > 0) await publishChanges(tx, [messagesTopic(by)])
    return { read }
  })
}

/** Whether the receiver can still decide: their no is tried, and undone with what the caller throws. */
async function canReject(tx: Database, effect: Effect, asked: Omit<Decision, 'verdict'>): Promise<boolean> {
  try {
    await tx.transaction((inner) => effect.decide(inner, { ...asked, verdict: APPROVAL.REJECTED }))
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

type Deleting = { messageId: string; by: string; now: Date; effects: Effects }

/**
 * The receiver deletes a message from their list, unless it asks for a decision that they can still make. Deleting again answers
 * the same.
 *
 * @throws ApiError message_not_found, the same for one that is absent or another's; message_waits
 * Source: decision record 020
 */
export async function deleteMessage(db: Database, { messageId, by, now, effects }: Deleting): Promise<null> {
  const own = { id: messageId, receiverId: by }
  return db.transaction(async (tx) => {
    const asked = await findMessage(tx, own)
    const object = asked && objectOf(asked)
    const effect = object && effects[object.kind]
    if (effect) await effect.lock(tx, object.id)

    // Only now: whoever decided at the same moment has been waited for.
    const isAsking = (await findMessage(tx, own))?.message.approveStatus === APPROVAL.PENDING
    if (isAsking && effect && asked) {
      const { senderId: askedBy } = asked.message
      if (await canReject(tx, effect, { objectId: object.id, askedBy, by, now })) throw new ApiError('message_waits')
    }
    if (!(await markDeleted(tx, { ...own, isAsking, now }))) throw new ApiError('message_not_found')
    await publishChanges(tx, [messagesTopic(by)])
    return null
  })
}

import type { Message } from '@paidang/api/areas/messages'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { messagesTopic } from '../../../db/topics.ts'
import type { MessageCategory } from '../../../tables/messages.ts'
import { type Decision, type Effect, type MessageEffects, objectOf } from './decide-message.ts'
import { findMessage, markAllRead, markDeleted, markRead } from './inbox-queries.ts'
import { presentMessage } from './present-message.ts'

/**
 * Marks a message as read for its receiver. A request stays open. Reading again answers the same.
 *
 * @throws ApiError message_not_found, also for a deleted message or another person's
 */
export async function readMessage(
  db: Database,
  { messageId, actorId }: { messageId: string; actorId: string },
): Promise<Message> {
  return db.transaction(async (tx) => {
    const own = { id: messageId, receiverId: actorId }
    if (await markRead(tx, own)) await publishChanges(tx, [messagesTopic(actorId)])
    const row = await findMessage(tx, own)
    if (!row) throw new ApiError('message_not_found')
    return presentMessage(row)
  })
}

/**
 * Marks all messages of the receiver as read, or those of one category. Requests stay open.
 *
 * @returns how many were unread
 */
export async function readAllMessages(
  db: Database,
  { category, actorId }: { category: MessageCategory | undefined; actorId: string },
): Promise<{ read: number }> {
  return db.transaction(async (tx) => {
    const read = await markAllRead(tx, { receiverId: actorId, category })
    if (read > 0) await publishChanges(tx, [messagesTopic(actorId)])
    return { read }
  })
}

/** Whether the receiver can still decide. Tries a rejection, which the error of the caller then rolls back. */
async function canReject(tx: Database, effect: Effect, asked: Omit<Decision, 'verdict'>): Promise<boolean> {
  try {
    await tx.transaction((inner) => effect.decide(inner, { ...asked, verdict: APPROVAL.REJECTED }))
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

type Deleting = { messageId: string; actorId: string; now: Date; effects: MessageEffects }

/**
 * Deletes a message from its receiver's list, unless it has a request that they can still decide. Deleting again
 * answers the same.
 *
 * @throws ApiError message_not_found, also for another person's message; message_waits (the request can still be
 *   decided).
 * Source: decision record 020
 */
export async function deleteMessage(db: Database, { messageId, actorId, now, effects }: Deleting): Promise<null> {
  const own = { id: messageId, receiverId: actorId }
  return db.transaction(async (tx) => {
    const asked = await findMessage(tx, own)
    const object = asked && objectOf(asked)
    const effect = object && effects[object.kind]
    if (effect) await effect.lock(tx, object.id)

    // The message is read after the lock, because the lock waits for concurrent decisions.
    const isAsking = (await findMessage(tx, own))?.message.approveStatus === APPROVAL.PENDING
    if (isAsking && effect && asked) {
      const { senderId: requestedBy } = asked.message
      if (await canReject(tx, effect, { objectId: object.id, requestedBy, actorId, seen: undefined, now }))
        throw new ApiError('message_waits')
    }
    if (!(await markDeleted(tx, { ...own, isAsking, now }))) throw new ApiError('message_not_found')
    await publishChanges(tx, [messagesTopic(actorId)])
    return null
  })
}

import type { Message } from '@paidang/api/areas/messages'
import { ApiError } from '@paidang/api/catalogue/errors'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
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

/**
 * The receiver deletes a message from his list. A request that he has not decided stays open: one for his venue at the venue's
 * page, any other not with him. Deleting again answers the same.
 *
 * @throws ApiError message_not_found, the same for one that is absent or another's
 */
export async function deleteMessage(
  db: Database,
  { messageId, by, now }: { messageId: string; by: string; now: Date },
): Promise<null> {
  return db.transaction(async (tx) => {
    if (!(await markDeleted(tx, { id: messageId, receiverId: by }, now))) throw new ApiError('message_not_found')
    await publishChanges(tx, [messagesTopic(by)])
    return null
  })
}

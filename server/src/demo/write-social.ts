import { messages, outbox } from '../areas/messages/tables.ts'
import type { Database } from '../db/database.ts'
import type { World } from './world.ts'
import { type Ids, writeAll, writeWithIds } from './write.ts'

/** Writes the messages, each with an outbox row that counts as sent: nobody of the demo world has an openId. */
export async function writeMessages(tx: Database, { messages: planned }: World, ids: Ids): Promise<void> {
  await writeWithIds(ids, planned, (batch) =>
    tx
      .insert(messages)
      .values(
        batch.map(({ receiver, sender, object, at, ...row }) => ({
          ...row,
          receiverId: ids.of(receiver),
          senderId: sender && ids.of(sender),
          objectKind: object?.kind ?? null,
          objectId: object && ids.of(object.plan),
          createdAt: at,
        })),
      )
      .returning({ id: messages.id }),
  )
  await writeAll(planned, (batch) =>
    tx.insert(outbox).values(
      batch.map((message) => ({
        messageId: ids.of(message),
        channel: 'wechat' as const,
        payload: { title: message.title },
        attempts: 1,
        nextAttemptAt: message.at,
        sentAt: message.at,
      })),
    ),
  )
}

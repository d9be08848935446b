import type { Database } from '../db/database.ts'
import { businessCards } from '../tables/business-cards.ts'
import { messages } from '../tables/messages.ts'
import { BUSINESS_CARDS } from './business-cards.ts'
import { avatarPicture } from './pictures.ts'
import type { World } from './world.ts'
import { type Ids, writeWithIds } from './write.ts'

/** Writes the messages. Nothing is sent to WeChat for past messages. */
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
}

/** Writes the business cards. */
export async function writeBusinessCards(tx: Database, { people, now }: World, ids: Ids): Promise<void> {
  await tx.insert(businessCards).values(
    BUSINESS_CARDS.map(({ username, ...card }) => {
      const owner = people.named(username)
      return { ...card, userId: ids.of(owner), name: owner.nickname, avatar: avatarPicture(owner.n), savedAt: now }
    }),
  )
}

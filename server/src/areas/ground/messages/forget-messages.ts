import { eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { messageSettings, messages, outbox, subscriptions } from '../../../tables/messages.ts'

/** Deletes all messages of a person, with their settings, when their account ends. */
export async function forgetMessages(tx: Database, userId: string): Promise<void> {
  const own = tx.select({ id: messages.id }).from(messages).where(eq(messages.receiverId, userId))
  await tx.delete(outbox).where(inArray(outbox.messageId, own))
  await tx.delete(messages).where(eq(messages.receiverId, userId))
  await tx.delete(messageSettings).where(eq(messageSettings.userId, userId))
  await tx.delete(subscriptions).where(eq(subscriptions.userId, userId))
}

import { eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processInBatches } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { messageSettings, messages, outbox, reminders, subscriptions } from '../../../tables/messages.ts'

/** Deletes ended messages. Keeps requests without an answer, and messages whose outbox row is still waiting. */
async function deleteMessages(db: Database, ended: SQL, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${messages} where id in (
      select m.id from ${messages} m
      where m.approve_status is distinct from 0 and not exists (select 1 from ${outbox} o where o.message_id = m.id)
        and ${ended} limit ${limit} for update skip locked)`)
  return rowCount ?? 0
}

/** Removes old messages, messages that their receivers deleted a while ago, and records of given reminders. */
export async function cleanupMessages({ db, now, signal }: JobContext): Promise<void> {
  const old = sql`m.created_at < ${keptSince('messages', now)} order by m.created_at`
  await processInBatches(signal, (limit) => deleteMessages(db, old, limit))
  const deleted = sql`m.deleted_at < ${keptSince('deletedMessages', now)}`
  await processInBatches(signal, (limit) => deleteMessages(db, deleted, limit))
  await db.delete(reminders).where(lt(reminders.beginsAt, keptSince('reminders', now)))
}

/** Removes outbox rows a month after they were sent or given up. The messages themselves remain longer. */
export async function cleanupOutbox({ db, now }: JobContext): Promise<void> {
  const before = keptSince('outbox', now)
  await db.delete(outbox).where(or(lt(outbox.sentAt, before), lt(outbox.givenUpAt, before)))
}

/** Deletes all messages of a person, with their settings, when their account ends. */
export async function forgetMessages(tx: Database, userId: string): Promise<void> {
  const own = tx.select({ id: messages.id }).from(messages).where(eq(messages.receiverId, userId))
  await tx.delete(outbox).where(inArray(outbox.messageId, own))
  await tx.delete(messages).where(eq(messages.receiverId, userId))
  await tx.delete(messageSettings).where(eq(messageSettings.userId, userId))
  await tx.delete(subscriptions).where(eq(subscriptions.userId, userId))
}

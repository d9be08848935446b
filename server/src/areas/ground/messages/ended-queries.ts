import { lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { messages, outbox, reminders } from '../../../tables/messages.ts'

type Ended = { before: Date; limit: number }

/** Keeps requests without an answer, and messages whose outbox row is still waiting. */
const mayGo = sql`m.approve_status is distinct from 0 and not exists (select 1 from ${outbox} o where o.message_id = m.id)`

/**
 * Deletes messages written before an instant, oldest first.
 *
 * @returns how many
 */
export async function deleteOldMessages(db: Database, { before, limit }: Ended): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${messages} where id in (
      select m.id from ${messages} m where m.created_at < ${before} and ${mayGo}
      order by m.created_at limit ${limit} for update skip locked)`)
  return rowCount ?? 0
}

/**
 * Deletes messages that their receivers deleted before an instant.
 *
 * @returns how many
 */
export async function deleteDeletedMessages(db: Database, { before, limit }: Ended): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${messages} where id in (
      select m.id from ${messages} m where m.deleted_at < ${before} and ${mayGo} limit ${limit} for update skip locked)`)
  return rowCount ?? 0
}

/** Deletes the records of reminders about classes and games that began before an instant. */
export async function deleteReminders(db: Database, before: Date): Promise<void> {
  await db.delete(reminders).where(lt(reminders.beginsAt, before))
}

import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { messageSettings, subscriptions } from '../../../tables/messages.ts'

/** A person's quiet hours. Undefined without settings. */
export async function findSettings(
  db: Database,
  userId: string,
): Promise<typeof messageSettings.$inferSelect | undefined> {
  const [row] = await db.select().from(messageSettings).where(eq(messageSettings.userId, userId))
  return row
}

/** The remaining messages of each template for a person. */
export async function listQuotas(db: Database, userId: string): Promise<Map<string, number>> {
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return new Map(rows.map(({ template, quota }) => [template, quota]))
}

export async function upsertSettings(tx: Database, settings: typeof messageSettings.$inferInsert): Promise<void> {
  await tx
    .insert(messageSettings)
    .values(settings)
    .onConflictDoUpdate({
      target: messageSettings.userId,
      set: { quietFrom: sql`excluded.quiet_from`, quietTo: sql`excluded.quiet_to` },
    })
}

/** Adds one message to the remaining ones of each of these templates. */
export async function addQuotas(tx: Database, userId: string, templates: readonly string[]): Promise<void> {
  if (templates.length === 0) return
  await tx
    .insert(subscriptions)
    .values(templates.map((template) => ({ userId, template, quota: 1 })))
    .onConflictDoUpdate({
      target: [subscriptions.userId, subscriptions.template],
      set: { quota: sql`${subscriptions.quota} + 1` },
    })
}

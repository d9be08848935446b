import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations } from '../../../tables/classes.ts'

/** How often the share link of a class was renewed; 0 for an unknown class. */
export async function findShareVersion(db: Database, id: string): Promise<number> {
  const [row] = await db.select({ version: invitations.shareVersion }).from(invitations).where(eq(invitations.id, id))
  return row?.version ?? 0
}

/** Gives the class another share link. */
export async function renewShare(tx: Database, id: string): Promise<void> {
  const shareVersion = sql`${invitations.shareVersion} + 1`
  await tx.update(invitations).set({ shareVersion }).where(eq(invitations.id, id))
}

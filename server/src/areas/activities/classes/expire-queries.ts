import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations } from '../../../tables/classes.ts'

/** Requests whose time to be answered had passed at `now`, by id. Those that are locked by an action are left out. */
export async function listStaleIds(
  db: Database,
  { now, afterId, limit }: { now: Date; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  return db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(eq(invitations.invitationStatus, 'PENDING'), lte(invitations.expiresAt, now), gt(invitations.id, afterId)),
    )
    .orderBy(asc(invitations.id))
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** Locks an invitation's row unless it is locked already. @returns whether it did */
export async function lockUnlessBusy(tx: Database, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(eq(invitations.id, id))
    .for('update', { skipLocked: true })
  return rows.length === 1
}

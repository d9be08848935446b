import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'

/** Locks a player until the end of the transaction, so that simultaneous requests are counted one after the other. */
export async function lockOpenRequests(tx: Database, playerId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, playerId)).for('no key update')
}

/** How many requests of a player wait for an answer at `now`: with one coach, and in all. */
export async function countOpenRequests(
  tx: Database,
  { playerId, coachId, now }: { playerId: string; coachId: string; now: Date },
): Promise<{ withCoach: number; inAll: number }> {
  const [row] = await tx
    .select({
      withCoach: sql<number>`count(*) filter (where ${invitations.coachId} = ${coachId})`.mapWith(Number),
      inAll: sql<number>`count(*)`.mapWith(Number),
    })
    .from(invitations)
    .where(
      and(
        eq(invitations.initiatorId, playerId),
        eq(invitations.initiatorRole, 'player'),
        // Matches the condition of the index, so that old requests are not searched.
        eq(invitations.invitationStatus, 'PENDING'),
        gt(invitations.expiresAt, now),
      ),
    )
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

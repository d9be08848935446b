import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import { invitations } from './tables.ts'

/** Holds a player until the end of the transaction, so that requests they send at once are counted one after the other. */
export async function lockAsking(tx: Database, playerId: string): Promise<void> {
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
        // Said as the index says it: what a player asked for in former years is not looked through.
        eq(invitations.invitationStatus, 'PENDING'),
        gt(invitations.expiresAt, now),
      ),
    )
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

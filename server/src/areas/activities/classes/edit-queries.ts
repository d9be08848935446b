import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { seats } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'

/** Those of these people who are coaches. */
export async function listCoachIds(db: Database, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), ne(users.userType, 0)))
  return rows.map(({ id }) => id)
}

/** Invites people to a class, also those who left it. */
export async function insertInvited(
  tx: Database,
  { invitationId, userIds, now }: { invitationId: string; userIds: readonly string[]; now: Date },
): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .insert(seats)
    .values(
      userIds.map((userId) => ({
        invitationId,
        userId,
        state: 'INVITED' as const,
        heldSessions: 0,
        round: 0,
        joinedAt: now,
      })),
    )
    .onConflictDoUpdate({ target: [seats.invitationId, seats.userId], set: { state: 'INVITED' } })
}

/** Asks every player with a seat in a changed class to agree. */
export async function markChanged(tx: Database, invitationId: string, now: Date): Promise<void> {
  await tx
    .update(seats)
    .set({ changedAt: now })
    .where(and(eq(seats.invitationId, invitationId), eq(seats.state, 'JOINED')))
}

/** Withdraws invitations. A player who once had a seat keeps the row, since later cancellations are judged by it. */
export async function withdrawInvited(
  tx: Database,
  { invitationId, userIds }: { invitationId: string; userIds: readonly string[] },
): Promise<void> {
  if (userIds.length === 0) return
  const invited = and(
    eq(seats.invitationId, invitationId),
    inArray(seats.userId, [...userIds]),
    eq(seats.state, 'INVITED'),
  )
  await tx.delete(seats).where(and(invited, isNull(seats.contractId), isNull(seats.lateCancelledAt)))
  await tx.update(seats).set({ state: 'LEFT' }).where(invited)
}

import { and, eq, gte, inArray, not, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { seats } from '../../../tables/classes.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'

/** A joining user: the name, and whether they are a coach of any kind. */
export async function findJoiner(db: Database, userId: string) {
  const [row] = await db
    .select({
      nickname: users.nickname,
      isCoach: sql<boolean>`${users.userType} <> 0`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

/** SQL condition: a player is a coach's student, and neither has the other on their blacklist. */
const isStudent = (coachId: string, userIds: readonly string[]) =>
  and(
    eq(studentRelations.coachId, coachId),
    inArray(studentRelations.playerId, [...userIds]),
    not(isBlockedBetween(studentRelations.playerId, coachId)),
  )

/** How many of these people are students of a coach and not blocked from the coach. */
export async function countStudents(db: Database, coachId: string, userIds: readonly string[]): Promise<number> {
  return db.$count(studentRelations, isStudent(coachId, userIds))
}

/**
 * Whether all of these people are students of a coach and not blocked. Locks this until the transaction ends. A
 * concurrent removal of a student waits, and then sees the class.
 */
export async function lockStudentsForShare(
  tx: Database,
  coachId: string,
  userIds: readonly string[],
): Promise<boolean> {
  if (userIds.length === 0) return true
  const kept = await tx
    .select({ playerId: studentRelations.playerId })
    .from(studentRelations)
    .where(isStudent(coachId, userIds))
    .for('key share')
  return kept.length === new Set(userIds).size
}

/** Inserts new seats, which hold no hours yet. */
export async function insertSeats(
  tx: Database,
  rows: readonly { invitationId: string; userId: string; state: 'INVITED' | 'JOINED'; now: Date }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.insert(seats).values(rows.map(({ now, ...seat }) => ({ ...seat, heldSessions: 0, round: 0, joinedAt: now })))
}

/**
 * What each of these people could pay for one class of a course on a day. It is the most lesson hours available on one
 * contract until then, since a hold uses one contract.
 */
export async function listAvailableHours(
  db: Database,
  { userIds, courseId, day }: { userIds: readonly string[]; courseId: string; day: string },
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({
      userId: contracts.userId,
      hours: sql<number>`max(${contracts.remainingSessions} - ${contracts.heldSessions})`.mapWith(Number),
    })
    .from(contracts)
    .where(
      and(inArray(contracts.userId, [...userIds]), eq(contracts.courseId, courseId), gte(contracts.expiryDate, day)),
    )
    .groupBy(contracts.userId)
  return new Map(rows.map(({ userId, hours }) => [userId, hours]))
}

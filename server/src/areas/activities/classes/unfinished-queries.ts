import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { and, asc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { userSuspensions } from '../../../tables/auth.ts'
import { invitations, isToCome, seats } from '../../../tables/classes.ts'

/** SQL condition: a class is active although its end is past at an instant. Few rows, with an index of their own. */
export function stoodUntil(instant: Date): SQL | undefined {
  return and(
    eq(invitations.invitationStatus, 'CONFIRMED'),
    sql`(${invitations.courseDate}, ${invitations.endTimeSlot}) <= (${dayOf(instant)}::date, ${halfHourOfInstant(instant)}::smallint)`,
  )
}

/**
 * Active classes that had ended by an instant, by id. Optionally only those whose coach was not asked to complete them.
 */
export async function listUnfinishedIds(
  db: Database,
  {
    endedBy,
    isToBeAsked = false,
    afterId,
    limit,
  }: { endedBy: Date; isToBeAsked?: boolean; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  const { id, finishAskedAt } = invitations
  return db
    .select({ id })
    .from(invitations)
    .where(and(stoodUntil(endedBy), isToBeAsked ? isNull(finishAskedAt) : undefined, gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit)
}

/** A coach's active classes that have ended, earliest first. */
export async function listUnfinishedOfCoach(
  db: Database,
  { coachId, now, limit }: { coachId: string; now: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(stoodUntil(now), eq(invitations.coachId, coachId)))
    .orderBy(asc(invitations.courseDate), asc(invitations.beginTimeSlot), asc(invitations.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Whether a user was suspended at an instant, independent of their state since. */
export async function wasSuspendedAt(db: Database, userId: string, instant: Date): Promise<boolean> {
  const { createdAt, until, endedAt } = userSuspensions
  const held = and(
    eq(userSuspensions.userId, userId),
    lte(createdAt, instant),
    or(isNull(until), gt(until, instant)),
    or(isNull(endedAt), gt(endedAt, instant)),
  )
  return (await db.$count(userSuspensions, held)) > 0
}

/** The seats in a coach's future classes, by class and player. */
export async function listSeatsToCome(db: Database, { coachId, now }: { coachId: string; now: Date }) {
  const { id, courseDate, beginTimeSlot, endTimeSlot, courseDesignName } = invitations
  return db
    .select({ id, courseDate, beginTimeSlot, endTimeSlot, courseDesignName, userId: seats.userId })
    .from(invitations)
    .innerJoin(seats, and(eq(seats.invitationId, id), eq(seats.state, 'JOINED')))
    .where(and(eq(invitations.coachId, coachId), isToCome(now)))
    .orderBy(asc(id), asc(seats.userId))
}

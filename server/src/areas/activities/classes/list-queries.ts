import type { Sord } from '@paidang/api/shapes'
import type { InvitationStatus } from '@paidang/domain/areas/classes/invitation-status'
import { and, asc, between, desc, eq, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { ACTIVE_STATUSES, hasStatus, invitations, isInviteHiddenByBlock, seats } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { pageNearestIds } from './nearest-queries.ts'

/** The condition for classes in one of these states, and in which the user's part has one of these. */
export const inStates = (
  userId: string,
  { statuses, responses }: { statuses?: InvitationStatus[] | undefined; responses?: string[] | undefined },
  now: Date,
) => and(statuses && hasStatus(statuses, now), responses && hasResponded(userId, responses))

/** Without a seat the user is the coach. */
const hasResponded = (userId: string, states: readonly string[]) =>
  sql`coalesce((select s.state from ${seats} s where s.invitation_id = ${invitations}.id and s.user_id = ${userId}), 'COACH')
    in ${states}`

/** The classes that a user takes part in or was asked to, as player or coach, filtered by status. */
export async function pageOwnInvitationIds(
  db: Database,
  {
    userId,
    status,
    sord,
    limit,
    offset,
  }: { userId: string; status: SQL | undefined; sord: Sord; limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const own = and(
    sql`${invitations.id} in (
      select ${seats.invitationId} from ${seats} where ${seats.userId} = ${userId}
      union select i.id from ${invitations} i where i.coach_id = ${userId})`,
    status,
    not(isInviteHiddenByBlock(userId)),
  )
  const order = sord === 'asc' ? asc : desc
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(own)
    .orderBy(order(invitations.responseTime), order(invitations.id))
    .limit(limit)
    .offset(offset)
  return { ids: rows.map(({ id }) => id), total: await db.$count(invitations, own) }
}

/** The same by the days of the classes. Those to come are first, the nearest on top. */
export async function pageOwnNearestIds(
  db: Database,
  {
    userId,
    status,
    now,
    ...window
  }: { userId: string; status: SQL | undefined; now: Date; limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const sources = [
    sql`${invitations.coachId} = ${userId}`,
    sql`${invitations.id} in (select ${seats.invitationId} from ${seats} where ${seats.userId} = ${userId})`,
  ]
  return pageNearestIds(db, { sources, also: and(status, not(isInviteHiddenByBlock(userId))), now }, window)
}

/** A coach's classes of one day, by begin. Those that came to nothing are left out. */
export async function listCoachDayIds(db: Database, coachId: string, day: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.coachId, coachId), eq(invitations.courseDate, day), hasStatus(ACTIVE_STATUSES, now)))
    .orderBy(asc(invitations.beginTimeSlot), asc(invitations.id))
    .limit(100)
  return rows.map(({ id }) => id)
}

/** More than any user has in two months. */
const MAX_AGENDA = 1_000

/**
 * A user's classes from one day to another, both included, by time. These are classes that they teach or have a seat
 * in. Classes that they are asked to count while they can be joined. Those that came to nothing are left out.
 */
export async function listAgendaIds(
  db: Database,
  { userId, from, to, now }: { userId: string; from: string; to: string; now: Date },
): Promise<string[]> {
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        sql`${invitations.id} in (
          select i.id from ${invitations} i where i.coach_id = ${userId} and i.course_date between ${from}::date and ${to}::date
          union select s.invitation_id from ${seats} s where s.user_id = ${userId} and s.state = 'JOINED'
          union select s.invitation_id from ${seats} s join ${invitations} i on i.id = s.invitation_id
            where s.user_id = ${userId} and s.state = 'INVITED' and i.invitation_status in ('PENDING', 'CONFIRMED'))`,
        between(invitations.courseDate, from, to),
        hasStatus(ACTIVE_STATUSES, now),
        not(isInviteHiddenByBlock(userId)),
      ),
    )
    .orderBy(asc(invitations.courseDate), asc(invitations.beginTimeSlot), asc(invitations.id))
    .limit(MAX_AGENDA)
  return rows.map(({ id }) => id)
}

/** Who teaches a course, by name. Suspended coaches and coaches blocked from `actorId` are left out. */
export async function listCourseCoaches(
  db: Database,
  { courseId, actorId, now }: { courseId: string; actorId: string; now: Date },
) {
  const result = await db.execute<{ id: string; nickname: string; avatar: string | null; likes_count: number }>(sql`
    select u.id, u.nickname, u.avatar, u.likes_count from coach_courses x join ${users} u on u.id = x.coach_id
    where x.course_id = ${courseId} and not ${isBlockedBetween(sql`u.id`, actorId)} and not ${isSuspended(sql`u.id`, now)}
    order by u.nickname collate "zh-x-icu", u.id limit 100`)
  return result.rows
}

/** Whether a course exists. */
export async function courseExists(db: Database, courseId: string): Promise<boolean> {
  return (await db.$count(courses, and(eq(courses.id, courseId), eq(courses.delFlag, false)))) > 0
}

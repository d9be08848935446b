import type { Sord } from '@paidang/api/shapes'
import type { InvitationStatus } from '@paidang/domain/areas/classes/invitation-status'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import { and, asc, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ACTIVE_STATUSES, hasStatus, invitations, seats } from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'

/**
 * The coach whose classes are requested, and the caller. The coach sees all, the admin of a company those taught for
 * it.
 */
export type Whose = { coachId: string; actorId: string }

/** The condition for those classes. The list hides from an admin what the admin could not open. */
export function classesOf({ coachId, actorId }: Whose): SQL {
  const ofCoach = sql`${invitations.coachId} = ${coachId}`
  if (coachId === actorId) return ofCoach
  return sql`${ofCoach} and ${invitations}.company_id in (select c.id from ${companies} c where c.admin_id = ${actorId})`
}

/** The rule waitsForCoach of the domain, as a condition on a request that can still be answered. */
const waits = (now: Date) =>
  sql`(${invitations.invitationStatus} = 'PENDING' and ${invitations.expiresAt} > ${now}
    and (${invitations.initiatorRole} = 'player' or ${invitations.initiatorId} <> ${invitations.coachId}))`

/** The number of requests that wait for a coach's answer. */
export async function countWaiting(db: Database, coachId: string, now: Date): Promise<number> {
  return db.$count(invitations, and(eq(invitations.coachId, coachId), waits(now)))
}

/** A day on which a coach has live classes. */
type BusyDay = { day: string; classes: number; waiting: number }

/** The days in a range on which a coach has live classes. */
export async function listBusyDays(
  db: Database,
  { coachId, from, to, now }: { coachId: string; from: string; to: string; now: Date },
): Promise<BusyDay[]> {
  return db
    .select({
      day: invitations.courseDate,
      classes: sql<number>`count(*)`.mapWith(Number),
      waiting: sql<number>`count(*) filter (where ${waits(now)})`.mapWith(Number),
    })
    .from(invitations)
    .where(
      and(
        eq(invitations.coachId, coachId),
        sql`${invitations.courseDate} between ${from} and ${to}`,
        hasStatus(ACTIVE_STATUSES, now),
      ),
    )
    .groupBy(invitations.courseDate)
}

/**
 * The days in a range on which a coach has locked every half-hour of the opening hours. Those run from the first to the
 * last start of the coach's venues, or from 06:00 to 22:00 without venues.
 */
export async function listRestDays(
  db: Database,
  { coachId, from, to }: { coachId: string; from: string; to: string },
): Promise<Set<string>> {
  const { rows } = await db.execute<{ day: string }>(sql`
    with opening as (
      select coalesce(min(v.first_start), ${DEFAULT_FIRST_START}) as first, coalesce(max(v.last_start), ${DEFAULT_LAST_START}) as last
      from ${coachVenues} cv join ${venues} v on v.id = cv.venue_id and v.approve_status = 1
      where cv.coach_id = ${coachId} and cv.approve_status = 1)
    select t.day from ${slotClaims} t, opening
    where t.kind = ${CLAIM_KIND.COACH} and t.resource_id = ${coachId} and t.day between ${from} and ${to}
      and t.holder_kind = ${HOLDER_KIND.COACH_LOCK} and t.half_hour between opening.first and opening.last
    group by t.day, opening.first, opening.last
    having count(*) = opening.last - opening.first + 1`)
  return new Set(rows.map(({ day }) => day))
}

type Window = { limit: number; offset: number }

/** One page of a coach's classes of every status, by date and start. */
export async function pageScheduleIds(
  db: Database,
  whose: Whose,
  { sord, ...window }: Window & { sord: Sord },
): Promise<{ ids: string[]; total: number }> {
  const { courseDate, beginTimeSlot, id } = invitations
  const order = sord === 'asc' ? asc : desc
  return pageIds(db, classesOf(whose), [order(courseDate), order(beginTimeSlot), order(id)], window)
}

/**
 * The filter for a coach's records. `keyword` is a part of the name of a player with a seat, of the venue or of the
 * course.
 */
type RecordFilter = { keyword: string; status: InvitationStatus | undefined; courseDesignId: string | undefined }

/** One page of a coach's class records, by when they were made. */
export async function pageRecordIds(
  db: Database,
  { coachId, keyword, status, courseDesignId, now }: RecordFilter & { coachId: string; now: Date },
  { sord, ...window }: Window & { sord: Sord },
): Promise<{ ids: string[]; total: number }> {
  const condition = and(
    eq(invitations.coachId, coachId),
    status && hasStatus([status], now),
    courseDesignId === undefined ? undefined : eq(invitations.courseDesignId, courseDesignId),
    keyword === '' ? undefined : isNamed(keyword),
  )
  const order = sord === 'asc' ? asc : desc
  return pageIds(db, condition, [order(invitations.createdAt), order(invitations.id)], window)
}

/** The typed text is no pattern: % and _ are plain characters. */
function isNamed(keyword: string): SQL | undefined {
  const has = (name: SQL) => gt(sql`strpos(lower(${name}), lower(${keyword}))`, sql`0`)
  return or(
    has(sql`${invitations.courseDesignName}`),
    sql`${invitations}.stadium_id in (select v.id from ${venues} v where ${has(sql`v.name`)})`,
    sql`exists (select 1 from ${seats} s join ${users} u on u.id = s.user_id
      where s.invitation_id = ${invitations}.id and s.state = 'JOINED' and ${has(sql`u.nickname`)})`,
  )
}

async function pageIds(
  db: Database,
  input: SQL | undefined,
  order: SQL[],
  { limit, offset }: Window,
): Promise<{ ids: string[]; total: number }> {
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(input)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return { ids: rows.map(({ id }) => id), total: await db.$count(invitations, input) }
}

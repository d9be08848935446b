import { isLive } from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUSES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { TRIAL_MINUTES_TO_PAY } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { and, eq, exists, gt, inArray, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { hasStatus, invitations, seats } from '../../../tables/classes.ts'
import { trialLessons } from '../../../tables/trial-lessons.ts'

/** Which classes: all conditions must hold. `playerId` is asked to them, or has a seat. */
export type WhichClasses = {
  coachIds?: readonly string[]
  courseId?: string
  companyId?: string
  venueId?: string
  playerId?: string
  /** Only classes that have begun; trial lessons that wait count all the same. */
  onlyBegun?: boolean
}

const LIVE = INVITATION_STATUSES.filter(isLive)

/**
 * Whether one of these classes is live, or asked for as a trial lesson that waits. A live class waits for an answer in time, or is active and neither completed
 * nor cancelled. That includes a class whose time has passed: its hours are still held, and only its coach can settle
 * them. Code that removes a coach's venue, company, course or student asks after locking that row. So concurrent
 * bookings are finished first.
 *
 * Source: decision record 011
 */
export async function hasLiveClass(db: Database, which: WhichClasses & { now: Date }): Promise<boolean> {
  if (which.coachIds?.length === 0) return false
  return (await findsLive(db, which)) || (await findsTrial(db, which))
}

/** Whether one of these is asked for as a trial lesson that waits for its money or its coach. */
async function findsTrial(
  db: Database,
  { coachIds, courseId, companyId, venueId, playerId, now }: WhichClasses & { now: Date },
): Promise<boolean> {
  const t = trialLessons
  const payableSince = new Date(now.getTime() - TRIAL_MINUTES_TO_PAY * 60_000)
  const isWaiting = or(
    and(eq(t.state, 'UNPAID'), gt(t.createdAt, payableSince)),
    and(eq(t.state, 'PAID'), sql`${t.expiresAt} > ${now}::timestamptz`),
  )
  const which = and(
    // As text: by it PostgreSQL knows the indexes of those that wait.
    sql`${t.state} in ('UNPAID', 'PAID')`,
    isWaiting,
    coachIds && inArray(t.coachId, [...coachIds]),
    courseId === undefined ? undefined : eq(t.courseId, courseId),
    companyId === undefined ? undefined : eq(t.companyId, companyId),
    playerId === undefined ? undefined : eq(t.playerId, playerId),
    venueId === undefined ? undefined : sql`${t.wishes} @> ${JSON.stringify([{ stadiumId: venueId }])}::jsonb`,
  )
  return (await db.select({ id: t.id }).from(t).where(which).limit(1)).length > 0
}

async function findsLive(
  db: Database,
  { coachIds, courseId, companyId, venueId, playerId, onlyBegun, now }: WhichClasses & { now: Date },
): Promise<boolean> {
  const { courseDate, beginTimeSlot } = invitations
  const hasBegun = sql`(${courseDate}, ${beginTimeSlot}) <= (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)`
  const isAmong = (userId: string) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(seats)
        .where(
          and(
            eq(seats.invitationId, invitations.id),
            eq(seats.userId, userId),
            inArray(seats.state, ['INVITED', 'JOINED']),
          ),
        ),
    )
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        coachIds && inArray(invitations.coachId, [...coachIds]),
        courseId === undefined ? undefined : eq(invitations.courseDesignId, courseId),
        companyId === undefined ? undefined : eq(invitations.companyId, companyId),
        venueId === undefined ? undefined : eq(invitations.stadiumId, venueId),
        playerId === undefined ? undefined : isAmong(playerId),
        onlyBegun ? hasBegun : undefined,
        hasStatus(LIVE, now),
      ),
    )
    .limit(1)
  return rows.length > 0
}

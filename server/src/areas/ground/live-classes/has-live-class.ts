import { isLive } from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUSES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { hasStatus, invitations, seats } from '../../../tables/classes.ts'

/** Which classes: all conditions must hold. `playerId` is asked to them, or has a seat. */
export type WhichClasses = {
  coachIds?: readonly string[]
  courseId?: string
  companyId?: string
  venueId?: string
  playerId?: string
}

const LIVE = INVITATION_STATUSES.filter(isLive)

/**
 * Whether one of these classes is live. A live class waits for an answer in time, or is active and neither completed
 * nor cancelled. That includes a class whose time has passed: its hours are still held, and only its coach can settle
 * them. Code that removes a coach's venue, company, course or student asks after locking that row. So concurrent
 * bookings are finished first.
 *
 * Source: decision record 011
 */
export async function hasLiveClass(db: Database, which: WhichClasses & { now: Date }): Promise<boolean> {
  if (which.coachIds?.length === 0) return false
  return findsLive(db, which)
}

async function findsLive(
  db: Database,
  { coachIds, courseId, companyId, venueId, playerId, now }: WhichClasses & { now: Date },
): Promise<boolean> {
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
        hasStatus(LIVE, now),
      ),
    )
    .limit(1)
  return rows.length > 0
}

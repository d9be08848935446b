import type { CreateInvitation } from '@paidang/api/areas/activities/class-actions'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotSpan } from '@paidang/domain/areas/activities/classes/booking-time'
import { consumedSessionsOf } from '@paidang/domain/areas/activities/classes/consumed-sessions'
import { SAID_OF_CLASS, type SaidOfClass } from '@paidang/domain/areas/activities/classes/invitation'
import { type Day, toIsoDay } from '@paidang/domain/kernel/day'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertPricesSeen } from '../../../db/revision-queries.ts'
import { param, statement } from '../../../db/statement.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import type { invitations } from '../../../tables/classes.ts'
import { coachLeaves } from '../../../tables/coach-leaves.ts'
import { companies, courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { courts, venues } from '../../../tables/venues.ts'
import { NO_GRID_CACHE } from '../../time/schedule/grid-cache.ts'
import { readGridVenue } from '../../time/schedule/read-court-status.ts'
import type { NamesOfClass } from './class-view.ts'

/** A coach, a course they teach and a venue they serve. */
type Offer = { coachId: string; courseDesignId: string; stadiumId: string }
/** Half-hour indices, end exclusive. */
type Span = { beginTimeSlot: number; endTimeSlot: number }

/** What a booking refers to. All parts exist and fit together. Its initiator is the caller. */
export type BookingContext = NamesOfClass & {
  courseDesignName: string
  courseDesignPrice: number
  sessionDuration: number
  maxParticipants: number
  companyId: string
  firstStart: number
  lastStart: number
  courtId: string
  callerIsCoach: boolean
  /**
   * Whether caller and coach are blocked from each other, or the coach is suspended. Then no new class can be agreed.
   */
  isUnavailable: boolean
  /** Whether the coach is away on the day that is asked for, if one is. */
  isAway: boolean
}

type FoundContext = BookingContext & {
  isCoach: boolean
  hasCourse: boolean
  hasVenue: boolean
  hasCourt: boolean
  teachesCourse: boolean
  servesVenue: boolean
}

const readContext = statement<Offer & { selectedCourt: number; userId: string; day: Day | null; now: Date }>(
  () => sql`
    select coalesce(u.user_type, 0) <> 0 as "isCoach", c.id is not null as "hasCourse", v.id is not null as "hasVenue",
      k.id is not null as "hasCourt", c.course_name as "courseDesignName", c.price_per_session as "courseDesignPrice",
      c.session_duration as "sessionDuration", c.max_participants as "maxParticipants", c.company_id as "companyId",
      v.first_start as "firstStart", v.last_start as "lastStart",
      k.id as "courtId", k.court_index as "courtIndex", k.court_code as "courtCode", k.name as "courtName",
      me.nickname as "initiatorName", u.nickname as "coachName", u.avatar as "coachAvatar", u.likes_count as "coachLikes",
      o.company_name as "companyName", o.admin_id as "companyAdminId", v.name as "stadiumName", v.address as "stadiumAddress",
      me.user_type <> 0 as "callerIsCoach",
      exists (select 1 from coach_courses x where x.coach_id = ${param('coachId')} and x.course_id = ${param('courseDesignId')}) as "teachesCourse",
      exists (select 1 from coach_venues x where x.coach_id = ${param('coachId')} and x.venue_id = ${param('stadiumId')} and x.approve_status = 1) as "servesVenue",
      ${isBlockedBetween(param('coachId'), param('userId'))} or ${isSuspended(param('coachId'), param('now'))} as "isUnavailable",
      exists (select 1 from ${coachLeaves} l where l.coach_id = ${param('coachId')} and l.cause = 'AWAY'
        and l.ended_at is null and ${param('day')}::date between l.first_day and l.last_day) as "isAway"
    from (select 1) one
    left join ${users} u on u.id = ${param('coachId')}
    left join ${users} me on me.id = ${param('userId')}
    left join ${courses} c on c.id = ${param('courseDesignId')} and not c.del_flag and not c.is_trial
    left join ${companies} o on o.id = c.company_id
    left join ${venues} v on v.id = ${param('stadiumId')} and v.approve_status = 1
    left join ${courts} k on k.venue_id = v.id and k.court_index = ${param('selectedCourt')}`,
)

/**
 * Reads coach, course, venue and court in one query, and checks that they fit. The coach must teach the course and serve
 * the venue, and the court must belong to it. Trial lessons are not booked here.
 *
 * @throws ApiError coach_not_found, course_not_found, venue_not_found, court_not_found, coach_not_of_course,
 *   coach_not_at_venue
 */
export async function checkBookingContext(
  db: Database,
  { coachId, courseDesignId, stadiumId, selectedCourt = 0 }: Offer & { selectedCourt?: number | undefined },
  { userId, day = null, now }: { userId: string; day?: Day | null; now: Date },
): Promise<BookingContext> {
  const query = readContext({ coachId, courseDesignId, stadiumId, selectedCourt, userId, day, now })
  const { rows } = await db.execute<FoundContext>(query)
  const { isCoach, hasCourse, hasVenue, hasCourt, teachesCourse, servesVenue, ...context } = rows[0] as FoundContext
  if (!isCoach) throw new ApiError('coach_not_found')
  if (!hasCourse) throw new ApiError('course_not_found')
  if (!hasVenue) throw new ApiError('venue_not_found')
  if (!hasCourt) throw new ApiError('court_not_found')
  if (!teachesCourse) throw new ApiError('coach_not_of_course')
  if (!servesVenue) throw new ApiError('coach_not_at_venue')
  return { ...context, courseDesignPrice: Number(context.courseDesignPrice) }
}

/**
 * Refuses a booking at another price than the course has. Without a price nothing is compared.
 *
 * @throws ApiError revision_outdated (data: OutdatedRevision without a revision)
 */
export function assertCoursePriceSeen(
  seenFen: number | undefined,
  {
    courseDesignName: courseName,
    courseDesignPrice: pricePerSession,
    sessionDuration,
    maxParticipants,
  }: BookingContext,
): void {
  if (seenFen === undefined || seenFen === pricePerSession) return
  const course = { courseName, pricePerSession, sessionDuration, maxParticipants }
  assertPricesSeen('courses', 'price_per_session', { repriced: [course], state: course })
}

type Row = typeof invitations.$inferSelect
type Said = Pick<Row, SaidOfClass>
type Stated = Pick<CreateInvitation, 'courseDesignId' | 'stadiumId' | 'courseDate' | keyof Span> & {
  [Name in SaidOfClass]?: Said[Name] | undefined
}

/** What is said about a class. What is left out stays as it was. */
const saidIn = (body: Stated, former: Row | undefined) =>
  Object.fromEntries(
    (Object.keys(SAID_OF_CLASS) as SaidOfClass[]).map((name) => [name, body[name] ?? former?.[name] ?? '']),
  ) as Said

/**
 * The columns of a class that its maker states, in a booking or an edit. The same course continues under the terms of
 * its booking (`former`), whatever has changed since.
 */
export function statedColumns(body: Stated, context: BookingContext, former?: Row) {
  const { courseDesignId, stadiumId, beginTimeSlot, endTimeSlot } = body
  const terms = former?.courseDesignId === courseDesignId ? former : context
  const { courseDesignName, courseDesignPrice, sessionDuration } = terms
  return {
    companyId: context.companyId,
    courseDesignId,
    courseDesignName,
    courseDesignPrice,
    sessionDuration,
    consumedSessions: consumedSessionsOf(beginTimeSlot, endTimeSlot, sessionDuration),
    maxParticipants: context.maxParticipants,
    stadiumId,
    courtId: context.courtId,
    courseDate: toIsoDay(body.courseDate),
    beginTimeSlot,
    endTimeSlot,
    ...saidIn(body, former),
  }
}

/**
 * Selects a row while the coach teaches the course at the venue and the venue is open. A named time must lie in its
 * opening. The row is locked until the end of the transaction, so concurrent removals and bookings wait for each other.
 * Locks of a manager do not wait for it.
 */
export const selectOffer = sql`
  select 1 from coach_courses x
    join ${courses} c on c.id = x.course_id and not c.del_flag
    join coach_venues v on v.coach_id = x.coach_id and v.venue_id = ${param('stadiumId')} and v.approve_status = 1
    join ${venues} w on w.id = v.venue_id and w.approve_status = 1 and (${param('beginTimeSlot')}::smallint is null
      or w.first_start <= ${param('beginTimeSlot')}::smallint and ${param('endTimeSlot')}::smallint <= w.last_start + 1)
  where x.coach_id = ${param('coachId')} and x.course_id = ${param('courseDesignId')} for share of x, c, v for key share of w`

const lockOffer = statement<Offer & { [K in keyof Span]: number | null }>(() => selectOffer)

/**
 * Locks what a future class depends on: its coach teaches its course at its venue. The lock lasts until the end of the
 * transaction.
 *
 * @returns whether that holds and the venue is open, at the time of `span` if given
 */
export async function lockOfferForShare(
  tx: Database,
  { coachId, courseDesignId, stadiumId }: Offer,
  { beginTimeSlot, endTimeSlot }: Span | { [K in keyof Span]: null } = { beginTimeSlot: null, endTimeSlot: null },
): Promise<boolean> {
  const query = lockOffer({ coachId, courseDesignId, stadiumId, beginTimeSlot, endTimeSlot })
  return (await tx.execute(query)).rows.length > 0
}

/**
 * Why a class is no longer possible although its facts fitted a moment ago. Meanwhile something that it depends on was
 * removed.
 *
 * @throws ApiError venue_not_found
 */
export async function whyOfferLost(
  tx: Database,
  { stadiumId, beginTimeSlot, endTimeSlot }: Span & { stadiumId: string },
): Promise<ApiError> {
  const venue = await readGridVenue(tx, NO_GRID_CACHE, stadiumId)
  return new ApiError(whyNotSpan({ beginTimeSlot, endTimeSlot }, venue) ?? 'coach_not_of_course')
}

import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { param, statement } from '../../../db/statement.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { invitationEvents, invitations, seats } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { courts, venues } from '../../../tables/venues.ts'
import { type InvitationView, viewColumns, viewJoins, viewOf } from './view-queries.ts'

/** What a booking refers to, as stored now. */
export type BookingContext = {
  coachUserType: number | null
  courseName: string | null
  pricePerSession: number | null
  sessionDuration: number | null
  maxParticipants: number | null
  companyId: string | null
  venueName: string | null
  firstStart: number | null
  lastStart: number | null
  courtId: string | null
  courtCode: string | null
  teachesCourse: boolean
  servesVenue: boolean
  callerUserType: number | null
  /** Whether the caller and the coach are blocked from each other, or the coach's account cannot log in. */
  isUnavailable: boolean
}

type BookingQuery = {
  coachId: string
  courseId: string
  venueId: string
  courtIndex: number
  userId: string
  now: Date
}

const readFacts = statement<BookingQuery>(
  () => sql`
    select u.user_type as "coachUserType", c.course_name as "courseName", c.price_per_session as "pricePerSession",
      c.session_duration as "sessionDuration", c.max_participants as "maxParticipants", c.company_id as "companyId",
      v.name as "venueName", v.first_start as "firstStart", v.last_start as "lastStart",
      k.id as "courtId", k.court_code as "courtCode", me.user_type as "callerUserType",
      exists (select 1 from coach_courses x where x.coach_id = ${param('coachId')} and x.course_id = ${param('courseId')}) as "teachesCourse",
      exists (select 1 from coach_venues x where x.coach_id = ${param('coachId')} and x.venue_id = ${param('venueId')} and x.approve_status = 1) as "servesVenue",
      ${isBlockedBetween(param('coachId'), param('userId'))} or ${isSuspended(param('coachId'), param('now'))} as "isUnavailable"
    from (select 1) one
    left join ${users} u on u.id = ${param('coachId')}
    left join ${users} me on me.id = ${param('userId')}
    left join ${courses} c on c.id = ${param('courseId')} and not c.del_flag
    left join ${venues} v on v.id = ${param('venueId')} and v.approve_status = 1
    left join ${courts} k on k.venue_id = v.id and k.court_index = ${param('courtIndex')}`,
)

/** Reads all that a booking refers to in one query. What does not exist is null. */
export async function readBookingContext(db: Database, input: BookingQuery): Promise<BookingContext> {
  const result = await db.execute<Record<keyof BookingContext, unknown>>(readFacts(input))
  const row = result.rows[0] as Record<keyof BookingContext, unknown>
  return {
    ...row,
    pricePerSession: row.pricePerSession === null ? null : Number(row.pricePerSession),
  } as BookingContext
}

/** A booking, ready to be stored. Half-hour indices, end exclusive. */
export type NewBooking = {
  playerId: string
  coachId: string
  companyId: string
  courseId: string
  courseName: string
  pricePerSession: number
  sessionDuration: number
  consumedSessions: number
  participantsCount: number
  maxParticipants: number
  venueId: string
  courtId: string
  courseDate: string
  beginTimeSlot: number
  endTimeSlot: number
  useUnavailable: boolean
  messageToCoach: string
  messageToPlayers: string
  expiresAt: Date
  remindAt: Date | null
  now: Date
  claims: { kinds: number[]; resourceIds: string[]; halfHours: number[] }
}

/** A coach, a course they teach and a venue they serve; half-hour indices, end exclusive. */
type Offer = { coachId: string; courseId: string; venueId: string }
type Span = { beginTimeSlot: number; endTimeSlot: number }

/**
 * Selects a row while the coach teaches the course at the venue and the venue is open. A named time must lie in its
 * opening. The row is locked until the end of the transaction, so concurrent removals and bookings wait for each other.
 * Locks of a manager do not wait for it.
 */
const selectOffer = sql`
  select 1 from coach_courses x
    join ${courses} c on c.id = x.course_id and not c.del_flag
    join coach_venues v on v.coach_id = x.coach_id and v.venue_id = ${param('venueId')} and v.approve_status = 1
    join ${venues} w on w.id = v.venue_id and w.approve_status = 1 and (${param('beginTimeSlot')}::smallint is null
      or w.first_start <= ${param('beginTimeSlot')}::smallint and ${param('endTimeSlot')}::smallint <= w.last_start + 1)
  where x.coach_id = ${param('coachId')} and x.course_id = ${param('courseId')} for share of x, c, v for key share of w`

const lockOffer = statement<Offer & { [K in keyof Span]: number | null }>(() => selectOffer)

/**
 * Locks what a future class depends on: its coach teaches its course at its venue. The lock lasts until the end of the
 * transaction.
 *
 * @returns whether that holds and the venue is open, at the time of `span` if given
 */
export async function lockOfferForShare(
  tx: Database,
  { coachId, courseId, venueId }: Offer,
  span?: Span,
): Promise<boolean> {
  const { beginTimeSlot = null, endTimeSlot = null } = span ?? {}
  return (await tx.execute(lockOffer({ coachId, courseId, venueId, beginTimeSlot, endTimeSlot }))).rows.length > 0
}

const writeBooking = statement<Omit<NewBooking, 'claims'> & NewBooking['claims']>(
  () => sql`
    with offered as (${selectOffer}), pick as (
      select id from ${contracts}
      where user_id = ${param('playerId')} and course_id = ${param('courseId')} and expiry_date >= ${param('courseDate')}::date
        and remaining_sessions - held_sessions >= ${param('consumedSessions')}::numeric
      order by expiry_date, id limit 1 for update
    ), held as (
      update ${contracts} c set held_sessions = c.held_sessions + ${param('consumedSessions')}::numeric, seq = c.seq + 1
      from pick where c.id = pick.id
      returning c.id, c.remaining_sessions, c.held_sessions, c.seq, c.unit_price
    ), made as (
      insert into ${invitations} (initiator_id, initiator_role, coach_id, company_id, course_design_id, course_design_name,
        course_design_price, session_duration, consumed_sessions, participants_count, max_participants, seats_taken,
        stadium_id, court_id, course_date, begin_time_slot, end_time_slot, use_unavailable, need_contract,
        invitation_status, message_to_coach, message_to_players, expires_at, remind_at, response_time, created_at)
      values (${param('playerId')}, 'player', ${param('coachId')}, ${param('companyId')}, ${param('courseId')}, ${param('courseName')},
        ${param('pricePerSession')}, ${param('sessionDuration')}, ${param('consumedSessions')}::numeric, ${param('participantsCount')}, ${param('maxParticipants')}, 1,
        ${param('venueId')}, ${param('courtId')}, ${param('courseDate')}::date, ${param('beginTimeSlot')}, ${param('endTimeSlot')}, ${param('useUnavailable')},
        not exists (select 1 from held), 'PENDING', ${param('messageToCoach')}, ${param('messageToPlayers')},
        ${param('expiresAt')}::timestamptz, ${param('remindAt')}::timestamptz, ${param('now')}::timestamptz, ${param('now')}::timestamptz)
      returning *
    ), seat as (
      insert into ${seats} (invitation_id, user_id, state, contract_id, held_sessions, created_at)
      select made.id, ${param('playerId')}, 'JOINED', (select id from held),
        case when made.need_contract then 0 else ${param('consumedSessions')}::numeric end, ${param('now')}::timestamptz from made
    ), moved as (
      insert into lesson_ledger (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after,
        invitation_id, seat_user_id, round, actor_id, reason, unit_price, created_at)
      select held.id, held.seq, 'HOLD', 0, ${param('consumedSessions')}::numeric, held.remaining_sessions, held.held_sessions,
        made.id, ${param('playerId')}, 1, ${param('playerId')}, '发起约课', held.unit_price, ${param('now')}::timestamptz from held, made
    ), told as (
      insert into ${invitationEvents} (invitation_id, seq, action, from_status, to_status, actor_id, created_at)
      select made.id, 1, 'create', null, 'PENDING', ${param('playerId')}, ${param('now')}::timestamptz from made
    ), claimed as (
      insert into slot_claims (kind, resource_id, day, half_hour, holder_kind, holder_id)
      select c.kind, c.resource_id, ${param('courseDate')}::date, c.half_hour, 1, made.id
      from made, unnest(${param('kinds')}::smallint[], ${param('resourceIds')}::bigint[], ${param('halfHours')}::smallint[])
        as c(kind, resource_id, half_hour)
      order by 1, 2, 4
    )
    select ${viewColumns} from made as "invitations" ${viewJoins} join offered on true`,
)

/**
 * Stores a player's booking in one statement and one round trip. It picks the earliest-expiring contract that can pay,
 * and holds its hours. It inserts invitation, seat, ledger row, first event and claims in key order. A taken half-hour
 * fails with 23505 on slot_claims_pkey, and nothing is stored.
 *
 * @returns the booking as answers show it; undefined when the coach no longer teaches that course there, or the venue
 *   is closed then. The transaction must not commit in that case.
 */
export async function insertBooking(
  tx: Database,
  { claims, ...booking }: NewBooking,
): Promise<InvitationView | undefined> {
  const { rows } = await tx.execute<Record<string, unknown>>(writeBooking({ ...booking, ...claims }))
  const [row] = rows
  return row && viewOf(row)
}

/**
 * Whether some contract could pay this after all. The contract looked at may have been emptied while this transaction
 * waited for it.
 */
export async function hasPayingContract(
  tx: Database,
  {
    playerId,
    courseId,
    courseDate,
    consumedSessions,
  }: Pick<NewBooking, 'playerId' | 'courseId' | 'courseDate' | 'consumedSessions'>,
): Promise<boolean> {
  const rows = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.userId, playerId),
        eq(contracts.courseId, courseId),
        sql`${contracts.expiryDate} >= ${courseDate}::date`,
        sql`${contracts.remainingSessions} - ${contracts.heldSessions} >= ${consumedSessions}::numeric`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

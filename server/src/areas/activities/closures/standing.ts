import { createHash } from 'node:crypto'
import type { ClosedBooking, ClosurePreview } from '@paidang/api/areas/activities/closures'
import { closureSums } from '@paidang/domain/areas/activities/closures/closure'
import { type Day, dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants, ballWaiters } from '../../../tables/balls.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { closureItems } from '../../../tables/closures.ts'
import { lessonLedger } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import { courts } from '../../../tables/venues.ts'
import { SURPLUS } from '../../money/payments/refunds.ts'

/** Half-hours of courts of a venue, end exclusive. */
export type ClosedSpan = { venueId: string; day: Day; courtIds: readonly string[]; begin: HalfHour; end: HalfHour }

/** A class or game that stands there. `personIds` are all who are told. */
export type Standing = ClosedBooking & { revision: number; isBegun: boolean; personIds: string[] }

/** What was paid with these orders and has not gone back. */
const paidBy = (which: SQL) => sql`coalesce((
  select sum(o.amount_fen - (select coalesce(sum(r.amount_fen), 0) from ${refunds} r where r.order_id = o.id and r.cause <> ${SURPLUS}))
  from ${orders} o where o.state = 'PAID' and ${which}), 0)::bigint`

/** The hours that seats of a class `i` hold, and those that a late cancellation took, which the club gives back. */
export const sessionsOfClass = sql`(
  select coalesce(sum(case when s.state = 'JOINED' then s.held_sessions else 0 end + case
    when s.late_cancelled_at is not null and s.late_returned_at is null then coalesce((
      select -l.remaining_change from ${lessonLedger} l where l.kind = 'CONSUME' and l.invitation_id = s.invitation_id
        and l.seat_user_id = s.user_id and l.round = s.round), 0) else 0 end), 0)::float
  from ${seats} s where s.invitation_id = i.id)`

/** The money that a class `i` gives back: that of a trial lesson. */
export const fenOfClass = paidBy(sql`o.kind = 'TRIAL' and o.object_id = i.trial_id`)

/** The money that a game `b` gives back. */
export const fenOfGame = paidBy(sql`o.kind in ('BALL_PUBLISH', 'BALL_SEAT', 'BALL_SWAP') and o.object_id = b.id`)

/** The names of who has a seat in a class `i`. */
export const playersOfClass = sql`array(select u.nickname from ${seats} s join ${users} u on u.id = s.user_id
  where s.invitation_id = i.id and s.state = 'JOINED' order by s.created_at, u.id)`

/** The names of who has or pays a seat in a game `b`. */
export const playersOfGame = sql`array(select u.nickname from ${ballParticipants} p join ${users} u on u.id = p.user_id
  where p.ball_id = b.id and p.state in ('HELD', 'CONFIRMED') order by p.id)`

/**
 * The classes and games on these courts in this span, by time, and what each gives back. What another closure settles
 * already is left out. It reads one day of one venue.
 */
export async function listStanding(
  db: Database,
  { venueId, day, courtIds, begin, end }: ClosedSpan,
  now: Date,
): Promise<Standing[]> {
  const [today, running] = [dayOf(now), halfHourOfInstant(now)]
  const isOn = (court: SQL, from: SQL, to: SQL) =>
    sql`${court} = any(${sql.param(courtIds)}::bigint[]) and ${from} < ${end} and ${to} > ${begin}`
  const { rows } = await db.execute<Omit<Standing, 'fen'> & { fen: string }>(sql`
    select 'class' as kind, i.id::text as "bookingId", i.revision, i.course_design_name as title, k.name as "courtName",
      i.begin_time_slot as "beginTimeSlot", i.end_time_slot as "endTimeSlot", coach.nickname as "coachName",
      i.signed_at is not null or i.invitation_status = 'COMPLETED'
        or (i.course_date, i.begin_time_slot) <= (${today}::date, ${running}::smallint) as "isBegun",
      ${playersOfClass} as "playerNames", ${sessionsOfClass} as sessions, ${fenOfClass} as fen, 0 as waiting,
      array(select x::text from (select i.coach_id as x union select i.initiator_id
        union select s.user_id from ${seats} s where s.invitation_id = i.id and (s.state in ('JOINED', 'INVITED')
          or s.late_cancelled_at is not null and s.late_returned_at is null)) people order by x) as "personIds"
    from ${invitations} i join ${courts} k on k.id = i.court_id join ${users} coach on coach.id = i.coach_id
    where i.stadium_id = ${venueId} and i.course_date = ${day} and ${isOn(sql`i.court_id`, sql`i.begin_time_slot`, sql`i.end_time_slot`)}
      and (i.invitation_status in ('CONFIRMED', 'COMPLETED') or i.invitation_status = 'PENDING' and i.expires_at > ${now})
      and not exists (select 1 from ${closureItems} t where t.invitation_id = i.id and t.state <> 'DONE')
    union all
    select 'game', b.id::text, b.revision, b.title, k.name, b.begin_time_slot, b.end_time_slot, null,
      b.status = 'FINISHED' or (b.activity_date, b.begin_time_slot) <= (${today}::date, ${running}::smallint),
      ${playersOfGame}, 0, ${fenOfGame},
      (select count(*)::int from ${ballWaiters} w where w.ball_id = b.id and w.state in ('WAITING', 'OFFERED')),
      array(select x::text from (select b.initiator_id as x
        union select p.user_id from ${ballParticipants} p where p.ball_id = b.id
          and (p.state in ('OFFERED', 'HELD', 'CONFIRMED') or p.state = 'LEFT_LATE' and p.refilled_by is null)
        union select w.user_id from ${ballWaiters} w where w.ball_id = b.id and w.state in ('WAITING', 'OFFERED')) people order by x)
    from ${ballGames} b join ${courts} k on k.id = b.court_id
    where b.stadium_id = ${venueId} and b.activity_date = ${day} and ${isOn(sql`b.court_id`, sql`b.begin_time_slot`, sql`b.end_time_slot`)}
      and b.status in ('UNPAID', 'OPEN', 'FULL', 'FINISHED')
      and not exists (select 1 from ${closureItems} t where t.ball_id = b.id and t.state <> 'DONE')
    order by "beginTimeSlot", "courtName", kind, "bookingId"`)
  return rows.map(({ fen, ...row }) => ({ ...row, fen: Number(fen) }))
}

const presentBooking = ({ revision: _, isBegun: __, personIds: ___, ...booking }: Standing): ClosedBooking => booking

/** What closing would do, with a name for exactly that. */
export function previewOf(standing: readonly Standing[]): ClosurePreview {
  const own = standing.filter(({ isBegun }) => !isBegun)
  const facts = own.map(({ kind, bookingId, revision, sessions, fen, personIds }) =>
    [kind, bookingId, revision, sessions, fen, ...personIds].join(' '),
  )
  return {
    ...closureSums(own),
    people: new Set(own.flatMap(({ personIds }) => personIds)).size,
    bookings: own.map(presentBooking),
    begun: standing.filter(({ isBegun }) => isBegun).map(presentBooking),
    seen: createHash('sha256').update(facts.join('\n')).digest('hex'),
  }
}

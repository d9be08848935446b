import { BALL_STATUSES, LIVE_SEATS } from '@paidang/domain/areas/activities/balls/ball-status'
import { addDays, type Day } from '@paidang/domain/kernel/day'
import { and, between, desc, eq, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { invitationEvents, invitations, isInviteHiddenByBlock, seats } from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { merchants } from '../../../tables/stringing.ts'
import { inCalendarAt, stringingOrders, stringingSteps } from '../../../tables/stringing-orders.ts'
import { courts, venues } from '../../../tables/venues.ts'
import type { ClassContext } from '../../activities/classes/class-event.ts'

/** The owner of a calendar, and the range of days, both included. */
type CalendarQuery = { userId: string; from: Day; to: Day }

/** More rows than anybody has in a few months. Of a longer list only the latest rows are read. */
const MAX_ROWS_OF_A_KIND = 3_000

const coach = alias(users, 'coach')
const initiator = alias(users, 'initiator')
const own = alias(seats, 'own')

/** A class in the calendar of a person. */
export type ClassRow = Awaited<ReturnType<typeof listClassRows>>[number]

/** The classes that a person teaches, has or had a seat in, or was invited to, with any status. */
export async function listClassRows(db: Database, { userId, from, to }: CalendarQuery) {
  return db
    .select({
      id: invitations.id,
      coachId: invitations.coachId,
      courseDate: invitations.courseDate,
      beginTimeSlot: invitations.beginTimeSlot,
      endTimeSlot: invitations.endTimeSlot,
      courseDesignName: invitations.courseDesignName,
      coachName: coach.nickname,
      companyName: companies.companyName,
      stadiumName: venues.name,
      stadiumAddress: venues.address,
      courtName: courts.name,
      invitationStatus: invitations.invitationStatus,
      expiresAt: invitations.expiresAt,
      createdAt: invitations.createdAt,
      responseTime: invitations.responseTime,
      seat: own.state,
      steps:
        sql<number>`(select count(*) from ${invitationEvents} e where e.invitation_id = ${invitations}.id)`.mapWith(
          Number,
        ),
      lastStep: sql<ClassContext['lastStep']>`(
        select json_build_object('action', e.action, 'reason', e.reason, 'at', e.created_at) from ${invitationEvents} e
        where e.invitation_id = ${invitations}.id order by e.seq desc limit 1)`,
      players: sql<ClassContext['players']>`(
        select coalesce(json_agg(json_build_object('nickname', u.nickname, 'state', s.state) order by s.created_at, s.user_id), '[]')
        from ${seats} s join ${users} u on u.id = s.user_id where s.invitation_id = ${invitations}.id)`,
    })
    .from(invitations)
    .innerJoin(coach, eq(coach.id, invitations.coachId))
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .innerJoin(courts, eq(courts.id, invitations.courtId))
    .leftJoin(own, and(eq(own.invitationId, invitations.id), eq(own.userId, userId)))
    .where(
      and(
        sql`${invitations.id} in (
          select i.id from ${invitations} i where i.coach_id = ${userId} and i.course_date between ${from}::date and ${to}::date
          union select s.invitation_id from ${seats} s
            where s.user_id = ${userId} and s.course_date between ${from}::date and ${to}::date)`,
        between(invitations.courseDate, from, to),
        not(isInviteHiddenByBlock(userId)),
      ),
    )
    .orderBy(desc(invitations.courseDate), desc(invitations.beginTimeSlot), desc(invitations.id))
    .limit(MAX_ROWS_OF_A_KIND)
}

/** A ball game in the calendar of a person. */
export type BallRow = Awaited<ReturnType<typeof listBallRows>>[number]

/**
 * The ball games in which a person has or had a seat, with the latest seat. `ownSteps` counts the events of their seats
 * there. With an `id` that game alone.
 */
export async function listBallRows(db: Database, { userId, from, to, id }: CalendarQuery & { id?: string }) {
  const steps = sql`1 + (bp.confirmed_at is not null)::int + (bp.left_at is not null)::int`
  const ownSeats = (what: SQL, tail: SQL) => sql`(
    select ${what} from ${ballParticipants} bp
    where bp.ball_id = ${ballGames}.id and bp.user_id = ${userId} ${tail})`
  return db
    .select({
      id: ballGames.id,
      title: ballGames.title,
      initiatorName: initiator.nickname,
      place: ballGames.place,
      stadiumName: venues.name,
      stadiumAddress: venues.address,
      courtName: courts.name,
      activityDate: ballGames.activityDate,
      beginTimeSlot: ballGames.beginTimeSlot,
      endTimeSlot: ballGames.endTimeSlot,
      status: ballGames.status,
      createdAt: ballGames.createdAt,
      revision: ballGames.revision,
      seat: sql<
        (typeof ballParticipants.$inferSelect)['state']
      >`${ownSeats(sql`bp.state`, sql`order by bp.id desc limit 1`)}`,
      ownSteps: sql<number>`${ownSeats(sql`sum(${steps})`, sql``)}`.mapWith(Number),
    })
    .from(ballGames)
    .innerJoin(initiator, eq(initiator.id, ballGames.initiatorId))
    .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
    .leftJoin(courts, eq(courts.id, ballGames.courtId))
    .where(
      and(
        // All statuses, so that the index of the person's days answers.
        sql`${ballGames.id} in (select bp.ball_id from ${ballParticipants} bp
          where bp.user_id = ${userId} and bp.ball_status in ${BALL_STATUSES}
            and bp.is_initiator in (true, false) and bp.activity_date between ${from}::date and ${to}::date)`,
        between(ballGames.activityDate, from, to),
        id === undefined ? undefined : eq(ballGames.id, id),
      ),
    )
    .orderBy(desc(ballGames.activityDate), desc(ballGames.beginTimeSlot), desc(ballGames.id))
    .limit(MAX_ROWS_OF_A_KIND)
}

/** A stringing order in the calendar of a person. */
export type StringingRow = Awaited<ReturnType<typeof listStringingRows>>[number]

/** A person's stringing orders, each on the day when it was ready, is expected, or is requested. Others have no day. */
export async function listStringingRows(db: Database, { userId, from, to }: CalendarQuery) {
  const at = inCalendarAt(stringingOrders)
  const day = sql<Day>`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  return db
    .select({
      id: stringingOrders.id,
      racketName: stringingOrders.racketName,
      merchantName: merchants.name,
      merchantAddress: merchants.address,
      status: stringingOrders.status,
      createdAt: stringingOrders.createdAt,
      responseTime: stringingOrders.responseTime,
      day,
      steps: sql<number>`(select count(*) from ${stringingSteps} s where s.order_id = ${stringingOrders}.id)`.mapWith(
        Number,
      ),
    })
    .from(stringingOrders)
    .innerJoin(merchants, eq(merchants.id, stringingOrders.merchantId))
    .where(
      and(
        eq(stringingOrders.userId, userId),
        sql`${at} >= ${from}::timestamp at time zone 'Asia/Shanghai'`,
        sql`${at} < ${addDays(to, 1)}::timestamp at time zone 'Asia/Shanghai'`,
      ),
    )
    .orderBy(desc(at), desc(stringingOrders.id))
    .limit(MAX_ROWS_OF_A_KIND)
}

/** Whether a person with this seat will play or has played the game. */
export function isPlayed({ status, seat }: Pick<BallRow, 'status' | 'seat'>): boolean {
  return status !== 'CANCELLED' && LIVE_SEATS.some((state) => state === seat)
}

/** The place of a game: the venue with its court, if one is booked, otherwise the initiator's text. */
export function placeOfBall({ stadiumName, courtName, place }: BallRow): string {
  return stadiumName === null ? place : courtName === null ? stadiumName : `${stadiumName} ${courtName}`
}

/** The title of a stringing order in a calendar. */
export const titleOfStringing = ({ racketName }: Pick<StringingRow, 'racketName'>) => `穿线 · ${racketName}`

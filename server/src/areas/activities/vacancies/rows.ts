import type * as api from '@paidang/api/areas/activities/vacancies'
import { consumedSessionsOf } from '@paidang/domain/areas/activities/classes/consumed-sessions'
import { type AlertTimes, bookableDays, waitsFor } from '@paidang/domain/areas/activities/vacancies/alert'
import { type Day, dayOf, halfHourOfInstant, type Weekday } from '@paidang/domain/kernel/day'
import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { ballGames, ballParticipants, ballWaiters } from '../../../tables/balls.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { coachCourses, courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, slotClaims } from '../../../tables/schedule.ts'
import { vacancyAlerts, vacancyOffers } from '../../../tables/vacancies.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'
import { mayRequest } from '../classes/create.ts'
import { hasPayingContract } from '../classes/insert-booking.ts'
import { freeRangesOf } from '../classes/slot-conflict.ts'

export type AlertRow = typeof vacancyAlerts.$inferSelect

/** A time on a court, or a game. */
export type Place = {
  day: Day
  beginTimeSlot: number
  endTimeSlot: number
  courtId: string | null
  ballId: string | null
}

const OFFERS_SHOWN = 3

export const bitsOf = (weekdays: readonly number[]) => weekdays.reduce((bits, weekday) => bits | (1 << weekday), 0)

/** The times for which an alert waits. */
export const timesOf = ({ weekdays, ...times }: AlertRow): AlertTimes => ({
  ...times,
  weekdays: ([0, 1, 2, 3, 4, 5, 6] as const).filter((weekday: Weekday) => (weekdays >> weekday) & 1),
})

/** The condition that a day is one of an alert `a`. */
export const isDayOfAlert = (day: SQL) =>
  sql`${day} between a.first_day and a.last_day and (a.weekdays >> extract(dow from ${day})::int) & 1 = 1`

/**
 * The condition that the subject of an alert `a` of `vacancy_alerts` can be booked at all by its person: the coach
 * teaches the course at the venue, which is open.
 */
export const isOffered = (now: Date) => sql`(a.kind = 'GAME' or exists (
  select 1 from ${venues} v where v.id = a.venue_id and v.approve_status = 1) and (a.kind = 'COURT' or
    exists (select 1 from ${coachCourses} x join ${courses} c on c.id = x.course_id and not c.del_flag
      where x.coach_id = a.coach_id and x.course_id = a.course_id)
    and exists (select 1 from ${coachVenues} x where x.coach_id = a.coach_id and x.venue_id = a.venue_id and x.approve_status = 1)
    and not ${isSuspended(sql`a.coach_id`, now)} and not ${isBlockedBetween(sql`a.coach_id`, sql`a.user_id`)}))`

/**
 * The condition that a game `b` suits an alert `a` and its person: seats are free that nobody on its waiting list waits
 * for, level and gender fit, and the person is free and not in it.
 */
export const isGameFor = (now: Date) => sql`b.is_public and b.status in ('OPEN', 'FULL') and b.status = 'OPEN'
  and b.sport = a.sport and (a.venue_id is null or b.stadium_id = a.venue_id) and ${isDayOfAlert(sql`b.activity_date`)}
  and a.begin_time_slot <= b.begin_time_slot and b.end_time_slot <= a.end_time_slot
  and (b.activity_date, b.begin_time_slot::int) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::int)
  and b.max_players - b.seats_taken > (
    select count(*) from ${ballWaiters} w where w.ball_id = b.id and w.state = 'WAITING')
  and exists (select 1 from ${users} u where u.id = a.user_id and u.level between b.level_from and b.level_to
    and (b.gender_rule = 'ANY' or u.gender_stated and (b.gender_rule = 'MALE') = (u.gender = 1)))
  and not ${isBlockedBetween(sql`b.initiator_id`, sql`a.user_id`)}
  and not exists (select 1 from ${ballParticipants} p where p.ball_id = b.id and p.user_id = a.user_id
    and p.state in ('OFFERED', 'HELD', 'CONFIRMED'))
  and not exists (select 1 from ${slotClaims} c where c.kind = ${CLAIM_KIND.PLAYER} and c.resource_id = a.user_id
    and c.day = b.activity_date and c.half_hour >= b.begin_time_slot and c.half_hour < b.end_time_slot)`

/** What became free: on one day, or on any. `courtIds` are its courts; null where it is not courts that became free. */
type Freed = { day: Day | null; beginTimeSlot: number; endTimeSlot: number; courtIds: readonly string[] | null }
const ANYTHING: Freed = { day: null, beginTimeSlot: 0, endTimeSlot: 48, courtIds: null }

/** Whether another request with this coach would be accepted from the person of an alert. */
async function mayBook(db: Database, alert: AlertRow, place: Place, now: Date): Promise<boolean> {
  const { userId: initiatorId, coachId, courseId } = alert
  if (coachId === null || courseId === null) return true
  const [course] = await db.select({ minutes: courses.sessionDuration }).from(courses).where(eq(courses.id, courseId))
  if (!course) return false
  const consumedSessions = consumedSessionsOf(place.beginTimeSlot, place.endTimeSlot, course.minutes)
  const booking = {
    initiatorId,
    coachId,
    courseDesignId: courseId,
    courseDate: place.day,
    consumedSessions,
    createdAt: now,
  }
  return mayRequest(db, booking, { more: 1, needContract: !(await hasPayingContract(db, booking)) })
}

/**
 * A time of a court for an alert that touches what became free, as a booking would accept it. Where another court was
 * free all along, nothing is new.
 */
async function findTime(db: Database, alert: AlertRow, freed: Freed, now: Date): Promise<Place | undefined> {
  const { userId, coachId, venueId, length, beginTimeSlot, endTimeSlot } = alert
  if (venueId === null) return undefined
  const wish = Math.max(beginTimeSlot, Math.min(freed.beginTimeSlot, endTimeSlot - length))
  for (const courseDate of bookableDays(timesOf(alert), dayOf(now))) {
    if (freed.day !== null && courseDate !== freed.day) continue
    // No court is the wished one, so the wished time itself may be free.
    const wished = { stadiumId: venueId, coachId: coachId ?? userId, courtCode: '', userId, personIds: [userId], now }
    const span = { courseDate, beginTimeSlot: wish, endTimeSlot: wish + length }
    const freeOn = (isWanted: (courtId: string) => boolean) =>
      freeRangesOf(db, { ...wished, ...span }, courseDate, Number.POSITIVE_INFINITY, isWanted)
    const { courtIds } = freed
    const ranges = await freeOn((id) => courtIds === null || courtIds.includes(id))
    const known = courtIds === null || ranges.length === 0 ? [] : await freeOn((id) => !courtIds.includes(id))
    const wasFree = new Set(known.map((one) => one.beginTimeSlot))
    const range = ranges.find(
      (one) =>
        !wasFree.has(one.beginTimeSlot) &&
        waitsFor(timesOf(alert), { ...one, day: courseDate }) &&
        one.beginTimeSlot < freed.endTimeSlot &&
        freed.beginTimeSlot < one.endTimeSlot,
    )
    if (!range) continue
    const [court] = await db
      .select({ id: courts.id })
      .from(courts)
      .where(and(eq(courts.venueId, venueId), eq(courts.courtCode, range.courtCode)))
    const { beginTimeSlot: begin, endTimeSlot: end } = range
    if (court) return { day: courseDate, beginTimeSlot: begin, endTimeSlot: end, courtId: court.id, ballId: null }
  }
  return undefined
}

async function findGame(db: Database, { id }: AlertRow, now: Date): Promise<Place | undefined> {
  const { rows } = await db.execute<Place>(sql`
    select b.activity_date::text as day, b.begin_time_slot as "beginTimeSlot", b.end_time_slot as "endTimeSlot",
      null as "courtId", b.id::text as "ballId"
    from ${vacancyAlerts} a join ${ballGames} b on ${isGameFor(now)}
    where a.id = ${id} order by b.activity_date, b.begin_time_slot, b.id limit 1`)
  return rows[0]
}

/**
 * What is free now for an alert whose subject is offered, the first of it; within what became free, where that is known.
 * A booking of it would be accepted in the same state.
 */
export async function findVacancy(
  db: Database,
  alert: AlertRow,
  { now, freed = ANYTHING }: { now: Date; freed?: Freed },
): Promise<Place | undefined> {
  if (alert.kind === 'GAME') return findGame(db, alert, now)
  const place = await findTime(db, alert, freed, now)
  return place && (await mayBook(db, alert, place, now)) ? place : undefined
}

/** Whether an alert's subject can be booked now. */
export async function isOfferedNow(db: Database, { id }: AlertRow, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ${vacancyAlerts} a where a.id = ${id} and ${isOffered(now)}`)
  return rows.length > 0
}

/** A place as its person reads it. What has begun or is gone is not free. */
const vacancyColumns = (now: Date) => sql`p.day::text as day, p.begin_time_slot as "beginTimeSlot",
  p.end_time_slot as "endTimeSlot", k.court_index as "selectedCourt", k.name as "courtName", p.ball_id::text as "ballId", b.title,
  coalesce(v.name, b.place, '') as place, case when p.ball_id is null then
      not exists (select 1 from ${slotClaims} c where c.day = p.day
        and c.half_hour >= p.begin_time_slot and c.half_hour < p.end_time_slot
        and (c.kind = ${CLAIM_KIND.COURT} and c.resource_id = p.court_id or c.kind = ${CLAIM_KIND.COACH} and c.resource_id = p.coach_id))
    else b.is_public and b.status = 'OPEN' end
    and (p.day, p.begin_time_slot::int) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::int) as "isFree"`
const vacancyJoins = sql`left join ${courts} k on k.id = p.court_id left join ${ballGames} b on b.id = p.ball_id
  left join ${venues} v on v.id = coalesce(k.venue_id, b.stadium_id)`

type VacancyRow = Omit<api.Vacancy, 'toldAt'>

/** A place that nobody was told of yet. */
export async function readPlace(db: Database, alert: AlertRow, place: Place, now: Date): Promise<api.Vacancy> {
  const { rows } = await db.execute<VacancyRow>(sql`
    select ${vacancyColumns(now)} from (select ${place.day}::date as day, ${place.beginTimeSlot}::smallint as begin_time_slot,
      ${place.endTimeSlot}::smallint as end_time_slot, ${place.courtId}::bigint as court_id, ${place.ballId}::bigint as ball_id,
      ${alert.coachId}::bigint as coach_id) p ${vacancyJoins}`)
  const [row] = rows
  if (!row) throw new Error('a place vanished inside its transaction')
  return presentVacancy({ ...row, toldAt: now })
}

const presentVacancy = ({ toldAt, ...row }: VacancyRow & { toldAt: Date | string }): api.Vacancy => ({
  day: row.day,
  beginTimeSlot: row.beginTimeSlot,
  endTimeSlot: row.endTimeSlot,
  selectedCourt: row.selectedCourt,
  courtName: row.courtName,
  ballId: row.ballId,
  title: row.title,
  place: row.place,
  isFree: row.isFree,
  toldAt: new Date(toldAt).toISOString(),
})

/** Alerts with what they told lately, the latest first. One whose coach a blacklist hides is left out. */
export async function readAlerts(db: Database, which: SQL | undefined, now: Date): Promise<api.VacancyAlert[]> {
  const rows = await db
    .select({ alert: vacancyAlerts, coach: users.nickname, course: courses.courseName, venue: venues.name })
    .from(vacancyAlerts)
    .leftJoin(users, eq(users.id, vacancyAlerts.coachId))
    .leftJoin(courses, eq(courses.id, vacancyAlerts.courseId))
    .leftJoin(venues, eq(venues.id, vacancyAlerts.venueId))
    .where(
      and(
        which,
        or(isNull(vacancyAlerts.coachId), sql`not ${isBlockedBetween(vacancyAlerts.coachId, vacancyAlerts.userId)}`),
      ),
    )
    .orderBy(desc(vacancyAlerts.id))
    .limit(50)
  const ids = rows.map(({ alert }) => alert.id)
  const told = await db.execute<VacancyRow & { alertId: string; toldAt: Date }>(sql`
    select a.id::text as "alertId", p.told_at as "toldAt", ${vacancyColumns(now)}
    from unnest(${sql.param(ids)}::bigint[]) a(id) cross join lateral (
      select * from ${vacancyOffers} o where o.alert_id = a.id and o.day >= ${dayOf(now)}::date
      order by o.id desc limit ${OFFERS_SHOWN}) p ${vacancyJoins} order by p.id desc`)
  const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
  return rows.map(({ alert, coach, course, venue }) => ({
    id: alert.id,
    kind: alert.kind,
    coach: alert.coachId === null ? null : { id: alert.coachId, nickname: coach ?? '' },
    course: named(alert.courseId, course),
    venue: named(alert.venueId, venue),
    sport: alert.sport,
    firstDay: alert.firstDay,
    lastDay: alert.lastDay,
    weekdays: [...timesOf(alert).weekdays],
    beginTimeSlot: alert.beginTimeSlot,
    endTimeSlot: alert.endTimeSlot,
    length: alert.length,
    state: alert.state,
    offers: told.rows.filter(({ alertId }) => alertId === alert.id).map(presentVacancy),
    createTime: alert.createdAt.toISOString(),
  }))
}

/** A person's alerts that wait, by their places. */
export const listWaiting = (tx: Database, userId: string) =>
  tx
    .select()
    .from(vacancyAlerts)
    .where(and(eq(vacancyAlerts.userId, userId), eq(vacancyAlerts.state, 'WAITING')))
    .orderBy(asc(vacancyAlerts.place))

/** Records that the person of an alert is told of a place. */
export async function insertOffer(
  tx: Database,
  alert: AlertRow,
  { now, vacancyId = null, ...place }: Place & { now: Date; vacancyId?: string | null },
): Promise<void> {
  const { id: alertId, coachId } = alert
  const of = place.ballId === null ? { coachId, venueId: alert.venueId } : {}
  await tx.insert(vacancyOffers).values({ alertId, vacancyId, ...of, ...place, toldAt: now })
}

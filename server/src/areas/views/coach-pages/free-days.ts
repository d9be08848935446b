import { chosenStarts, type FreeStart, freeStartsOf } from '@paidang/domain/areas/views/coach-pages/free-starts'
import { addDays, DATE_WINDOW_DAYS, type Day, dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { HALF_HOURS_PER_DAY, type HalfHour, MINUTES_PER_HALF_HOUR } from '@paidang/domain/kernel/half-hour'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { CLAIM_KIND, slotClaims } from '../../../tables/schedule.ts'
import { courts, venues } from '../../../tables/venues.ts'

/** A coach with the venues to look at. `length` is how many half-hours their shortest class takes. */
export type Teaching = { id: string; venueIds: readonly string[]; length: number }
type FreeDay = { date: Day; starts: FreeStart[] }
type Court = { id: string; venueId: string; firstStart: HalfHour; lastStart: HalfHour }
type Taken = ReadonlyMap<string, ReadonlySet<HalfHour>>

const NONE: ReadonlySet<HalfHour> = new Set()
const keyOf = (resourceId: string, day: Day) => `${resourceId} ${day}`

async function listCourts(db: Database, venueIds: readonly string[]): Promise<Court[]> {
  const { rows } = await db.execute<Court>(sql`
    select c.id::text, c.venue_id::text as "venueId", v.first_start as "firstStart", v.last_start as "lastStart"
    from ${courts} c join ${venues} v on v.id = c.venue_id
    where c.venue_id = any(${sql.param(venueIds)}::bigint[]) and v.approve_status = 1
    order by c.venue_id, c.court_index`)
  return rows
}

/** The taken half-hours by resource and day, one row each. It is not read who holds them. */
async function readTaken(
  db: Database,
  kind: number,
  { ids, from, to }: { ids: readonly string[]; from: Day; to: Day },
): Promise<Taken> {
  const { rows } = await db.execute<{ id: string; day: Day; halfHours: HalfHour[] }>(sql`
    select resource_id::text as id, day::text, array_agg(half_hour) as "halfHours" from ${slotClaims}
    where kind = ${kind} and resource_id = any(${sql.param(ids)}::bigint[]) and day between ${from}::date and ${to}::date
    group by resource_id, day`)
  return new Map(rows.map(({ id, day, halfHours }) => [keyOf(id, day), new Set(halfHours)]))
}

/** A day with the half-hours, both included, at which a class may begin. */
export type Span = { date: Day; from: HalfHour; to: HalfHour }

/** The first half-hour of a day that has not begun. A day outside the booking window has none. */
function firstOpenOn(date: Day, now: Date): HalfHour {
  const today = dayOf(now)
  if (date === today) return halfHourOfInstant(now) + 1
  return today < date && date < addDays(today, DATE_WINDOW_DAYS) ? 0 : HALF_HOURS_PER_DAY
}

/**
 * The next days on which each coach is free for a class at one of the venues, each with up to three starts, or with
 * `isWhole` all. At most `most` days of the next `days` are answered, or the one of `on` alone.
 */
export async function readFreeDays(
  db: Database,
  coaches: readonly Teaching[],
  {
    days,
    most,
    now,
    on,
    isWhole = false,
  }: { days: number; most: number; now: Date; on?: Span | undefined; isWhole?: boolean },
): Promise<Map<string, FreeDay[]>> {
  const today = dayOf(now)
  const dates = on ? [on.date] : Array.from({ length: days }, (_, offset) => addDays(today, offset))
  const span = on ? { from: on.date, to: on.date } : { from: today, to: addDays(today, days - 1) }
  const allCourts = await listCourts(db, [...new Set(coaches.flatMap(({ venueIds }) => venueIds))])
  const ofCoach = await readTaken(db, CLAIM_KIND.COACH, { ids: coaches.map(({ id }) => id), ...span })
  const ofCourt = await readTaken(db, CLAIM_KIND.COURT, { ids: allCourts.map(({ id }) => id), ...span })
  const venuesOn = (venueIds: readonly string[], date: Day) =>
    venueIds.flatMap((stadiumId) => {
      const own = allCourts.filter(({ venueId }) => venueId === stadiumId)
      const [first] = own
      if (!first) return []
      const { firstStart, lastStart } = first
      return [{ stadiumId, firstStart, lastStart, courts: own.map(({ id }) => ofCourt.get(keyOf(id, date)) ?? NONE) }]
    })
  const freeDaysOf = ({ id, venueIds, length }: Teaching) => {
    const free: FreeDay[] = []
    for (const date of dates) {
      if (free.length === most) break
      const coach = ofCoach.get(keyOf(id, date)) ?? NONE
      const firstOpen = Math.max(firstOpenOn(date, now), on?.from ?? 0)
      const all = freeStartsOf({ coach, venues: venuesOn(venueIds, date), firstOpen }, length)
      const starts = on ? all.filter(({ beginTimeSlot }) => beginTimeSlot <= on.to) : all
      if (starts.length > 0) free.push({ date, starts: isWhole ? starts : chosenStarts(starts) })
    }
    return free
  }
  return new Map(coaches.map((coach) => [coach.id, freeDaysOf(coach)]))
}

/**
 * The condition that a coach can begin a class of that length within the span, at the venue of the query around it: the
 * coach and one of its courts are free. What is taken is one number for each coach and court, a bit for each half-hour.
 */
export function canBeginAt(
  { date, from, to }: Span,
  now: Date,
  { coachId, minutes }: { coachId: SQL; minutes: SQL },
): SQL {
  const takenOf = (kind: number, resourceId: SQL) => sql`coalesce((select bit_or(1::bigint << half_hour)
    from ${slotClaims} where kind = ${kind} and resource_id = ${resourceId} and day = ${date}::date), 0)`
  const first = Math.max(from, firstOpenOn(date, now))
  return sql`exists (
    select 1 from (select ${takenOf(CLAIM_KIND.COACH, coachId)} as taken,
      greatest(1, ceil(${minutes}::numeric / ${MINUTES_PER_HALF_HOUR}))::int as length offset 0) own
    join ${courts} on ${courts.venueId} = ${venues.id}
    cross join lateral (select ${takenOf(CLAIM_KIND.COURT, sql`${courts.id}`)} as taken offset 0) court
    where exists (
      select 1 from generate_series(greatest(${first}::int, ${venues.firstStart}),
        least(${to}::int, ${venues.lastStart} - own.length + 1)) start
      where ((own.taken | court.taken) >> start) & ((1::bigint << own.length) - 1) = 0))`
}

import { chosenStarts, type FreeStart, freeStartsOf } from '@paidang/domain/areas/views/coach-pages/free-starts'
import { addDays, type Day, dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import { sql } from 'drizzle-orm'
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

/**
 * The next days on which each coach is free for a class at one of the venues, each with up to three starts. At most
 * `most` days of the next `days` are answered.
 */
export async function readFreeDays(
  db: Database,
  coaches: readonly Teaching[],
  { days, most, now }: { days: number; most: number; now: Date },
): Promise<Map<string, FreeDay[]>> {
  const today = dayOf(now)
  const dates = Array.from({ length: days }, (_, offset) => addDays(today, offset))
  const span = { from: today, to: addDays(today, days - 1) }
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
      // The running half-hour has begun.
      const firstOpen = date === today ? halfHourOfInstant(now) + 1 : 0
      const starts = freeStartsOf({ coach, venues: venuesOn(venueIds, date), firstOpen }, length)
      if (starts.length > 0) free.push({ date, starts: chosenStarts(starts) })
    }
    return free
  }
  return new Map(coaches.map((coach) => [coach.id, freeDaysOf(coach)]))
}

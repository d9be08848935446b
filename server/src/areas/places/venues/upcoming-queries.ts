import { isLive } from '@paidang/domain/areas/classes/invitation'
import { INVITATION_STATUSES } from '@paidang/domain/areas/classes/invitation-status'
import type { Upcoming } from '@paidang/domain/areas/venues/upcoming'
import { type Day, instantOf } from '@paidang/domain/kernel/day'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames } from '../../../tables/balls.ts'
import { hasStatus, invitations, usualPins } from '../../../tables/classes.ts'
import { venueLocks } from '../../../tables/schedule.ts'
import type { Opening } from './venue-form.ts'

const LIVE = INVITATION_STATUSES.filter(isLive)

type AtVenue = { venueId: string; now: Date }

/** Pending and accepted classes and games that are not over. Each counts until its last half-hour has passed. */
const upcomingAt = ({ venueId, now }: AtVenue) => sql`
  select court_id, false as is_game, course_date as day, begin_time_slot, end_time_slot from ${invitations}
  where stadium_id = ${venueId} and ${hasStatus(LIVE, now)} and ${isToCome('course_date', now)}
  union all
  select court_id, true, activity_date, begin_time_slot, end_time_slot from ${ballGames}
  where stadium_id = ${venueId} and status in ('UNPAID', 'OPEN', 'FULL') and ${isToCome('activity_date', now)}`

const isToCome = (
  day: 'course_date' | 'activity_date',
  now: Date,
) => sql`${sql.raw(day)} >= (${now} at time zone 'Asia/Shanghai')::date
  and (${sql.raw(day)} + end_time_slot * interval '30 minutes') at time zone 'Asia/Shanghai' > ${now}`

/**
 * Counts the upcoming classes and games at each court of a venue. Games without a court of the venue are under null.
 */
export async function countUpcoming(db: Database, at: AtVenue): Promise<Map<string | null, Upcoming>> {
  const { rows } = await db.execute<{ courtId: string | null; classes: number; games: number; firstMs: number }>(sql`
    select court_id as "courtId", (count(*) filter (where not is_game))::int as classes,
      (count(*) filter (where is_game))::int as games, extract(epoch from
        min(day + begin_time_slot * interval '30 minutes') at time zone 'Asia/Shanghai')::float8 * 1000 as "firstMs"
    from (${upcomingAt(at)}) upcoming group by court_id`)
  return new Map(rows.map(({ courtId, firstMs, ...counted }) => [courtId, { ...counted, first: new Date(firstMs) }]))
}

/**
 * The begin of the first upcoming class or game at courts of a venue outside these hours. Undefined if there is none.
 */
export async function findFirstOutside(
  db: Database,
  { firstStart, lastStart, ...at }: AtVenue & Opening,
): Promise<Date | undefined> {
  const { rows } = await db.execute<{ day: Day; begin: number }>(sql`
    select day, begin_time_slot as begin from (${upcomingAt(at)}) upcoming
    where court_id is not null and (begin_time_slot < ${firstStart} or end_time_slot > ${lastStart + 1})
    order by day, begin_time_slot limit 1`)
  return rows[0] && instantOf(rows[0].day, rows[0].begin)
}

/** The courts of a venue that a class, game, lock or usual class references, past ones included. */
export async function listUsedCourts(db: Database, venueId: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ courtId: string }>(sql`
    select court_id as "courtId" from ${invitations} where stadium_id = ${venueId}
    union select court_id from ${ballGames} where stadium_id = ${venueId} and court_id is not null
    union select court_id from ${venueLocks} where venue_id = ${venueId}
    union select court_id from ${usualPins} where stadium_id = ${venueId}`)
  return new Set(rows.map(({ courtId }) => courtId))
}

import type { BallFilters } from '@paidang/api/areas/balls'
import { BALL_GROUPS, type BallGroup, STANDING_BALLS } from '@paidang/domain/areas/balls/ball-status'
import { dayOf, halfHourOfInstant, hyphened } from '@paidang/domain/kernel/day'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { venues } from '../venues/tables.ts'
import { type BallView, isHisOrNotKept, isKeptFrom, isWithin, listViews, seatsLeftAt } from './ball-queries.ts'
import { ballGames, ballParticipants, ballWaiters } from './tables.ts'

/** In which order: by time from either end, or the soonest first and full ones last. */
export type BallOrder = 'asc' | 'desc' | 'nearest'

/** Which public games, as whom (undefined: a guest), and in which order. */
type PublicWanted = Page & {
  by: string | undefined
  filters?: BallFilters | undefined
  order: BallOrder
  now: Date
}

/** One page of the public games that stand and have not begun at `now`, by their time. */
export async function listPublicBalls(
  db: Database,
  { by, filters = {}, order, now, ...page }: PublicWanted,
): Promise<{ rows: BallView[]; total: number }> {
  const { activityDate, beginTimeSlot, id, isPublic, status } = ballGames
  const byTime = order === 'desc' ? desc : asc
  const fullLast = order === 'nearest' ? [sql`(${status} = 'FULL')`] : []
  return listViews(db, {
    by,
    near: filters.near,
    where: and(
      eq(isPublic, true),
      inArray(status, STANDING_BALLS),
      // The half-hour that runs has begun, so a game that starts with it is no longer to come.
      sql`(${activityDate}, ${beginTimeSlot}) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)`,
      isKeptFrom(by),
      ...conditionsOf(filters, now),
    ),
    orderBy: [...fullLast, byTime(activityDate), byTime(beginTimeSlot), byTime(id)],
    limit: page.rows,
    offset: offsetOf(page),
  })
}

/** Whether a text holds what was typed, capitals or not. */
const holds = (column: typeof ballGames.title | typeof venues.name | typeof ballGames.place, typed: string) =>
  sql`position(lower(${typed}) in lower(coalesce(${column}, ''))) > 0`

function conditionsOf(filters: BallFilters, now: Date): (SQL | undefined)[] {
  const { keyword, dateFrom, dateTo, sport, matchType, levelFrom, levelTo } = filters
  const { city, district, stadiumId, near, withinKm, maxFeeFen, hasSeats } = filters
  const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
    value === undefined || value === '' ? undefined : condition(value)
  return [
    given(keyword?.trim(), (it) => or(holds(ballGames.title, it), holds(venues.name, it), holds(ballGames.place, it))),
    given(dateFrom, (it) => gte(ballGames.activityDate, hyphened(it))),
    given(dateTo, (it) => lte(ballGames.activityDate, hyphened(it))),
    given(sport, (it) => eq(ballGames.sport, it)),
    given(matchType, (it) => eq(ballGames.matchType, it)),
    // Ranges that overlap: who plays within the wanted levels finds somebody.
    given(levelFrom, (it) => gte(ballGames.levelTo, it)),
    given(levelTo, (it) => lte(ballGames.levelFrom, it)),
    given(city, (it) => or(eq(venues.city, it), holds(ballGames.place, it))),
    given(district, (it) => or(eq(venues.district, it), holds(ballGames.place, it))),
    given(stadiumId, (it) => eq(ballGames.stadiumId, it)),
    near && given(withinKm, (it) => isWithin(near, it)),
    given(maxFeeFen, (it) => lte(ballGames.feeFen, it)),
    hasSeats ? sql`${seatsLeftAt(now)} > 0` : undefined,
  ]
}

/** In which way somebody has to do with a game. */
export type BallRole = 'initiator' | 'participant' | 'waiting'

const ROLES: Record<BallRole, (userId: string) => SQL> = {
  initiator: (userId) => sql`${ballGames.initiatorId} = ${userId}`,
  participant: (userId) => sql`(${ballGames.initiatorId} <> ${userId} and exists (
    select 1 from ${ballParticipants} bp
    where bp.ball_id = ${ballGames}.id and bp.user_id = ${userId} and bp.state in ('OFFERED', 'HELD', 'FIRM')))`,
  waiting: (userId) => sql`exists (
    select 1 from ${ballWaiters} w
    where w.ball_id = ${ballGames}.id and w.user_id = ${userId} and w.state in ('WAITING', 'OFFERED'))`,
}

/**
 * One page of a person's games of a group, latest first, or the soonest with `isNearest`; without a role all that concern them.
 * What they only wait for is left out where they and the initiator keep out of each other's sight.
 */
export async function listOwnBalls(
  db: Database,
  {
    userId,
    group,
    role,
    isNearest,
    ...page
  }: Page & { userId: string; group: BallGroup; role: BallRole | undefined; isNearest: boolean },
): Promise<{ rows: BallView[]; total: number }> {
  const { activityDate, beginTimeSlot, id, status } = ballGames
  const byTime = isNearest ? asc : desc
  const roles = role ? [role] : (Object.keys(ROLES) as BallRole[])
  return listViews(db, {
    by: userId,
    where: and(
      inArray(status, BALL_GROUPS[group]),
      or(...roles.map((it) => ROLES[it](userId))),
      isHisOrNotKept(userId),
    ),
    orderBy: [byTime(activityDate), byTime(beginTimeSlot), byTime(id)],
    limit: page.rows,
    offset: offsetOf(page),
  })
}

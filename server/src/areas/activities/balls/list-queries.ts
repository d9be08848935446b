import type { BallFilters } from '@paidang/api/areas/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Sord } from '@paidang/api/shapes'
import { ACTIVE_BALL_STATUSES, BALL_GROUPS, type BallGroup } from '@paidang/domain/areas/balls/ball-status'
import { dayOf, halfHourOfInstant, toIsoDay } from '@paidang/domain/kernel/day'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants, ballWaiters } from '../../../tables/balls.ts'
import { venues } from '../../../tables/venues.ts'
import { type BallView, isBlockedFrom, isOwnOrNotBlocked, isWithin, listViews, seatsLeftAt } from './ball-queries.ts'

/** Which public games, for whom (undefined: a guest), and in which order. */
type PublicQuery = Page & {
  actorId: string | undefined
  filters?: BallFilters | undefined
  sord: Sord
  now: Date
}

/** One page of the public active games that have not begun at `now`, by their time. */
export async function listPublicBalls(
  db: Database,
  { actorId, filters = {}, sord, now, ...page }: PublicQuery,
): Promise<{ rows: BallView[]; total: number }> {
  const { activityDate, beginTimeSlot, id, isPublic, status } = ballGames
  const byTime = sord === 'desc' ? desc : asc
  return listViews(db, {
    actorId,
    near: filters.near,
    where: and(
      eq(isPublic, true),
      inArray(status, ACTIVE_BALL_STATUSES),
      // The running half-hour has begun, so a game that starts with it is no longer to come.
      sql`(${activityDate}, ${beginTimeSlot}) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)`,
      isBlockedFrom(actorId),
      ...conditionsOf(filters, now),
    ),
    orderBy: [byTime(activityDate), byTime(beginTimeSlot), byTime(id)],
    limit: page.rows,
    offset: offsetOf(page),
  })
}

/** Whether a text contains the input, ignoring case. */
const holds = (column: typeof ballGames.title | typeof venues.name | typeof ballGames.place, typed: string) =>
  sql`position(lower(${typed}) in lower(coalesce(${column}, ''))) > 0`

function conditionsOf(filters: BallFilters, now: Date): (SQL | undefined)[] {
  const { keyword, dateFrom, dateTo, sport, matchType, levelFrom, levelTo } = filters
  const { city, district, stadiumId, near, withinKm, maxFeeFen, hasSeats } = filters
  const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
    value === undefined || value === '' ? undefined : condition(value)
  return [
    given(keyword?.trim(), (it) => or(holds(ballGames.title, it), holds(venues.name, it), holds(ballGames.place, it))),
    given(dateFrom, (it) => gte(ballGames.activityDate, toIsoDay(it))),
    given(dateTo, (it) => lte(ballGames.activityDate, toIsoDay(it))),
    given(sport, (it) => eq(ballGames.sport, it)),
    given(matchType, (it) => eq(ballGames.matchType, it)),
    // Ranges that overlap: a player within the requested levels finds somebody.
    given(levelFrom, (it) => gte(ballGames.levelTo, it)),
    given(levelTo, (it) => lte(ballGames.levelFrom, it)),
    given(city, (it) => or(eq(venues.city, it), holds(ballGames.place, it))),
    given(district, (it) => or(eq(venues.district, it), holds(ballGames.place, it))),
    given(stadiumId, (it) => eq(ballGames.stadiumId, it)),
    given(withinKm, (it) => {
      if (!near) throw new ApiError('input_invalid', { data: { field: 'filters/near' } })
      return isWithin(near, it)
    }),
    given(maxFeeFen, (it) => lte(ballGames.feeFen, it)),
    hasSeats ? sql`${seatsLeftAt(now)} > 0` : undefined,
  ]
}

/** A user's part in a game. */
export type BallRole = 'initiator' | 'participant' | 'waiting'

const ROLES: Record<BallRole, (userId: string) => SQL> = {
  initiator: (userId) => sql`${ballGames.initiatorId} = ${userId}`,
  participant: (userId) => sql`(${ballGames.initiatorId} <> ${userId} and exists (
    select 1 from ${ballParticipants} bp
    where bp.ball_id = ${ballGames}.id and bp.user_id = ${userId} and bp.state in ('OFFERED', 'HELD', 'CONFIRMED')))`,
  waiting: (userId) => sql`exists (
    select 1 from ${ballWaiters} w
    where w.ball_id = ${ballGames}.id and w.user_id = ${userId} and w.state in ('WAITING', 'OFFERED'))`,
}

/**
 * One page of a person's games of a group, by their time. Without a role it covers every part in a game. A game that they only wait for is left out when they and the initiator are blocked.
 */
export async function listOwnBalls(
  db: Database,
  {
    userId,
    group,
    role,
    sord,
    ...page
  }: Page & { userId: string; group: BallGroup; role: BallRole | undefined; sord: Sord },
): Promise<{ rows: BallView[]; total: number }> {
  const { activityDate, beginTimeSlot, id, status } = ballGames
  const byTime = sord === 'asc' ? asc : desc
  const roles = role ? [role] : (Object.keys(ROLES) as BallRole[])
  return listViews(db, {
    actorId: userId,
    where: and(
      inArray(status, BALL_GROUPS[group]),
      or(...roles.map((it) => ROLES[it](userId))),
      isOwnOrNotBlocked(userId),
    ),
    orderBy: [byTime(activityDate), byTime(beginTimeSlot), byTime(id)],
    limit: page.rows,
    offset: offsetOf(page),
  })
}

import * as api from '@paidang/api/areas/activities/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import type { Sord } from '@paidang/api/shapes'
import { ACTIVE_BALL_STATUSES, BALL_GROUPS, type BallGroup } from '@paidang/domain/areas/activities/balls/ball-status'
import { dayOf, halfHourOfInstant, toIsoDay } from '@paidang/domain/kernel/day'
import type { Page as PageQuery } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { venues } from '../../../tables/venues.ts'
import {
  isBlockedFrom,
  isOwnOrNotBlocked,
  isWithin,
  presentBall,
  seatsLeftAt,
  selectViews,
  waitsIn,
} from './ball-view.ts'

const { activityDate, beginTimeSlot, id, initiatorId, isPublic, status } = ballGames

const byTime = (sord: Sord) => [activityDate, beginTimeSlot, id].map(sord === 'asc' ? asc : desc)

/** Whether a text contains the input, ignoring case. */
const holds = (column: typeof ballGames.title | typeof venues.name | typeof ballGames.place, typed: string) =>
  sql`position(lower(${typed}) in lower(coalesce(${column}, ''))) > 0`

function conditionsOf(filters: api.BallFilters, now: Date): (SQL | undefined)[] {
  const { keyword, dateFrom, dateTo, sport, matchType, levelFrom, levelTo } = filters
  const { city, district, stadiumId, near, withinKm, maxFeeFen, hasSeats } = filters
  const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
    value === undefined || value === '' ? undefined : condition(value)
  return [
    given(keyword?.trim(), (it) => or(holds(ballGames.title, it), holds(venues.name, it), holds(ballGames.place, it))),
    given(dateFrom, (it) => gte(activityDate, toIsoDay(it))),
    given(dateTo, (it) => lte(activityDate, toIsoDay(it))),
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

/** One page of the public active games that have not begun at `now`, by their time. A guest has no `actorId`. */
export async function pagePublicBalls(
  db: Database,
  {
    actorId,
    filters = {},
    sord,
    now,
    ...query
  }: PageQuery & { actorId: string | undefined; filters?: api.BallFilters | undefined; sord: Sord; now: Date },
): Promise<Page<api.BallSummary>> {
  return pageOf(db, selectViews(db, { actorId, near: filters.near }), {
    where: and(
      eq(isPublic, true),
      inArray(status, ACTIVE_BALL_STATUSES),
      // The running half-hour has begun, so a game that starts with it is no longer to come.
      sql`(${activityDate}, ${beginTimeSlot}) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)`,
      isBlockedFrom(actorId),
      ...conditionsOf(filters, now),
    ),
    order: byTime(sord),
    query,
    present: presentBall,
  })
}

/** A user's part in a game, as SQL conditions. */
const ROLES = {
  initiator: (userId: string) => sql`${initiatorId} = ${userId}`,
  participant: (userId: string) => sql`(${initiatorId} <> ${userId} and exists (
    select 1 from ${ballParticipants} bp
    where bp.ball_id = ${ballGames}.id and bp.user_id = ${userId} and bp.state in ('OFFERED', 'HELD', 'CONFIRMED')))`,
  waiting: waitsIn,
}

/**
 * One page of a person's games of a group, by their time. Without a role it covers every part in a game. A game that
 * they only wait for is left out when they and the initiator are blocked.
 */
export async function pageOwnBalls(
  db: Database,
  {
    userId,
    group,
    role,
    sord,
    ...query
  }: PageQuery & { userId: string; group: BallGroup; role: keyof typeof ROLES | undefined; sord: Sord },
): Promise<Page<api.BallSummary>> {
  const parts = role ? [ROLES[role]] : Object.values(ROLES)
  return pageOf(db, selectViews(db, { actorId: userId }), {
    where: and(
      inArray(status, BALL_GROUPS[group]),
      or(...parts.map((hasPart) => hasPart(userId))),
      isOwnOrNotBlocked(userId),
    ),
    order: byTime(sord),
    query,
    present: presentBall,
  })
}

export default plugin([
  handle(api.publicBalls, ({ query: { current, rows, sord = 'asc' }, user, db, now }) =>
    pagePublicBalls(db, { current, rows, actorId: user?.id, sord, now }),
  ),

  handle(api.listBalls, ({ body: { current, rows, sord = 'desc', filters }, user, db, now }) =>
    pagePublicBalls(db, { current, rows, actorId: user?.id, filters, sord, now }),
  ),

  handle(api.ballsOfUser, async ({ params: { group, userId }, query, user, db }) => {
    const { current, rows, role, sord = 'desc' } = query
    if (userId !== user.id) throw new ApiError('data_of_others')
    return pageOwnBalls(db, { userId, group, role, sord, current, rows })
  }),
])

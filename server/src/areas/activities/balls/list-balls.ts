import * as api from '@paidang/api/areas/activities/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import type { Sord } from '@paidang/api/shapes'
import {
  ACTIVE_BALL_STATUSES,
  BALL_GROUPS,
  type BallGroup,
  type BallStatus,
} from '@paidang/domain/areas/activities/balls/ball-status'
import { dayOf, halfHourOfInstant, toIsoDay } from '@paidang/domain/kernel/day'
import { APP_COUNT_LIMIT, offsetOf, type Page as PageQuery } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { pageLimit } from '../../../db/page-limit.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { ballGames, ballParticipants, ballWaiters } from '../../../tables/balls.ts'
import { venues } from '../../../tables/venues.ts'
import {
  isBlockedFrom,
  isOwnOrNotBlocked,
  isWithin,
  playsIn,
  presentBall,
  seatsLeftAt,
  selectViews,
} from './ball-view.ts'

const { activityDate, beginTimeSlot, id, isPublic, status } = ballGames

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

/** A user's part in a game. */
const ROLES = ['initiator', 'participant', 'waiting'] as const
type Role = (typeof ROLES)[number]

/** The seat of a user in a game: of the initiator, or of somebody who joined. */
const seatOf = (userId: string, role: 'initiator' | 'participant') => sql`bp.user_id = ${userId}
  and bp.is_initiator = ${role === 'initiator'} and bp.state in ('HELD', 'CONFIRMED')`

/** The games to come that a user waits for, or is offered a seat in: few. One whose initiator is blocked is left out. */
function openTo(userId: string, statuses: readonly BallStatus[], roles: readonly Role[]): SQL {
  const isSeen = sql`${inArray(status, [...statuses])} and ${isOwnOrNotBlocked(userId)}`
  const from = sql`select ${id}, ${activityDate}, ${beginTimeSlot} from ${ballGames}`
  const waits = sql`${from} join ${ballWaiters} w on w.ball_id = ${id} and w.user_id = ${userId}
    and w.state in ('WAITING', 'OFFERED') where ${isSeen} and ${roles.length === 1 ? sql`true` : sql`not ${playsIn(userId)}`}`
  const isOffered = sql`${from} join ${ballParticipants} bp on bp.ball_id = ${id} and bp.user_id = ${userId}
    and bp.ball_status in ${BALL_GROUPS[1]} and bp.state = 'OFFERED' and not bp.is_initiator where ${isSeen}`
  const parts = [...(roles.includes('waiting') ? [waits] : []), ...(roles.includes('participant') ? [isOffered] : [])]
  return sql.join(parts, sql` union `)
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
  }: PageQuery & { userId: string; group: BallGroup; role: Role | undefined; sord: Sord },
): Promise<Page<api.BallSummary>> {
  const statuses: readonly BallStatus[] = BALL_GROUPS[group]
  const roles: readonly Role[] = role ? [role] : ROLES
  const seated = (['initiator', 'participant'] as const).filter((one) => roles.includes(one))
  const way = sql.raw(sord)
  const shown = query.rows + offsetOf(query)
  // Each status is read from the index of the user as far as the page needs.
  const parts = seated.flatMap((one) =>
    statuses.map(
      (of) => sql`(select bp.ball_id as id, bp.activity_date, bp.begin_time_slot from ${ballParticipants} bp
        where ${seatOf(userId, one)} and bp.ball_status = ${of}
        order by bp.activity_date ${way}, bp.begin_time_slot ${way}, bp.ball_id ${way} limit ${pageLimit(shown)})`,
    ),
  )
  const counts = seated.map(
    (one) => sql`select 1 from ${ballParticipants} bp where ${seatOf(userId, one)} and bp.ball_status in ${statuses}`,
  )
  if (role !== 'initiator') {
    const open = openTo(userId, statuses, roles)
    parts.push(sql`(${open})`)
    counts.push(sql`select 1 from (${open}) open`)
  }
  const ids = await db.execute<{ id: string }>(sql`
    select own.id::text as id from (${sql.join(parts, sql` union `)}) own (id, activity_date, begin_time_slot)
    order by own.activity_date ${way}, own.begin_time_slot ${way}, own.id ${way}
    limit ${pageLimit(query.rows)} offset ${offsetOf(query)}`)
  const total = await countUpTo(db, sql`(${sql.join(counts, sql` union all `)})`, { most: APP_COUNT_LIMIT, shown })
  const rows = await selectViews(db, { actorId: userId })
    .where(
      inArray(
        id,
        ids.rows.map((row) => row.id),
      ),
    )
    .orderBy(...byTime(sord))
  return { rows: rows.map(presentBall), total }
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

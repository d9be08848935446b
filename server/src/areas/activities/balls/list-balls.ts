import * as api from '@paidang/api/areas/activities/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
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
import { contains } from '../../../db/contains.ts'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { literals, pageLimit } from '../../../db/literal.ts'
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

function conditionsOf(filters: api.BallFilters, now: Date): (SQL | undefined)[] {
  const { keyword, dateFrom, dateTo, sport, matchType, levelFrom, levelTo } = filters
  const { city, district, stadiumId, near, withinKm, maxFeeFen, hasSeats } = filters
  const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
    value === undefined || value === '' ? undefined : condition(value)
  return [
    given(keyword?.trim(), (it) =>
      or(contains(ballGames.title, it), contains(venues.name, it), contains(ballGames.place, it)),
    ),
    given(dateFrom, (it) => gte(activityDate, toIsoDay(it))),
    given(dateTo, (it) => lte(activityDate, toIsoDay(it))),
    given(sport, (it) => eq(ballGames.sport, it)),
    given(matchType, (it) => eq(ballGames.matchType, it)),
    // Ranges that overlap: a player within the requested levels finds somebody.
    given(levelFrom, (it) => gte(ballGames.levelTo, it)),
    given(levelTo, (it) => lte(ballGames.levelFrom, it)),
    given(city, (it) => or(eq(venues.city, it), contains(ballGames.place, it))),
    given(district, (it) => or(eq(venues.district, it), contains(ballGames.place, it))),
    given(stadiumId, (it) => eq(ballGames.stadiumId, it)),
    given(withinKm, (it) => {
      if (!near) throw new ApiError('input_invalid', { data: { field: 'filters/near' } })
      return isWithin(near, it)
    }),
    given(maxFeeFen, (it) => lte(ballGames.feeFen, it)),
    hasSeats ? sql`${seatsLeftAt(now)} > 0` : undefined,
  ]
}

type PublicBalls = {
  /** A guest has none. */
  actorId: string | undefined
  filters?: api.BallFilters | undefined
  sord: Sord
  now: Date
}

/** The public active games that have not begun at `now`, by their time. */
const publicBalls = ({ actorId, filters = {}, sord, now }: PublicBalls) => ({
  where: and(
    eq(isPublic, true),
    sql`${status} in (${literals(...ACTIVE_BALL_STATUSES)})`,
    // The running half-hour has begun, so a game that starts with it is no longer to come.
    sql`(${activityDate}, ${beginTimeSlot}) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)`,
    isBlockedFrom(actorId),
    ...conditionsOf(filters, now),
  ),
  order: byTime(sord),
})

/** One page of them. */
async function pagePublicBalls(db: Database, { current, rows, ...asked }: PageQuery & PublicBalls) {
  const select = selectViews(db, { actorId: asked.actorId, near: asked.filters?.near })
  return pageOf(db, select, { ...publicBalls(asked), query: { current, rows }, present: presentBall })
}

/** The first of them. */
export async function listPublicBalls(
  db: Database,
  { rows, ...asked }: PublicBalls & { rows: number },
): Promise<api.BallSummary[]> {
  const { where, order } = publicBalls(asked)
  const found = await selectViews(db, { actorId: asked.actorId })
    .where(where)
    .orderBy(...order)
    .limit(rows)
  return found.map(presentBall)
}

/** A user's part in a game. */
const ROLES = ['initiator', 'participant', 'waiting'] as const
type Role = (typeof ROLES)[number]

/** The seat of a user in a game: of the initiator, or of somebody who joined. */
const seatOf = (userId: string, role: 'initiator' | 'participant') => sql`bp.user_id = ${userId}
  and ${role === 'initiator' ? sql`bp.is_initiator` : sql`not bp.is_initiator`} and bp.state in ('HELD', 'CONFIRMED')`

/** The games to come that a user waits for, or is offered a seat in: few. One whose initiator is blocked is left out. */
function openTo(userId: string, statuses: readonly BallStatus[], roles: readonly Role[]): SQL {
  const isSeen = sql`${status} in (${literals(...statuses)}) and ${isOwnOrNotBlocked(userId)}`
  const from = sql`select ${id}, ${activityDate}, ${beginTimeSlot} from ${ballGames}`
  const waits = sql`${from} join ${ballWaiters} w on w.ball_id = ${id} and w.user_id = ${userId}
    and w.state in ('WAITING', 'OFFERED') where ${isSeen} and ${roles.length === 1 ? sql`true` : sql`not ${playsIn(userId)}`}`
  const isOffered = sql`${from} join ${ballParticipants} bp on bp.ball_id = ${id} and bp.user_id = ${userId}
    and bp.ball_status in (${literals(...BALL_GROUPS[1])}) and bp.state = 'OFFERED' and not bp.is_initiator where ${isSeen}`
  const parts = [...(roles.includes('waiting') ? [waits] : []), ...(roles.includes('participant') ? [isOffered] : [])]
  return sql.join(parts, sql` union `)
}

type OwnBalls = PageQuery & { userId: string; group: BallGroup; role: Role | undefined; sord: Sord }

const seatedRoles = (role: Role | undefined) =>
  (['initiator', 'participant'] as const).filter((one) => role === undefined || role === one)

/**
 * A page of a person's games of a group, by their time. Without a role it covers every part in a game. A game that they
 * only wait for is left out when they and the initiator are blocked.
 */
export async function listOwnBalls(
  db: Database,
  { userId, group, role, sord, ...query }: OwnBalls,
): Promise<api.BallSummary[]> {
  const statuses: readonly BallStatus[] = BALL_GROUPS[group]
  const way = sql.raw(sord)
  // Each status is read from the index of the user as far as the page needs.
  const parts = seatedRoles(role).flatMap((one) =>
    statuses.map(
      (of) => sql`(select bp.ball_id as id, bp.activity_date, bp.begin_time_slot from ${ballParticipants} bp
        where ${seatOf(userId, one)} and bp.ball_status = ${literals(of)}
        order by bp.activity_date ${way}, bp.begin_time_slot ${way}, bp.ball_id ${way}
        limit ${pageLimit(query.rows + offsetOf(query))})`,
    ),
  )
  if (role !== 'initiator') parts.push(sql`(${openTo(userId, statuses, role ? [role] : ROLES)})`)
  const found = await db.execute<{ id: string }>(sql`
    select own.id::text as id from (${sql.join(parts, sql` union `)}) own (id, activity_date, begin_time_slot)
    order by own.activity_date ${way}, own.begin_time_slot ${way}, own.id ${way}
    limit ${pageLimit(query.rows)} offset ${offsetOf(query)}`)
  const ids = found.rows.map((row) => row.id)
  if (ids.length === 0) return []
  const rows = await selectViews(db, { actorId: userId })
    .where(inArray(id, ids))
    .orderBy(...byTime(sord))
  return rows.map(presentBall)
}

/** The number of a person's games of a group, up to the limit. */
async function countOwnBalls(db: Database, { userId, group, role, ...query }: OwnBalls): Promise<number> {
  const statuses: readonly BallStatus[] = BALL_GROUPS[group]
  const counts = seatedRoles(role).map(
    (one) => sql`select 1 from ${ballParticipants} bp
      where ${seatOf(userId, one)} and bp.ball_status in (${literals(...statuses)})`,
  )
  if (role !== 'initiator') counts.push(sql`select 1 from (${openTo(userId, statuses, role ? [role] : ROLES)}) open`)
  const shown = query.rows + offsetOf(query)
  return countUpTo(db, sql`(${sql.join(counts, sql` union all `)})`, { most: APP_COUNT_LIMIT, shown })
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
    const asked = { userId, group, role, sord, current, rows }
    const [shown, total] = await Promise.all([listOwnBalls(db, asked), countOwnBalls(db, asked)])
    return { rows: shown, total }
  }),
])

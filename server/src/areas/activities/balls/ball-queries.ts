import type { BallSummary } from '@paidang/api/areas/balls'
import { LIVE_SEATS } from '@paidang/domain/areas/balls/ball-status'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants, ballProposals, ballWaiters } from '../../../tables/balls.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { users } from '../../../tables/identities.ts'
import { courts, venues } from '../../../tables/venues.ts'

export type BallRow = typeof ballGames.$inferSelect

/** A new game, or the changed columns of an update. */
export type NewBall = typeof ballGames.$inferInsert

/** A point on the earth, in degrees. */
export type Point = { latitude: number; longitude: number }

/** A game as one person sees it in a list: place names, its players, and the viewer's part. */
export type BallView = BallRow &
  Pick<
    BallSummary,
    | 'userId'
    | 'cloudImagePathResize'
    | 'stadiumName'
    | 'stadiumAvatar'
    | 'district'
    | 'courtName'
    | 'participants'
    | 'mySeat'
    | 'isWaiting'
    | 'distanceKm'
  > & {
    address: string | null
    latitude: number | null
    longitude: number | null
    courtIndex: number | null
    /** Whether the viewer is asked to take somebody's place, or waits for one. */
    isAsked: boolean
    /** Whether the viewer and the initiator are blocked from each other. */
    isHidden: boolean
  }

/** Stands for a guest: no stored user has this id. */
const GUEST = '0'

const LIVE = sql.raw(LIVE_SEATS.map((state) => `'${state}'`).join(', '))
const EARTH_DIAMETER_KM = 12_742

/**
 * Locks and reads the game until the transaction ends. Code that changes its seats, orders or claims must lock it
 * first.
 */
export async function lockBall(tx: Database, id: string): Promise<BallRow | undefined> {
  const [row] = await tx.select().from(ballGames).where(eq(ballGames.id, id)).for('update')
  return row
}

export async function insertBall(tx: Database, ball: NewBall): Promise<BallRow> {
  const [row] = await tx.insert(ballGames).values(ball).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Changes a locked game. */
export async function updateBall(tx: Database, id: string, change: Partial<NewBall>): Promise<BallRow> {
  const [row] = await tx.update(ballGames).set(change).where(eq(ballGames.id, id)).returning()
  if (!row) throw new Error(`ball game ${id} is gone`)
  return row
}

/**
 * Counts one seat more or less, and updates the status to full or open.
 *
 * @returns the changed row; undefined when there is no seat to take or to give back
 */
export async function countSeat(tx: Database, id: string, by: 1 | -1): Promise<BallRow | undefined> {
  const { seatsTaken, maxPlayers, status } = ballGames
  const after = sql`${seatsTaken} + ${by}`
  const [row] = await tx
    .update(ballGames)
    .set({
      seatsTaken: after,
      status: sql`case when ${status} not in ('OPEN', 'FULL') then ${status}
        when ${after} = ${maxPlayers} then 'FULL' else 'OPEN' end`,
    })
    .where(and(eq(ballGames.id, id), sql`${after} between 0 and ${maxPlayers}`))
    .returning()
  return row
}

/** SQL condition: a person has a seat in a game, or pays for one. */
const playsIn = (userId: string) => sql`exists (
  select 1 from ${ballParticipants} own
  where own.ball_id = ${ballGames}.id and own.user_id = ${userId} and own.state in ('HELD', 'CONFIRMED'))`

/**
 * The users who have a seat or pay for one, in the order of joining. One JSON array of nickname and avatar. A viewer
 * who does not play does not see blocked users.
 */
const participantsOfBall = (actorId: string) => sql<BallView['participants']>`(
  select coalesce(json_agg(json_build_object('id', p.user_id::text, 'nickname', p.nickname, 'avatar', p.avatar) order by p.id), '[]')
  from (
    select bp.id, bp.user_id, u.nickname, u.avatar
    from ${ballParticipants} bp join ${users} u on u.id = bp.user_id
    where bp.ball_id = ${ballGames}.id and bp.state in ('HELD', 'CONFIRMED')
      and (${playsIn(actorId)} or not ${isBlockedBetween(sql`bp.user_id`, actorId)})
    order by bp.id
    limit ${sql.raw(String(MAX_ROWS))}
  ) p
)`

/** The great-circle distance between a venue and a point, in kilometres. Null for a venue without coordinates. */
const distanceTo = ({ latitude, longitude }: Point) => sql<number | null>`case
  when ${venues.latitude} is not null and ${venues.longitude} is not null
  then ${sql.raw(String(EARTH_DIAMETER_KM))} * asin(sqrt(least(1,
    pow(sin(radians(${venues.latitude} - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(${venues.latitude}))
      * pow(sin(radians(${venues.longitude} - ${longitude}::float8) / 2), 2)))) end`

/** Whether the caller or the initiator has the other on their blacklist. */
const isHiddenFrom = (actorId: string) => isBlockedBetween(sql`${ballGames}.initiator_id`, actorId)

/** Whether a blacklist hides the game from the caller. A blacklist hides both people from each other. */
export const isBlockedFrom = (actorId: string | undefined): SQL | undefined =>
  actorId === undefined ? undefined : sql`not ${isHiddenFrom(actorId)}`

/** Whether a user plays in a game, or no blacklist hides it from them. */
export const isOwnOrNotBlocked = (actorId: string): SQL => sql`(${playsIn(actorId)} or not ${isHiddenFrom(actorId)})`

/** How many seats are free at `now`. A seat whose time to pay has passed counts as free. */
export const seatsLeftAt = (now: Date) => sql<number>`(${ballGames.maxPlayers} - ${ballGames.seatsTaken} + (
  select count(*) from ${ballParticipants} bp
  where bp.ball_id = ${ballGames}.id and bp.state in ('OFFERED', 'HELD') and bp.held_until <= ${now}))`

/** Whether a venue lies within so many kilometres of a point. */
export const isWithin = (point: Point, km: number) => sql`${distanceTo(point)} <= ${km}`

const ownColumns = getTableColumns(ballGames)

function viewColumns(actorId: string, near: Point | undefined) {
  return {
    ...ownColumns,
    userId: sql<string>`case when ${playsIn(actorId)} then ${actorId}::text else ${ballGames}.initiator_id::text end`,
    cloudImagePathResize: sql<string | null>`(select u.avatar from ${users} u where u.id = ${ballGames}.initiator_id)`,
    stadiumName: venues.name,
    stadiumAvatar: venues.avatar,
    district: venues.district,
    address: venues.address,
    latitude: venues.latitude,
    longitude: venues.longitude,
    courtIndex: courts.courtIndex,
    courtName: courts.name,
    participants: participantsOfBall(actorId),
    mySeat: sql<BallView['mySeat']>`(
      select bp.state from ${ballParticipants} bp
      where bp.ball_id = ${ballGames}.id and bp.user_id = ${actorId} and bp.state in (${LIVE}))`,
    isWaiting: sql<boolean>`exists (
      select 1 from ${ballWaiters} w
      where w.ball_id = ${ballGames}.id and w.user_id = ${actorId} and w.state in ('WAITING', 'OFFERED'))`,
    isAsked: sql<boolean>`exists (
      select 1 from ${ballProposals} p
      where p.ball_id = ${ballGames}.id and p.in_user_id = ${actorId} and p.state = 'OPEN')
      or exists (
      select 1 from ${ballWaiters} w
      where w.ball_id = ${ballGames}.id and w.user_id = ${actorId} and w.state in ('WAITING', 'OFFERED'))`,
    distanceKm: near ? distanceTo(near) : sql<number | null>`null::float8`,
    isHidden: isHiddenFrom(actorId),
  }
}

/** Games as `actorId` sees them (undefined: a guest). The caller adds the filter and the order. */
export async function listViews(
  db: Database,
  { actorId = GUEST, near, where, orderBy, limit, offset }: ListQuery,
): Promise<{ rows: BallView[]; total: number }> {
  const rows = await db
    .select(viewColumns(actorId, near))
    .from(ballGames)
    .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
    .leftJoin(courts, eq(courts.id, ballGames.courtId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(ballGames)
    .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}

type ListQuery = {
  actorId: string | undefined
  near?: Point | undefined
  where: SQL | undefined
  orderBy: SQL[]
  limit: number
  offset: number
}

/** One game as `actorId` sees it. Permission is not checked here. */
export async function findView(db: Database, id: string, actorId = GUEST): Promise<BallView | undefined> {
  const [row] = await db
    .select(viewColumns(actorId, undefined))
    .from(ballGames)
    .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
    .leftJoin(courts, eq(courts.id, ballGames.courtId))
    .where(eq(ballGames.id, id))
  return row
}

/**
 * Reads the place of a game: an approved venue with its opening (first and last start), and its court. The venue cannot
 * change until the transaction ends.
 */
export async function lockPlaceForShare(
  tx: Database,
  stadiumId: string,
  courtIndex: number | null,
): Promise<{ courtId: string | null; firstStart: number; lastStart: number } | undefined> {
  const [row] = await tx
    .select({ courtId: courts.id, firstStart: venues.firstStart, lastStart: venues.lastStart })
    .from(venues)
    .leftJoin(courts, and(eq(courts.venueId, venues.id), sql`${courts.courtIndex} = ${courtIndex}::smallint`))
    .where(and(eq(venues.id, stadiumId), eq(venues.approveStatus, 1)))
    .for('key share', { of: venues })
  return row
}

/** A person as games check them: level, gender, and whether they are a coach of any kind. */
export type BallPerson = {
  id: string
  nickname: string
  avatar: string | null
  level: number
  gender: number
  isCoach: boolean
}

export async function findPeople(db: Database, ids: readonly string[]): Promise<BallPerson[]> {
  if (ids.length === 0) return []
  const { id, nickname, avatar, level, gender } = users
  return db
    .select({ id, nickname, avatar, level, gender, isCoach: sql<boolean>`${users.userType} <> 0` })
    .from(users)
    .where(inArray(users.id, [...ids]))
}

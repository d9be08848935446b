import type { BallSummary } from '@paidang/api/areas/balls'
import { LIVE_SEATS } from '@paidang/domain/areas/balls/ball-status'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import { areKeptApart } from '../relations/tables.ts'
import { courts, venues } from '../venues/tables.ts'
import { ballGames, ballParticipants, ballProposals, ballWaiters } from './tables.ts'

export type BallRow = typeof ballGames.$inferSelect

/** A new game, or what an update makes of one. */
export type NewBall = typeof ballGames.$inferInsert

/** A point on the earth, in degrees. */
export type Point = { latitude: number; longitude: number }

/** A game as one person sees it in a list: the names of its place, who plays, and how he stands to it. */
export type BallView = BallRow &
  Pick<
    BallSummary,
    'stadiumName' | 'stadiumAvatar' | 'district' | 'courtName' | 'participants' | 'mySeat' | 'isWaiting' | 'distanceKm'
  > & {
    address: string | null
    latitude: number | null
    longitude: number | null
    courtIndex: number | null
    /** Whether he is asked to take somebody's place, or waits for one. */
    isAsked: boolean
    /** Whether he and the initiator keep out of each other's sight. */
    isHidden: boolean
  }

/** Nobody: no id of a stored user. */
const GUEST = '0'

const LIVE = sql.raw(LIVE_SEATS.map((state) => `'${state}'`).join(', '))
const EARTH_DIAMETER_KM = 12_742

/** The game, until the transaction ends nobody else's to change: whoever touches its seats, orders or claims locks it first. */
export async function lockBall(tx: Database, id: string): Promise<BallRow | undefined> {
  const [row] = await tx.select().from(ballGames).where(eq(ballGames.id, id)).for('update')
  return row
}

export async function insertBall(tx: Database, ball: NewBall): Promise<BallRow> {
  const [row] = await tx.insert(ballGames).values(ball).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Changes a locked game, and counts that it was changed. */
export async function updateBall(tx: Database, id: string, change: Partial<NewBall>): Promise<BallRow> {
  const revision = sql`${ballGames.revision} + 1`
  const [row] = await tx
    .update(ballGames)
    .set({ ...change, revision })
    .where(eq(ballGames.id, id))
    .returning()
  if (!row) throw new Error(`ball game ${id} is gone`)
  return row
}

/**
 * Counts one seat more or less; the status says at once whether the game is full.
 *
 * @returns the row as it now stands; undefined when there was no seat to take or to give
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

/** That a person has a seat in a game, or pays for one. */
const playsIn = (userId: string) => sql`exists (
  select 1 from ${ballParticipants} own
  where own.ball_id = ${ballGames}.id and own.user_id = ${userId} and own.state in ('HELD', 'FIRM'))`

/**
 * Who has a seat or pays for one, in the order of joining, as one JSON array: nickname and avatar, nothing else of a person. Who
 * does not play does not see those who keep out of his sight.
 */
const participantsOfBall = (by: string) => sql<BallView['participants']>`(
  select coalesce(json_agg(json_build_object('id', p.user_id::text, 'nickname', p.nickname, 'avatar', p.avatar) order by p.id), '[]')
  from (
    select bp.id, bp.user_id, u.nickname, u.avatar
    from ${ballParticipants} bp join ${users} u on u.id = bp.user_id
    where bp.ball_id = ${ballGames}.id and bp.state in ('HELD', 'FIRM')
      and (${playsIn(by)} or not ${areKeptApart(sql`bp.user_id`, by)})
    order by bp.id
    limit ${sql.raw(String(MAX_ROWS))}
  ) p
)`

/** The great-circle distance between a venue and a point, in kilometres; null for a venue without a place on the map. */
const distanceTo = ({ latitude, longitude }: Point) => sql<number | null>`case
  when ${venues.latitude} is not null and ${venues.longitude} is not null
  then ${sql.raw(String(EARTH_DIAMETER_KM))} * asin(sqrt(least(1,
    pow(sin(radians(${venues.latitude} - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(${venues.latitude}))
      * pow(sin(radians(${venues.longitude} - ${longitude}::float8) / 2), 2)))) end`

/** Whether one of the two has the other on his blacklist: the caller and the initiator. */
const isHiddenFrom = (by: string) => areKeptApart(sql`${ballGames}.initiator_id`, by)

/** Whether the game is kept from the caller: blacklists hide both ways. */
export const isKeptFrom = (by: string | undefined): SQL | undefined =>
  by === undefined ? undefined : sql`not ${isHiddenFrom(by)}`

/** Whether a game is one that somebody plays in whoever initiated it, or is not kept from him. */
export const isHisOrNotKept = (by: string): SQL => sql`(${playsIn(by)} or not ${isHiddenFrom(by)})`

/** How many seats are to be had at `now`: one whose time to pay has passed is. */
export const seatsLeftAt = (now: Date) => sql<number>`(${ballGames.maxPlayers} - ${ballGames.seatsTaken} + (
  select count(*) from ${ballParticipants} bp
  where bp.ball_id = ${ballGames}.id and bp.state in ('OFFERED', 'HELD') and bp.held_until <= ${now}))`

/** Whether a venue lies within so many kilometres of a point. */
export const isWithin = (point: Point, km: number) => sql`${distanceTo(point)} <= ${km}`

const ownColumns = getTableColumns(ballGames)

function viewColumns(by: string, near: Point | undefined) {
  return {
    ...ownColumns,
    stadiumName: venues.name,
    stadiumAvatar: venues.avatar,
    district: venues.district,
    address: venues.address,
    latitude: venues.latitude,
    longitude: venues.longitude,
    courtIndex: courts.courtIndex,
    courtName: courts.name,
    participants: participantsOfBall(by),
    mySeat: sql<BallView['mySeat']>`(
      select bp.state from ${ballParticipants} bp
      where bp.ball_id = ${ballGames}.id and bp.user_id = ${by} and bp.state in (${LIVE}))`,
    isWaiting: sql<boolean>`exists (
      select 1 from ${ballWaiters} w
      where w.ball_id = ${ballGames}.id and w.user_id = ${by} and w.state in ('WAITING', 'OFFERED'))`,
    isAsked: sql<boolean>`exists (
      select 1 from ${ballProposals} p
      where p.ball_id = ${ballGames}.id and p.in_user_id = ${by} and p.state = 'OPEN')
      or exists (
      select 1 from ${ballWaiters} w
      where w.ball_id = ${ballGames}.id and w.user_id = ${by} and w.state in ('WAITING', 'OFFERED'))`,
    distanceKm: near ? distanceTo(near) : sql<number | null>`null::float8`,
    isHidden: isHiddenFrom(by),
  }
}

/** Games as `by` sees them (undefined: a guest), narrowed and put in order by the caller. */
export async function listViews(
  db: Database,
  { by = GUEST, near, where, orderBy, limit, offset }: ListWanted,
): Promise<{ rows: BallView[]; total: number }> {
  const rows = await db
    .select(viewColumns(by, near))
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

type ListWanted = {
  by: string | undefined
  near?: Point | undefined
  where: SQL | undefined
  orderBy: SQL[]
  limit: number
  offset: number
}

/** One game as `by` sees it, whether or not he may. */
export async function findView(db: Database, id: string, by = GUEST): Promise<BallView | undefined> {
  const [row] = await db
    .select(viewColumns(by, undefined))
    .from(ballGames)
    .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
    .leftJoin(courts, eq(courts.id, ballGames.courtId))
    .where(eq(ballGames.id, id))
  return row
}

/**
 * Where a game would be: an approved venue with its opening (first and last start), and its court of that index. Until the
 * transaction ends the venue stays so.
 */
export async function keepPlace(
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

/** People as a game asks about them: their level, gender, and whether they are coaches of any kind. */
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

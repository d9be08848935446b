import type { BallSummary } from '@paidang/api/areas/activities/balls'
import { LIVE_SEATS } from '@paidang/domain/areas/activities/balls/ball-status'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants, ballProposals, ballWaiters } from '../../../tables/balls.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { users } from '../../../tables/identities.ts'
import { courts, venues } from '../../../tables/venues.ts'

/** A point on the earth, in degrees. */
type Point = { latitude: number; longitude: number }

/** Stands for a guest: no stored user has this id. */
const GUEST = '0'

const LIVE = sql.raw(LIVE_SEATS.map((state) => `'${state}'`).join(', '))
const EARTH_DIAMETER_KM = 12_742
const METRES_PER_KM = 1_000

/** SQL condition: a person has a seat in a game, or pays for one. */
export const playsIn = (userId: string) => sql`exists (
  select 1 from ${ballParticipants} own
  where own.ball_id = ${ballGames}.id and own.user_id = ${userId} and own.state in ('HELD', 'CONFIRMED'))`

/** SQL condition: a person waits for a seat in a game, or for their answer to an offered one. */
const waitsIn = (userId: string) => sql<boolean>`exists (
  select 1 from ${ballWaiters} w
  where w.ball_id = ${ballGames}.id and w.user_id = ${userId} and w.state in ('WAITING', 'OFFERED'))`

/**
 * The users who have a seat or pay for one, in the order of joining. One JSON array of nickname and avatar. A viewer
 * who does not play does not see blocked users.
 */
const participantsOfBall = (actorId: string) => sql<BallSummary['participants']>`(
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

/** Games as `actorId` (undefined: a guest) sees them, with place names, players and the viewer's part. */
export const selectViews = (
  db: Database,
  { actorId = GUEST, near }: { actorId?: string | undefined; near?: Point | undefined },
) =>
  db
    .select({
      ...getTableColumns(ballGames),
      userId: sql<string>`case when ${playsIn(actorId)} then ${actorId}::text else ${ballGames}.initiator_id::text end`,
      cloudImagePathResize: sql<
        string | null
      >`(select u.avatar from ${users} u where u.id = ${ballGames}.initiator_id)`,
      stadiumName: venues.name,
      stadiumAvatar: venues.avatar,
      district: venues.district,
      address: venues.address,
      latitude: venues.latitude,
      longitude: venues.longitude,
      courtIndex: courts.courtIndex,
      courtName: courts.name,
      participants: participantsOfBall(actorId),
      mySeat: sql<BallSummary['mySeat']>`(
        select bp.state from ${ballParticipants} bp
        where bp.ball_id = ${ballGames}.id and bp.user_id = ${actorId} and bp.state in (${LIVE}))`,
      isWaiting: waitsIn(actorId),
      /** Whether the viewer is asked to take somebody's place, or waits for one. */
      isAsked: sql<boolean>`exists (
        select 1 from ${ballProposals} p
        where p.ball_id = ${ballGames}.id and p.in_user_id = ${actorId} and p.state = 'OPEN')
        or ${waitsIn(actorId)}`,
      distanceKm: near ? distanceTo(near) : sql<number | null>`null::float8`,
      /** Whether the viewer and the initiator are blocked from each other. */
      isHidden: isHiddenFrom(actorId),
    })
    .from(ballGames)
    .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
    .leftJoin(courts, eq(courts.id, ballGames.courtId))
    .$dynamic()

export type BallView = Awaited<ReturnType<typeof selectViews>>[number]

/** One game as `actorId` sees it. Permission is not checked here. */
export async function findView(db: Database, id: string, actorId?: string): Promise<BallView | undefined> {
  const [row] = await selectViews(db, { actorId }).where(eq(ballGames.id, id))
  return row
}

/** The reply of a game in a list. For a guest it has no own seat. Distances are rounded to ten metres. */
export function presentBall(row: BallView): BallSummary {
  return {
    id: row.id,
    initiatorId: row.initiatorId,
    userId: row.userId,
    cloudImagePathResize: row.cloudImagePathResize,
    title: row.title,
    sport: row.sport,
    matchType: row.matchType,
    stadiumId: row.stadiumId,
    stadiumName: row.stadiumName,
    stadiumAvatar: row.stadiumAvatar,
    district: row.district,
    courtName: row.courtName,
    place: row.place,
    activityDate: row.activityDate,
    beginTimeSlot: row.beginTimeSlot,
    endTimeSlot: row.endTimeSlot,
    levelFrom: row.levelFrom,
    levelTo: row.levelTo,
    genderRule: row.genderRule,
    minPlayers: row.minPlayers,
    maxPlayers: row.maxPlayers,
    seatsTaken: row.seatsTaken,
    feeMode: row.feeMode,
    feeFen: row.feeFen,
    isPublic: row.isPublic,
    status: row.status,
    closesAt: row.closesAt.toISOString(),
    participants: row.participants.map(({ id, nickname, avatar }) => ({ id, nickname, avatar })),
    mySeat: row.mySeat,
    isWaiting: row.isWaiting,
    revision: row.revision,
    distanceKm: row.distanceKm === null ? null : Math.round((row.distanceKm * METRES_PER_KM) / 10) / 100,
  }
}

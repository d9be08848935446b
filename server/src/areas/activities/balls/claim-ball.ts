import type { PlayerBusy } from '@paidang/api/areas/activities/ball-changes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type Cell, cellsOf } from '@paidang/domain/areas/time/schedule/cells'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames } from '../../../tables/balls.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachLocks, HOLDER_KIND } from '../../../tables/schedule.ts'
import { claimForBall, clashError, retryOnce } from '../../time/schedule/claim-cells.ts'
import { findHolder } from '../../time/schedule/find-holder.ts'
import { expireHolders } from '../classes/expire-stale-invitations.ts'
import { type BallRow, findPeople } from './ball-row.ts'

async function cellsOfBall(
  db: Database,
  { courtId, activityDate: courseDate, beginTimeSlot, endTimeSlot }: BallRow,
  { playerIds, isWithCourt }: { playerIds: readonly string[]; isWithCourt: boolean },
): Promise<Cell[]> {
  const people = await findPeople(db, playerIds)
  return cellsOf({
    courtId: isWithCourt ? courtId : null,
    playerIds,
    coachPlayerIds: people.filter(({ isCoach }) => isCoach).map(({ id }) => id),
    courseDate,
    beginTimeSlot,
    endTimeSlot,
  })
}

/**
 * Claims the half-hours of a game for its players, and with `isWithCourt` for its court, all or none. A coach who plays
 * is also busy as a coach.
 *
 * @throws CellsTaken when one of them is held
 * Source: decision "Half-hours, courts, claims"
 */
export async function claimBall(
  tx: Database,
  ball: BallRow,
  { playerIds, isWithCourt = false }: { playerIds: readonly string[]; isWithCourt?: boolean },
): Promise<void> {
  await claimForBall(tx, ball.id, await cellsOfBall(tx, ball, { playerIds, isWithCourt }))
}

/** Whether a user who does not play in a game is busy in its half-hours. The answer may change before a claim. */
export async function isBusy(db: Database, ball: BallRow, userId: string): Promise<boolean> {
  return (await findHolder(db, await cellsOfBall(db, ball, { playerIds: [userId], isWithCourt: false }))) !== undefined
}

/** A person other than the caller is busy in the half-hours of the game. */
export const busyError = () => new ApiError('participant_busy', { data: { clash: 'PLAYER', alternatives: [] } })

/** What a user has at that time, and when. `title` is empty for a lock without a reason. */
type Arrangement = NonNullable<PlayerBusy['busyWith']>

/** A class, game or lock that holds half-hours of a person, with its title. `ballId` is a game that they arranged. */
async function findArrangement(
  db: Database,
  { holderKind, holderId, resourceId }: { holderKind: number; holderId: string; resourceId: string },
): Promise<Arrangement | undefined> {
  const { rows } = await db.execute<Arrangement>(
    holderKind === HOLDER_KIND.INVITATION
      ? sql`select course_design_name as "title", begin_time_slot as "beginTimeSlot", end_time_slot as "endTimeSlot", null as "ballId"
          from ${invitations} where id = ${holderId}`
      : holderKind === HOLDER_KIND.BALL
        ? sql`select title, begin_time_slot as "beginTimeSlot", end_time_slot as "endTimeSlot",
              case when initiator_id = ${resourceId} then id::text end as "ballId"
            from ${ballGames} where id = ${holderId}`
        : sql`select reason as "title", begin_time_slot as "beginTimeSlot", end_time_slot as "endTimeSlot", null as "ballId"
            from ${coachLocks} where id = ${holderId}`,
  )
  return rows[0]
}

/**
 * Reports who holds the half-hours that a game could not claim. Requests for classes that nobody answered in time are
 * expired instead. Then, or when the half-hours are free meanwhile, the caller may try once more.
 *
 * @throws ApiError ball_player_busy (data: PlayerBusy) when the caller is busy
 * @throws ApiError participant_busy (data: SlotClash) when another player is busy
 * @throws ApiError slot_taken, or slot_closed where the venue closed (data: SlotClash), otherwise, without alternatives, because the place of the game is
 *   fixed
 */
async function refuseBusy(
  db: Database,
  cells: readonly Cell[],
  { actorId, isFinal, now }: { actorId: string; isFinal: boolean; now: Date },
): Promise<void> {
  if (!isFinal && (await expireHolders(db, cells, now))) return
  const holder = await findHolder(db, cells, { userId: actorId })
  if (!holder && !isFinal) return
  if (!holder || holder.kind === 'COURT') throw clashError('COURT', [], holder?.isClosed)
  if (holder.resourceId === actorId) {
    const busyWith = (await findArrangement(db, holder)) ?? null
    throw new ApiError('ball_player_busy', { data: { busyWith } satisfies PlayerBusy })
  }
  throw busyError()
}

/**
 * Runs a transaction of a caller that claims half-hours, and runs it once more when they turned out to be free.
 *
 * @throws ApiError ball_player_busy, participant_busy, slot_taken, slot_closed (see refuseBusy); whatever `work` throws
 */
export function claimingTransaction<T>(
  db: Database,
  { actorId, now }: { actorId: string; now: Date },
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  return retryOnce(
    () => db.transaction(work),
    (cells, isFinal) => refuseBusy(db, cells, { actorId, isFinal, now }),
  )
}

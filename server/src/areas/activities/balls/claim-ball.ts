import type { PlayerBusy } from '@paidang/api/areas/ball-changes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type Cell, cellsOf } from '@paidang/domain/areas/schedule/cells'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { claimForBall, clashError, gridTopicsOf } from '../../time/schedule/claim-cells.ts'
import { findHolder } from '../../time/schedule/find-holder.ts'
import { expireHolders } from '../classes/expire-stale-invitations.ts'
import { type BallRow, findPeople } from './ball-queries.ts'
import { findArrangement } from './own-cell-queries.ts'

/** The topic of a game in the change feed. It covers every change of the game. */
export const ballTopic = (id: string) => `ball|${id}`

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

/** Notifies open pages of a game, and the grids of the people whose half-hours changed. */
export async function publishBall(tx: Database, ball: BallRow, personIds: readonly string[]): Promise<void> {
  const venueId = ball.courtId === null ? null : ball.stadiumId
  const grids = gridTopicsOf({ venueId, personIds, day: ball.activityDate })
  await publishChanges(tx, [ballTopic(ball.id), ...grids])
}

/**
 * Reports who holds the half-hours that a game could not claim. Requests for classes that nobody answered in time are
 * expired instead. Then, or when the half-hours are free meanwhile, the caller may try once more.
 *
 * @throws ApiError ball_player_busy (data: PlayerBusy) when the caller is busy
 * @throws ApiError participant_busy (data: SlotClash) when another player is busy
 * @throws ApiError slot_taken (data: SlotClash) otherwise, without alternatives, because the place of the game is
 *   fixed
 */
export async function refuseBusy(
  db: Database,
  cells: readonly Cell[],
  { actorId, isFinal, now }: { actorId: string; isFinal: boolean; now: Date },
): Promise<void> {
  if (!isFinal && (await expireHolders(db, cells, now))) return
  const holder = await findHolder(db, cells, { userId: actorId })
  if (!holder && !isFinal) return
  if (!holder || holder.kind === 'COURT') throw clashError('COURT', [])
  if (holder.resourceId === actorId) {
    const busyWith = (await findArrangement(db, holder)) ?? null
    throw new ApiError('ball_player_busy', { data: { busyWith } satisfies PlayerBusy })
  }
  throw new ApiError('participant_busy', { data: { clash: 'PLAYER', alternatives: [] } })
}

import type { PlayerBusy } from '@paidang/api/areas/ball-changes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type Cell, cellsOf } from '@paidang/domain/areas/schedule/cells'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { expireHolders } from '../classes/expire-holders.ts'
import { claimForBall, clashError, gridTopicsOfBall } from '../schedule/claim-cells.ts'
import { findHolder } from '../schedule/find-holder.ts'
import { type BallRow, findPeople } from './ball-queries.ts'
import { findArrangement } from './own-cell-queries.ts'

/** What the change feed calls one game: anything about it has changed. */
export const ballTopic = (id: string) => `ball|${id}`

/**
 * Claims the half-hours of a game for people who play in it, and for its court with `isWithCourt`, all or none. A coach who
 * plays is busy as a coach too.
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

/** Whether somebody who does not play in a game has anything else in its half-hours, as it looks now. */
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

/** Tells open pages of a game that it changed, and the grids of the people whose half-hours it took or gave back. */
export async function publishBall(tx: Database, ball: BallRow, personIds: readonly string[]): Promise<void> {
  const venueId = ball.courtId === null ? null : ball.stadiumId
  const grids = gridTopicsOfBall({ venueId, personIds, day: ball.activityDate })
  await publishChanges(tx, [ballTopic(ball.id), ...grids])
}

/**
 * Says who holds the half-hours that a game could not have. Requests for classes that nobody answered in time are expired
 * instead, and the caller may try once more; so he may when they have become free meanwhile.
 *
 * @throws ApiError ball_player_busy (data: PlayerBusy) when the caller is busy himself, participant_busy (data: SlotClash) when another player
 *   is, else slot_taken (data: SlotClash); without alternatives, the game is where it is
 */
export async function refuseBusy(
  db: Database,
  cells: readonly Cell[],
  { by, isFinal, now }: { by: string; isFinal: boolean; now: Date },
): Promise<void> {
  if (!isFinal && (await expireHolders(db, cells, now))) return
  const holder = await findHolder(db, cells)
  if (!holder && !isFinal) return
  if (!holder || holder.kind === 'COURT') throw clashError('COURT', [])
  if (holder.resourceId === by) {
    const busyWith = (await findArrangement(db, holder)) ?? null
    throw new ApiError('ball_player_busy', { data: { busyWith } satisfies PlayerBusy })
  }
  throw new ApiError('participant_busy', { data: { clash: 'PLAYER', alternatives: [] } })
}

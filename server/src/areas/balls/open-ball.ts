import { ApiError } from '@paidang/api/catalogue/errors'
import type { BallStatus } from '@paidang/domain/areas/balls/ball-status'
import { LIVE_SEATS, STANDING_BALLS } from '@paidang/domain/areas/balls/ball-status'
import type { Database } from '../../db/database.ts'
import { startOf } from './ball-fee.ts'
import { type BallRow, type BallView, findView, lockBall } from './ball-queries.ts'
import { listSeats, type PlayerSeat } from './seat-queries.ts'

/**
 * Which game, for whom (undefined: a guest), and whether he holds its share link; `isLeaving` is who has just left it, and is
 * answered once more.
 */
export type BallWanted = {
  ballId: string
  by: string | undefined
  hasLink?: boolean | undefined
  isLeaving?: boolean | undefined
}

/** A game with its seats, and the caller's own that is offered, held or firm. */
export type OpenBall = { view: BallView; seats: PlayerSeat[]; own: PlayerSeat | undefined }

/** Whether a seat is one that nobody else can have. */
export const isLive = ({ state }: Pick<PlayerSeat, 'state'>) => LIVE_SEATS.some((live) => live === state)

/** Whether somebody has a seat at `now`: one that waits for his word or money has him only so long. */
export const isHeldAt = (seat: Pick<PlayerSeat, 'heldUntil'> | undefined, now: Date) =>
  seat !== undefined && (seat.heldUntil === null || seat.heldUntil.getTime() > now.getTime())

/** Whether a game stands: seats can be taken and left. */
export const isStanding = (status: BallStatus) => STANDING_BALLS.some((standing) => standing === status)

/**
 * A game as one person may see it: his own and those in which he has a seat or money; once they are published every public
 * one, those whose link he holds, in which he had a seat or is asked to take one, unless he or the initiator has the other on
 * his blacklist.
 *
 * @throws ApiError ball_not_found, the same for one that is absent and one that is not his to see
 * Source: permission matrix; decision "Ball games"
 */
export async function openBall(
  db: Database,
  { ballId, by, hasLink = false, isLeaving = false }: BallWanted,
): Promise<OpenBall> {
  const view = await findView(db, ballId, by)
  if (!view) throw new ApiError('ball_not_found')
  const seats = await listSeats(db, ballId)
  const his = seats.filter(({ userId }) => userId === by)
  const own = his.find(isLive)
  // A seat that is only offered binds nobody yet.
  const isSeated = own !== undefined && own.state !== 'OFFERED'
  const isAmong = view.initiatorId === by || isSeated || his.some(({ state }) => state === 'LEFT_LATE')
  const isInvited = hasLink || view.isAsked || his.length > 0
  const isShown = view.status !== 'UNPAID' && !view.isHidden && (view.isPublic || isInvited)
  if (!isAmong && !isShown && !isLeaving) throw new ApiError('ball_not_found')
  return { view, seats, own }
}

/** The same for whoever is about to change it: the game is locked for the rest of the transaction. */
export async function lockOpenBall(
  tx: Database,
  wanted: BallWanted & { by: string },
): Promise<OpenBall & { ball: BallRow }> {
  const ball = await lockBall(tx, wanted.ballId)
  if (!ball) throw new ApiError('ball_not_found')
  return { ball, ...(await openBall(tx, wanted)) }
}

/**
 * The same for the initiator's own deeds on a game that stands, or waits for his money.
 *
 * @throws ApiError ball_not_found, action_forbidden for anybody else who may see it
 */
export async function lockOwnBall(
  tx: Database,
  { ballId, by }: { ballId: string; by: string },
): Promise<OpenBall & { ball: BallRow }> {
  const opened = await lockOpenBall(tx, { ballId, by })
  if (opened.ball.initiatorId !== by) throw new ApiError('action_forbidden')
  return opened
}

/** @throws ApiError ball_settled when the game is over or called off, ball_started once it has begun */
export function assertStillToCome(ball: BallRow, now: Date): void {
  if (!isStanding(ball.status) && ball.status !== 'UNPAID') throw new ApiError('ball_settled')
  if (startOf(ball).getTime() <= now.getTime()) throw new ApiError('ball_started')
}

/**
 * Of a game whose initiator has paid, too.
 *
 * @throws ApiError ball_settled unless the game stands, ball_started once it has begun
 */
export function assertStanding(ball: BallRow, now: Date): void {
  if (!isStanding(ball.status)) throw new ApiError('ball_settled')
  assertStillToCome(ball, now)
}

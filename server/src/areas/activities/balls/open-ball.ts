import { ApiError } from '@paidang/api/catalogue/errors'
import type { BallStatus } from '@paidang/domain/areas/balls/ball-status'
import { ACTIVE_BALL_STATUSES, LIVE_SEATS } from '@paidang/domain/areas/balls/ball-status'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { startOf } from './ball-fee.ts'
import { type BallRow, type BallView, findView, lockBall } from './ball-queries.ts'
import { presentBall } from './present-ball.ts'
import { listSeats, type PlayerSeat } from './seat-queries.ts'

/**
 * Which game, for whom (undefined: a guest), and whether the caller holds its share link. `isLeaving` lets a caller who
 * has just left read it once more.
 */
export type BallQuery = {
  ballId: string
  actorId: string | undefined
  hasLink?: boolean | undefined
  isLeaving?: boolean | undefined
}

/** A game with its seats, and the caller's own seat that is offered, held or confirmed. */
export type OpenBall = { view: BallView; seats: PlayerSeat[]; own: PlayerSeat | undefined }

/** Whether a seat is one that nobody else can take. */
export const isLive = ({ state }: Pick<PlayerSeat, 'state'>) => LIVE_SEATS.some((live) => live === state)

/** Whether a player has a seat at `now`. A seat that waits for an answer or money is held for a limited time. */
export const isHeldAt = (seat: Pick<PlayerSeat, 'heldUntil'> | undefined, now: Date) =>
  seat !== undefined && (seat.heldUntil === null || seat.heldUntil.getTime() > now.getTime())

/** Whether a game is active: seats can be taken and left. */
export const isActive = (status: BallStatus) => ACTIVE_BALL_STATUSES.some((standing) => standing === status)

/**
 * Opens a game if the caller may see it. Callers always see their own games and those in which they have a seat or
 * money. They see published games that are public or whose link they hold. They also see those in which they had a seat
 * or are asked to take one. A blacklist between caller and initiator hides published games.
 *
 * @throws ApiError ball_not_found, the same for an absent game and one that the caller may not see.
 * Source: permission matrix; decision "Ball games"
 */
export async function openBall(
  db: Database,
  { ballId, actorId, hasLink = false, isLeaving = false }: BallQuery,
): Promise<OpenBall> {
  const view = await findView(db, ballId, actorId)
  if (!view) throw new ApiError('ball_not_found')
  const seats = await listSeats(db, ballId)
  const his = seats.filter(({ userId }) => userId === actorId)
  const own = his.find(isLive)
  // A seat that is only offered commits nobody yet.
  const isSeated = own !== undefined && own.state !== 'OFFERED'
  const isAmong = view.initiatorId === actorId || isSeated || his.some(({ state }) => state === 'LEFT_LATE')
  const isInvited = hasLink || view.isAsked || his.length > 0
  const isShown = view.status !== 'UNPAID' && !view.isHidden && (view.isPublic || isInvited)
  if (!isAmong && !isShown && !isLeaving) throw new ApiError('ball_not_found')
  return { view, seats, own }
}

/** The game of a change, by whom, and which revision of it they saw, if their client says it. */
type BallChange = BallQuery & { actorId: string; seen?: number | undefined }

/**
 * Does the same for a change: the game is locked for the rest of the transaction.
 *
 * @throws ApiError ball_not_found, revision_outdated
 */
export async function lockOpenBall(
  tx: Database,
  { seen, ...input }: BallChange,
): Promise<OpenBall & { ball: BallRow }> {
  const ball = await lockBall(tx, input.ballId)
  if (!ball) throw new ApiError('ball_not_found')
  const opened = await openBall(tx, input)
  await assertBallSeen(tx, ball, { seen, actorId: input.actorId })
  return { ball, ...opened }
}

/** @throws ApiError revision_outdated unless the caller saw the present revision of a locked game */
export async function assertBallSeen(
  tx: Database,
  ball: BallRow,
  { seen, actorId }: { seen: number | undefined; actorId: string },
): Promise<void> {
  await assertSeen(tx, 'ball_games', { seen, row: ball }, async () => {
    const view = await findView(tx, ball.id, actorId)
    if (!view) throw new ApiError('ball_not_found')
    return presentBall(view)
  })
}

/**
 * Does the same for the initiator's own actions on a game that is active, or waits for their money.
 *
 * @throws ApiError ball_not_found, revision_outdated, action_forbidden for anybody else who may see it
 */
export async function lockOwnBall(
  tx: Database,
  change: Pick<BallChange, 'ballId' | 'actorId' | 'seen'>,
): Promise<OpenBall & { ball: BallRow }> {
  const { actorId } = change
  const opened = await lockOpenBall(tx, change)
  if (opened.ball.initiatorId !== actorId) throw new ApiError('action_forbidden')
  return opened
}

/** @throws ApiError ball_settled when the game is over or called off, ball_started once it has begun */
export function assertNotStarted(ball: BallRow, now: Date): void {
  if (!isActive(ball.status) && ball.status !== 'UNPAID') throw new ApiError('ball_settled')
  if (startOf(ball).getTime() <= now.getTime()) throw new ApiError('ball_started')
}

/**
 * For actions that also require that the initiator has paid.
 *
 * @throws ApiError ball_settled unless the game is active, ball_started once it has begun
 */
export function assertActive(ball: BallRow, now: Date): void {
  if (!isActive(ball.status)) throw new ApiError('ball_settled')
  assertNotStarted(ball, now)
}

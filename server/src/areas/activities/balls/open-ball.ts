import { ApiError } from '@paidang/api/catalogue/errors'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { ballGames } from '../../../tables/balls.ts'
import type { ShareTokens } from '../classes/share-link.ts'
import { type BallRow, lockBall } from './ball-row.ts'
import { type BallView, findView, presentBall } from './ball-view.ts'
import { isLive, listSeats, type PlayerSeat } from './seats.ts'

/** Whether a token is that of a game's current share link. */
export async function hasBallLink(
  db: Database,
  tokens: ShareTokens,
  { ballId, share }: { ballId: string; share: string | undefined },
): Promise<boolean> {
  if (share === undefined) return false
  const [row] = await db.select({ version: ballGames.shareVersion }).from(ballGames).where(eq(ballGames.id, ballId))
  return tokens.isOf(share, ballId, row?.version ?? 0)
}

/**
 * Which game, for whom (undefined: a guest), and whether the caller holds its share link. `isLeaving` lets a caller who
 * has just left read it once more.
 */
type BallQuery = {
  ballId: string
  actorId: string | undefined
  hasLink?: boolean | undefined
  isLeaving?: boolean | undefined
}

/** A game with its seats, and the caller's own seat that is offered, held or confirmed. */
export type OpenBall = { view: BallView; seats: PlayerSeat[]; own: PlayerSeat | undefined }

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

/**
 * Does the same for the initiator's own actions on a game that is active, or waits for their money.
 *
 * @throws ApiError ball_not_found, revision_outdated, action_forbidden for anybody else who may see it
 */
export async function lockOwnBall(tx: Database, change: BallChange): Promise<OpenBall & { ball: BallRow }> {
  const opened = await lockOpenBall(tx, change)
  if (opened.ball.initiatorId !== change.actorId) throw new ApiError('action_forbidden')
  return opened
}

/**
 * The initiator renews the share link of a game. Former links no longer open it.
 *
 * @throws ApiError ball_not_found, action_forbidden
 * Source: decision record 023
 */
export async function renewBallLink(
  tx: Database,
  { ballId, actorId }: { ballId: string; actorId: string },
): Promise<void> {
  await lockOwnBall(tx, { ballId, actorId })
  const shareVersion = sql`${ballGames.shareVersion} + 1`
  await tx.update(ballGames).set({ shareVersion }).where(eq(ballGames.id, ballId))
}

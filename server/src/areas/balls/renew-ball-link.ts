import type { Database } from '../../db/database.ts'
import { lockOwnBall } from './open-ball.ts'
import { renewShare } from './share-queries.ts'

/**
 * The initiator gives a game another share link: those that were handed on open it no more.
 *
 * @throws ApiError ball_not_found, action_forbidden
 * Source: decision record 023
 */
export async function renewBallLink(tx: Database, { ballId, by }: { ballId: string; by: string }): Promise<void> {
  await lockOwnBall(tx, { ballId, by })
  await renewShare(tx, ballId)
}

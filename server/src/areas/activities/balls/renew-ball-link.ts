import type { Database } from '../../../db/database.ts'
import { lockOwnBall } from './open-ball.ts'
import { renewShare } from './share-queries.ts'

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
  await renewShare(tx, ballId)
}

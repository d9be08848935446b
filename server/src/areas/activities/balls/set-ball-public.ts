import type { Database } from '../../../db/database.ts'
import { updateBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { assertNotStarted, lockOwnBall } from './open-ball.ts'

/**
 * The initiator shows their game to everybody, or only to users with its link.
 *
 * @throws ApiError ball_not_found, revision_outdated, action_forbidden, ball_settled, ball_started
 * Source: specification §7 "Balls"
 */
export async function setBallPublic(
  db: Database,
  {
    ballId,
    isPublic,
    actorId,
    seen,
    now,
  }: { ballId: string; isPublic: boolean; actorId: string; seen: number | undefined; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball } = await lockOwnBall(tx, { ballId, actorId, seen })
    if (ball.isPublic === isPublic) return
    assertNotStarted(ball, now)
    await publishBall(tx, await updateBall(tx, ballId, { isPublic }), [])
  })
}

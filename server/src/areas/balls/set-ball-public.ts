import type { Database } from '../../db/database.ts'
import { updateBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { assertStillToCome, lockOwnBall } from './open-ball.ts'

/**
 * The initiator shows his game to everybody, or only to who has its link.
 *
 * @throws ApiError ball_not_found, action_forbidden, ball_settled, ball_started
 * Source: specification §7 "Balls"
 */
export async function setBallPublic(
  db: Database,
  { ballId, isPublic, by, now }: { ballId: string; isPublic: boolean; by: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball } = await lockOwnBall(tx, { ballId, by })
    if (ball.isPublic === isPublic) return
    assertStillToCome(ball, now)
    await publishBall(tx, await updateBall(tx, ballId, { isPublic }), [])
  })
}

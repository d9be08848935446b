import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { publishBall } from './claim-ball.ts'
import { assertNotStarted, lockOpenBall } from './open-ball.ts'
import { updateSeat } from './seat-queries.ts'

type Agreeing = { ballId: string; seen: number; actorId: string; now: Date }

/**
 * A player agrees to a changed game as they saw it. From now on leaving has the usual cost. Agreeing again changes
 * nothing.
 *
 * @throws ApiError ball_not_found, ball_player_unknown, revision_outdated, ball_settled, ball_started
 * Source: decision record 024
 */
export async function agreeToChange(db: Database, { ballId, seen, actorId, now }: Agreeing): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball, own } = await lockOpenBall(tx, { ballId, actorId, seen })
    if (!own) throw new ApiError('ball_player_unknown')
    if (own.changedAt === null) return
    assertNotStarted(ball, now)
    await updateSeat(tx, own.id, { changedAt: null })
    await publishBall(tx, ball, [])
  })
}

import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { publishBall } from './claim-ball.ts'
import { assertNotStarted, lockOpenBall } from './open-ball.ts'
import { updateSeat } from './seat-queries.ts'

type Agreeing = { ballId: string; changedAt: Date; actorId: string; now: Date }

/**
 * A player agrees to the change of a game that they have seen. From now on leaving has the usual cost. Agreeing again
 * changes nothing.
 *
 * @throws ApiError ball_not_found, ball_player_unknown, ball_settled, ball_started, ball_changed_again
 * Source: decision record 024
 */
export async function agreeToChange(db: Database, { ballId, changedAt, actorId, now }: Agreeing): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball, own } = await lockOpenBall(tx, { ballId, actorId })
    if (!own) throw new ApiError('ball_player_unknown')
    if (own.changedAt === null) return
    assertNotStarted(ball, now)
    if (own.changedAt.getTime() !== changedAt.getTime()) throw new ApiError('ball_changed_again')
    await updateSeat(tx, own.id, { changedAt: null })
    await publishBall(tx, ball, [])
  })
}

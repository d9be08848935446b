import { ApiError } from '@paidang/api/catalogue/errors'
import type { Features } from '@paidang/domain/kernel/features'
import type { Database } from '../../../db/database.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import { assertSeatPayable } from './ball-fee.ts'
import { publishBall } from './claim-ball.ts'
import { assertFits } from './enroll-ball.ts'
import { assertActive, isHeldAt, lockOpenBall } from './open-ball.ts'
import { releaseExpiredSeats } from './release-seat.ts'
import { insertWaiter, listWaiting } from './waiter-queries.ts'

type Waiting = {
  ballId: string
  actorId: string
  hasLink: boolean
  seen: number | undefined
  features: Features
  now: Date
  effects: OrderEffects
}

/**
 * A user who may play in a game without a seat for them joins the end of its waiting list. Users who wait or have a
 * seat change nothing.
 *
 * @throws ApiError ball_not_found, revision_outdated, ball_settled, ball_started, ball_payments_off, ball_gender_unfit,
 *   ball_level_unfit, ball_request_refused, ball_has_seats
 * Source: decision "Ball games"
 */
export async function waitForBall(
  db: Database,
  { ballId, actorId, hasLink, seen, features, now, effects }: Waiting,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball, own, view } = await lockOpenBall(tx, { ballId, actorId, hasLink, seen })
    // An expired offer is no longer a place on the list.
    if (own ? isHeldAt(own, now) : view.isWaiting) return
    assertActive(ball, now)
    assertSeatPayable(ball, features)
    await assertFits(tx, ball, { actorId, isLevelWaived: hasLink })
    const { maxPlayers, seatsTaken } = await releaseExpiredSeats(tx, ball, { now, effects })
    // Seats that are free at night are for players who wait already.
    if ((await listWaiting(tx, ballId)).length < maxPlayers - seatsTaken) throw new ApiError('ball_has_seats')
    await insertWaiter(tx, { ballId, userId: actorId, createdAt: now })
    await publishBall(tx, ball, [])
  })
}

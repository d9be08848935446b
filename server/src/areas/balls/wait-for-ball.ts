import { ApiError } from '@paidang/api/catalogue/errors'
import type { Features } from '@paidang/domain/kernel/features'
import type { Database } from '../../db/database.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import { assertSeatPayable } from './ball-fee.ts'
import { publishBall } from './claim-ball.ts'
import { assertFits } from './enroll-ball.ts'
import { assertStanding, isHeldAt, lockOpenBall } from './open-ball.ts'
import { freeLapsedSeats } from './release-seat.ts'
import { insertWaiter, listWaiting } from './waiter-queries.ts'

type Waiting = { ballId: string; by: string; hasLink: boolean; features: Features; now: Date; effects: OrderEffects }

/**
 * Somebody who may play in a game that has no seat left for him stands at the end of its waiting list. Whoever waits or has a
 * seat changes nothing.
 *
 * @throws ApiError ball_not_found, ball_settled, ball_started, ball_payments_off, ball_gender_unfit, ball_level_unfit, ball_request_refused,
 *   ball_has_seats
 * Source: decision "Ball games"
 */
export async function waitForBall(
  db: Database,
  { ballId, by, hasLink, features, now, effects }: Waiting,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball, own, view } = await lockOpenBall(tx, { ballId, by, hasLink })
    // An offer that has passed is no place on the list any more.
    if (own ? isHeldAt(own, now) : view.isWaiting) return
    assertStanding(ball, now)
    assertSeatPayable(ball, features)
    await assertFits(tx, ball, { by, isLevelWaived: hasLink })
    const { maxPlayers, seatsTaken } = await freeLapsedSeats(tx, ball, { now, effects })
    // Seats that are free by night are for those who wait already.
    if ((await listWaiting(tx, ballId)).length < maxPlayers - seatsTaken) throw new ApiError('ball_has_seats')
    await insertWaiter(tx, { ballId, userId: by, createdAt: now })
    await publishBall(tx, ball, [])
  })
}

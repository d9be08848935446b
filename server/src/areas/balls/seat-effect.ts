import type { OrderEffect } from '../payments/order-effects.ts'
import { startOf } from './ball-fee.ts'
import { lockBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { firmSeat } from './firm-seat.ts'
import { isStanding } from './open-ball.ts'
import { releaseSeat } from './release-seat.ts'
import { findSeatOfOrder } from './seat-queries.ts'

/**
 * Paying for a seat makes it firm as long as it is held, the game stands and has not begun, also past the time to pay while
 * nobody has taken it away; an order that is closed lets go of it.
 *
 * Source: decision "Ball games"; invariant B6
 */
export const seatEffect: OrderEffect = {
  lock: lockBall,
  async paid(tx, order, now) {
    const ball = await lockBall(tx, order.objectId)
    const seat = await findSeatOfOrder(tx, order.id)
    if (!ball || seat?.state !== 'HELD') return 'refused'
    if (!isStanding(ball.status) || startOf(ball).getTime() <= now.getTime()) {
      await releaseSeat(tx, seat, { state: 'LEFT', now })
      return 'refused'
    }
    await firmSeat(tx, ball, seat, now)
    await publishBall(tx, ball, [])
    return 'done'
  },
  async closed(tx, order, now) {
    const seat = await findSeatOfOrder(tx, order.id)
    if (seat?.state === 'HELD') await releaseSeat(tx, seat, { state: 'LEFT', now })
  },
}

import type { OrderEffect } from '../../money/payments/order.ts'
import { startOf } from './ball-fee.ts'
import { lockBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { confirmSeat } from './confirm-seat.ts'
import { isActive } from './open-ball.ts'
import { releaseSeat } from './release-seat.ts'
import { findSeatOfOrder } from './seat-queries.ts'

/**
 * Paying for a seat confirms it while it is held and the game is active and has not begun. This also holds past the
 * time to pay, unless another player has taken the seat. A closed order releases the seat.
 *
 * Source: decision "Ball games"; invariant B6
 */
export const seatEffect: OrderEffect = {
  lock: lockBall,
  async paid(tx, order, now) {
    const ball = await lockBall(tx, order.objectId)
    const seat = await findSeatOfOrder(tx, order.id)
    if (!ball || seat?.state !== 'HELD') return 'refused'
    if (!isActive(ball.status) || startOf(ball).getTime() <= now.getTime()) {
      await releaseSeat(tx, seat, { state: 'LEFT', now })
      return 'refused'
    }
    await confirmSeat(tx, ball, seat, now)
    await publishBall(tx, ball, [])
    return 'done'
  },
  async closed(tx, order, now) {
    const seat = await findSeatOfOrder(tx, order.id)
    if (seat?.state === 'HELD') await releaseSeat(tx, seat, { state: 'LEFT', now })
  },
}

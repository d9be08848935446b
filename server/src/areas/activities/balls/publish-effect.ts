import type { OrderEffect } from '../../money/payments/order.ts'
import { releaseBall } from '../../time/schedule/claim-cells.ts'
import { startOf } from './ball-fee.ts'
import { lockBall, updateBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { expirePending } from './close-pending-items.ts'
import { releaseSeat } from './release-seat.ts'
import { findSeatOfOrder, updateSeat } from './seat-queries.ts'

/**
 * Paying for a new game publishes it and confirms its initiator's seat. Once its order is closed or expires, the game
 * is CANCELLED and its half-hours are released. An order that was replaced after a change of costs has no effect.
 *
 * Source: decision "Ball games"
 */
export const publishEffect: OrderEffect = {
  lock: lockBall,
  async paid(tx, order, now) {
    const ball = await lockBall(tx, order.objectId)
    const seat = await findSeatOfOrder(tx, order.id)
    if (ball?.status !== 'UNPAID' || seat?.state !== 'HELD') return 'refused'
    if (startOf(ball).getTime() <= now.getTime()) {
      await publishEffect.closed(tx, order, now)
      return 'refused'
    }
    await updateSeat(tx, seat.id, { state: 'CONFIRMED', confirmedAt: now, heldUntil: null })
    await publishBall(tx, await updateBall(tx, ball.id, { status: 'OPEN' }), [])
    return 'done'
  },
  async closed(tx, order, now) {
    const ball = await lockBall(tx, order.objectId)
    const seat = await findSeatOfOrder(tx, order.id)
    if (!ball || seat?.state !== 'HELD') return
    const left = await releaseSeat(tx, seat, { state: 'LEFT', now })
    if (ball.status !== 'UNPAID') return
    await updateBall(tx, ball.id, { status: 'CANCELLED', cancelledAt: now, cancelReason: 'UNPAID' })
    await releaseBall(tx, ball.id)
    await expirePending(tx, ball.id, now)
    await publishBall(tx, left, [seat.userId])
  },
}

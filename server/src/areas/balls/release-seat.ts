import type { Database } from '../../db/database.ts'
import { closeOrder } from '../payments/close-order.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import { releaseBallPlayer } from '../schedule/claim-cells.ts'
import { type BallRow, countSeat, lockBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { offerFreeSeats } from './offer-seats.ts'
import { listLapsedSeats, type SeatRow, updateSeat } from './seat-queries.ts'
import { endWaiting } from './waiter-queries.ts'

/**
 * A seat of a locked game is given back: it is offered to whoever waits first, and its player's half-hours are his again.
 * LEFT_LATE keeps its money until another seat becomes firm. What becomes of its order is the caller's affair.
 *
 * @returns the game as it now stands
 * Source: decision "Ball games"; invariant B1
 */
export async function releaseSeat(
  tx: Database,
  seat: SeatRow,
  { state, now }: { state: 'LEFT' | 'LEFT_LATE'; now: Date },
): Promise<BallRow> {
  const counted = await countSeat(tx, seat.ballId, -1)
  if (!counted) throw new Error(`ball game ${seat.ballId} has no seat to give back`)
  await updateSeat(tx, seat.id, { state, leftAt: now, heldUntil: null, changedAt: null })
  if (seat.state === 'OFFERED') await endWaiting(tx, seat, 'LAPSED')
  await releaseBallPlayer(tx, seat.ballId, seat.userId)
  await publishBall(tx, counted, [seat.userId])
  return offerFreeSeats(tx, counted, now)
}

/**
 * Seats of a locked game whose time to pay, or to say yes, has passed stand in nobody's way: their orders are closed, and
 * they are free, or offered to whoever waits. Whoever needs a seat does this; nothing waits for a job. Who pays may be given
 * `graceMs` longer.
 *
 * @returns the game as it now stands
 */
export async function freeLapsedSeats(
  tx: Database,
  { id: ballId }: BallRow,
  { now, effects, graceMs = 0 }: { now: Date; effects: OrderEffects; graceMs?: number },
): Promise<BallRow> {
  for (const seat of await listLapsedSeats(tx, ballId, now)) {
    const overdueMs = now.getTime() - (seat.heldUntil?.getTime() ?? 0)
    if (seat.orderId && overdueMs < graceMs) continue
    if (seat.orderId) await closeOrder(tx, { orderId: seat.orderId, now, effects })
    else await releaseSeat(tx, seat, { state: 'LEFT', now })
  }
  const ball = await lockBall(tx, ballId)
  if (!ball) throw new Error(`ball game ${ballId} is locked, and yet is gone`)
  return ball
}

import type { Database } from '../../../db/database.ts'
import { closeOrder, type OrderEffects } from '../../money/payments/order.ts'
import { releaseBallPlayer } from '../../time/schedule/claim-cells.ts'
import { type BallRow, countSeat, lockBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { offerFreeSeats } from './offer-seats.ts'
import { listExpiredSeats, type SeatRow, updateSeat } from './seat-queries.ts'
import { endWaiting } from './waiter-queries.ts'

/**
 * Gives back a seat of a locked game. It is offered to the first waiting player, and the former player's half-hours are
 * released. With LEFT_LATE the money stays until another seat becomes confirmed. The caller handles the order.
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
  if (seat.state === 'OFFERED') await endWaiting(tx, seat, 'EXPIRED')
  await releaseBallPlayer(tx, seat.ballId, seat.userId)
  await publishBall(tx, counted, [seat.userId])
  return offerFreeSeats(tx, counted, now)
}

/**
 * Frees seats of a locked game whose time to pay or to answer has passed. Their orders are closed, and the seats are
 * free or offered to the waiting list. Any code that needs a seat calls this, so nothing depends on a job. Payers may
 * get `graceMs` more.
 *
 * @returns the game as it now stands
 */
export async function releaseExpiredSeats(
  tx: Database,
  { id: ballId }: BallRow,
  { now, effects, graceMs = 0 }: { now: Date; effects: OrderEffects; graceMs?: number },
): Promise<BallRow> {
  for (const seat of await listExpiredSeats(tx, ballId, now)) {
    const overdueMs = now.getTime() - (seat.heldUntil?.getTime() ?? 0)
    if (seat.orderId && overdueMs < graceMs) continue
    if (seat.orderId) await closeOrder(tx, { orderId: seat.orderId, now, effects })
    else await releaseSeat(tx, seat, { state: 'LEFT', now })
  }
  const ball = await lockBall(tx, ballId)
  if (!ball) throw new Error(`ball game ${ballId} is locked, and yet is gone`)
  return ball
}

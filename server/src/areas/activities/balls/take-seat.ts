import { ApiError } from '@paidang/api/catalogue/errors'
import { paymentDeadline } from '@paidang/domain/areas/balls/seat-rules'
import type { Database } from '../../../db/database.ts'
import { openSeatOrder, startOf } from './ball-fee.ts'
import { type BallRow, countSeat } from './ball-queries.ts'
import { claimBall, publishBall } from './claim-ball.ts'
import { confirmSeat } from './confirm-seat.ts'
import { insertSeat, type SeatRow, updateSeat } from './seat-queries.ts'
import { endWaiting } from './waiter-queries.ts'

/**
 * Gives a user a seat of a locked game. With `order` to pay it is HELD until paid, otherwise it is CONFIRMED at once.
 * The player's half-hours are claimed. A seat that was `offered` to the user becomes that seat.
 *
 * @returns the game as it now stands
 * @throws ApiError ball_full; CellsTaken when the player is busy.
 * Source: decision "Ball games"; invariants B1, B2, B6
 */
export async function takeSeat(
  tx: Database,
  ball: BallRow,
  { userId, offered, now }: { userId: string; offered: SeatRow | undefined; now: Date },
): Promise<BallRow> {
  const heldUntil = paymentDeadline(startOf(ball), now)
  const order = await openSeatOrder(tx, ball, { kind: 'BALL_SEAT', userId, expiresAt: heldUntil })
  const held = { state: 'HELD' as const, heldUntil, orderId: order?.id ?? null }
  const counted = offered ? ball : await countSeat(tx, ball.id, 1)
  if (!counted) throw new ApiError('ball_full')
  const seat = offered
    ? await updateSeat(tx, offered.id, held)
    : await insertSeat(tx, { ballId: ball.id, userId, createdAt: now, ...held })
  await endWaiting(tx, seat, 'SEATED')
  await claimBall(tx, counted, { playerIds: [userId] })
  if (!order) await confirmSeat(tx, counted, seat, now)
  await publishBall(tx, counted, [userId])
  return counted
}

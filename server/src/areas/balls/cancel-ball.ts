import type { BallCancelReason } from '@paidang/domain/areas/balls/ball-status'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import { releaseBall } from '../schedule/claim-cells.ts'
import { type BallRow, updateBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { endOpenMatters } from './end-open-matters.ts'
import { factsOf } from './firm-seat.ts'
import { assertStillToCome, isLive, lockOwnBall } from './open-ball.ts'
import { refundRest } from './refund-seat.ts'
import { listOrdersOfBall, listSeats } from './seat-queries.ts'

type Cancelling = { ballId: string; by: string; reason: string | undefined; now: Date; effects: OrderEffects }

/**
 * The initiator calls his game off. Cancelling again changes nothing.
 *
 * @throws ApiError ball_not_found, action_forbidden, ball_settled, ball_started
 * Source: specification §7 "Balls"; decision "Ball games"
 */
export async function cancelBall(db: Database, { ballId, by, reason, now, effects }: Cancelling): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball } = await lockOwnBall(tx, { ballId, by })
    if (ball.status === 'CANCELLED') return
    assertStillToCome(ball, now)
    await callOff(tx, ball, { cause: 'INITIATOR', actorId: by, text: reason?.trim() || '发起人取消', now, effects })
  })
}

/** Why a game is called off, for the machine and for the reader, and by whom; null is the clock. */
type CallingOff = {
  cause: BallCancelReason
  actorId: string | null
  text: string
  now: Date
  effects: OrderEffects
}

/**
 * A locked game that stands, or waits for its initiator's money, will not be played: whatever was paid for it goes back once
 * and whole, less what went back before; orders that wait are closed, half-hours are free, requests and proposals have come
 * to nothing, and everybody in it, waiting for it or with money left in it is told. Firm seats stay as they were, so that one
 * sees who would have played.
 *
 * Source: decision "Ball games"; invariant B7
 */
export async function callOff(
  tx: Database,
  ball: BallRow,
  { cause, actorId, text, now, effects }: CallingOff,
): Promise<void> {
  const seats = await listSeats(tx, ball.id)
  // First, so that closing the initiator's order finds the game cancelled already.
  await updateBall(tx, ball.id, { status: 'CANCELLED', cancelledAt: now, cancelReason: cause })
  const waitedIds = await endOpenMatters(tx, ball.id, { now, effects })
  for (const order of await listOrdersOfBall(tx, ball.id)) await refundRest(tx, order, { cause: 'cancelled', now })
  await releaseBall(tx, ball.id)
  const personIds = seats.filter(isLive).map(({ userId }) => userId)
  const leftLateIds = seats
    .filter(({ state, refilledBy }) => state === 'LEFT_LATE' && refilledBy === null)
    .map(({ userId }) => userId)
  await publishBall(tx, ball, personIds)
  await tell(tx, {
    receiverIds: [...personIds, ...waitedIds, ...leftLateIds],
    senderId: actorId,
    category: 'invitation',
    title: '球局已取消',
    content: `${factsOf(ball)}：${text}`,
    about: { kind: 'ball', id: ball.id },
  })
}

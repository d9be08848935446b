import type { BallCancelReason } from '@paidang/domain/areas/balls/ball-status'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import { releaseBall } from '../../time/schedule/claim-cells.ts'
import { type BallRow, updateBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { closePendingItems } from './close-pending-items.ts'
import { factsOf } from './confirm-seat.ts'
import { assertNotStarted, isLive, lockOwnBall } from './open-ball.ts'
import { refundRest } from './refund-seat.ts'
import { listOrdersOfBall, listSeats } from './seat-queries.ts'

type Cancelling = {
  ballId: string
  actorId: string
  reason: string | undefined
  seen: number | undefined
  now: Date
  effects: OrderEffects
}

/**
 * The initiator calls off their game. Cancelling again changes nothing.
 *
 * @throws ApiError ball_not_found, revision_outdated, action_forbidden, ball_settled, ball_started
 * Source: specification §7 "Balls"; decision "Ball games"
 */
export async function cancelBall(
  db: Database,
  { ballId, actorId, reason, seen, now, effects }: Cancelling,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball } = await lockOwnBall(tx, { ballId, actorId, seen })
    if (ball.status === 'CANCELLED') return
    assertNotStarted(ball, now)
    await callOff(tx, ball, {
      cause: 'INITIATOR',
      actorId: actorId,
      text: reason?.trim() || '发起人取消',
      now,
      effects,
    })
  })
}

/** Why a game is called off, as a code and as text, and who does it. Null stands for the clock. */
type CallingOff = {
  cause: BallCancelReason
  actorId: string | null
  text: string
  now: Date
  effects: OrderEffects
}

/**
 * Calls off a locked game that is active or waits for its initiator's money. All payments are refunded once and in
 * full, less earlier refunds. Waiting orders are closed, half-hours are released, requests and proposals expire.
 * Everybody in the game, on its waiting list or with money left in it is notified. Confirmed seats keep their state, so
 * that the players remain visible.
 *
 * Source: decision "Ball games"; invariant B7
 */
export async function callOff(
  tx: Database,
  ball: BallRow,
  { cause, actorId, text, now, effects }: CallingOff,
): Promise<void> {
  const seats = await listSeats(tx, ball.id)
  // Runs first, so that closing the initiator's order finds the game cancelled.
  await updateBall(tx, ball.id, { status: 'CANCELLED', cancelledAt: now, cancelReason: cause })
  const waitedIds = await closePendingItems(tx, ball.id, { now, effects })
  for (const order of await listOrdersOfBall(tx, ball.id)) await refundRest(tx, order, { cause: 'cancelled', now })
  await releaseBall(tx, ball.id)
  const personIds = seats.filter(isLive).map(({ userId }) => userId)
  const leftLateIds = seats
    .filter(({ state, refilledBy }) => state === 'LEFT_LATE' && refilledBy === null)
    .map(({ userId }) => userId)
  await publishBall(tx, ball, personIds)
  await notify(tx, {
    receiverIds: [...personIds, ...waitedIds, ...leftLateIds],
    senderId: actorId,
    category: 'invitation',
    title: '球局已取消',
    content: `${factsOf(ball)}：${text}`,
    about: { kind: 'ball', id: ball.id },
  })
}

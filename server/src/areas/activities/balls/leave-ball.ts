import { ApiError } from '@paidang/api/catalogue/errors'
import { mayLeaveFree } from '@paidang/domain/areas/balls/seat-rules'
import type { RefundTarget } from '@paidang/domain/areas/payments/order'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { closeOrder, type OrderEffects } from '../../money/payments/order.ts'
import { startOf } from './ball-fee.ts'
import type { BallRow } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { factsOf } from './confirm-seat.ts'
import { expireProposalsOf, isBearer } from './expire-proposals.ts'
import { isHostGone } from './host-queries.ts'
import { assertNotStarted, lockOpenBall } from './open-ball.ts'
import { refundRest, restOf } from './refund-seat.ts'
import { releaseSeat } from './release-seat.ts'
import { withdrawRequest } from './request-ball.ts'
import { findOrderOfSeat, type PlayerSeat } from './seat-queries.ts'
import { endWaiting } from './waiter-queries.ts'

type Leaving = {
  ballId: string
  actorId: string
  refundTo: RefundTarget | undefined
  seen: number | undefined
  now: Date
  effects: OrderEffects
}

/**
 * A user gives back a seat or a place on the waiting list, or withdraws a request to play. An unpaid seat becomes free
 * and its order is closed. A paid seat is refunded in full until 24 hours before the start. The same holds until its
 * player agrees to a change, and once the initiator is suspended or the venue closed. Otherwise the refund comes only
 * when another player takes the place. Proposals about the seat expire. Leaving again changes nothing.
 *
 * @throws ApiError ball_not_found, revision_outdated, ball_player_unknown, ball_initiator_stays, ball_bearer_stays, ball_settled,
 *   ball_started
 * Source: decision "Ball games"; invariant B7
 */
export async function leaveBall(db: Database, leaving: Leaving): Promise<void> {
  await db.transaction(async (tx) => {
    const { ballId, actorId, refundTo, seen, now, effects } = leaving
    const { ball, own, seats } = await lockOpenBall(tx, { ballId, actorId, seen })
    if (ball.initiatorId === actorId) throw new ApiError('ball_initiator_stays')
    if (!own) {
      if (await endWaiting(tx, { ballId, userId: actorId }, 'LEFT')) return void (await publishBall(tx, ball, []))
      if (await withdrawRequest(tx, ball, { userId: actorId, now })) return
      if (seats.some(({ userId }) => userId === actorId)) return
      throw new ApiError('ball_player_unknown')
    }
    assertNotStarted(ball, now)
    if (own.state === 'HELD' && own.orderId) return void (await closeOrder(tx, { orderId: own.orderId, now, effects }))
    if (own.state !== 'CONFIRMED') {
      await endWaiting(tx, own, 'LEFT')
      return void (await releaseSeat(tx, own, { state: 'LEFT', now }))
    }
    if (isBearer(ball, own)) throw new ApiError('ball_bearer_stays')

    await expireProposalsOf(tx, ball, { userId: actorId, now, effects })
    await leaveConfirmedSeat(tx, ball, own, { refundTo, now })
    await notify(tx, {
      receiverIds: [ball.initiatorId],
      senderId: actorId,
      category: 'invitation',
      title: `${own.nickname} 退出了您的球局`,
      content: factsOf(ball),
      about: { kind: 'ball', id: ballId },
    })
  })
}

/** A leaver counts as late only if their money is in the game. */
async function leaveConfirmedSeat(
  tx: Database,
  ball: BallRow,
  own: PlayerSeat,
  { refundTo, now }: { refundTo: RefundTarget | undefined; now: Date },
): Promise<void> {
  const order = await findOrderOfSeat(tx, own)
  const isChanged = own.changedAt !== null || (await isHostGone(tx, ball.id, now))
  const isFree = mayLeaveFree({ startsAt: startOf(ball), isChanged }, now)
  const isLate = order !== undefined && !isFree && (await restOf(tx, order)) > 0
  await releaseSeat(tx, own, { state: isLate ? 'LEFT_LATE' : 'LEFT', now })
  if (order && !isLate) await refundRest(tx, order, { cause: 'left', target: refundTo, now })
}

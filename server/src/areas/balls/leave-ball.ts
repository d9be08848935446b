import { ApiError } from '@paidang/api/catalogue/errors'
import { mayLeaveFree } from '@paidang/domain/areas/balls/seat-rules'
import type { RefundTarget } from '@paidang/domain/areas/payments/order'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { closeOrder } from '../payments/close-order.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import { startOf } from './ball-fee.ts'
import type { BallRow } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { factsOf } from './firm-seat.ts'
import { isHostGone } from './host-queries.ts'
import { isBearer, lapseProposalsOf } from './lapse-proposals.ts'
import { assertStillToCome, lockOpenBall } from './open-ball.ts'
import { refundRest, restOf } from './refund-seat.ts'
import { releaseSeat } from './release-seat.ts'
import { withdrawRequest } from './request-ball.ts'
import { findOrderOfSeat, type PlayerSeat } from './seat-queries.ts'
import { endWaiting } from './waiter-queries.ts'

type Leaving = {
  ballId: string
  by: string
  refundTo: RefundTarget | undefined
  now: Date
  effects: OrderEffects
}

/**
 * Somebody gives a seat or a place on the waiting list back, or takes back a request to play. An unpaid seat is free again and its order closed. A paid one gives
 * all of the money back until 24 hours before the start, until its player agrees to a change, and once the initiator is suspended
 * or the venue closed. Otherwise the money comes back only when another takes the place. What was proposed about the seat has
 * come to nothing. Leaving again changes nothing.
 *
 * @throws ApiError ball_not_found, ball_player_unknown, ball_initiator_stays, ball_bearer_stays, ball_settled, ball_started
 * Source: decision "Ball games"; invariant B7
 */
export async function leaveBall(db: Database, leaving: Leaving): Promise<void> {
  await db.transaction(async (tx) => {
    const { ballId, by, refundTo, now, effects } = leaving
    const { ball, own, seats } = await lockOpenBall(tx, { ballId, by })
    if (ball.initiatorId === by) throw new ApiError('ball_initiator_stays')
    if (!own) {
      if (await endWaiting(tx, { ballId, userId: by }, 'LEFT')) return void (await publishBall(tx, ball, []))
      if (await withdrawRequest(tx, ball, { userId: by, now })) return
      if (seats.some(({ userId }) => userId === by)) return
      throw new ApiError('ball_player_unknown')
    }
    assertStillToCome(ball, now)
    if (own.state === 'HELD' && own.orderId) return void (await closeOrder(tx, { orderId: own.orderId, now, effects }))
    if (own.state !== 'FIRM') {
      await endWaiting(tx, own, 'LEFT')
      return void (await releaseSeat(tx, own, { state: 'LEFT', now }))
    }
    if (isBearer(ball, own)) throw new ApiError('ball_bearer_stays')

    await lapseProposalsOf(tx, ball, { userId: by, now, effects })
    await leaveFirmSeat(tx, ball, own, { refundTo, now })
    await tell(tx, {
      receiverIds: [ball.initiatorId],
      senderId: by,
      category: 'invitation',
      title: `${own.nickname} 退出了您的球局`,
      content: factsOf(ball),
      about: { kind: 'ball', id: ballId },
    })
  })
}

/** Late is only who has money in it. */
async function leaveFirmSeat(
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

import type { BallForm } from '@paidang/api/areas/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { paymentDeadline } from '@paidang/domain/areas/balls/seat-rules'
import type { Features } from '@paidang/domain/kernel/features'
import type { Database } from '../../../db/database.ts'
import type { Verdicts } from '../../ground/content/check-content.ts'
import { holdBack } from '../../ground/content/hold-content.ts'
import { retryOnce } from '../../time/schedule/claim-cells.ts'
import { assertFreeLimit } from './assert-free-limit.ts'
import { sortTexts } from './ball-content.ts'
import { assertCostsPayable, openSeatOrder, publishDueOf, startOf } from './ball-fee.ts'
import { insertBall } from './ball-queries.ts'
import { claimBall, publishBall, refuseBusy } from './claim-ball.ts'
import { PLAIN_TITLE } from './clear-texts.ts'
import { placeBall } from './place-ball.ts'
import { insertSeat } from './seat-queries.ts'

type Creating = {
  form: BallForm
  verdicts: Verdicts
  initiatorId: string | undefined
  features: Features
  actorId: string
  now: Date
}

/**
 * A user arranges a game. Its court and the user's own half-hours are claimed, and the user gets its first seat, all or
 * nothing. With something to pay the game is UNPAID, and its order waits 15 minutes. Otherwise it is OPEN at once.
 *
 * @returns the game's id
 * @throws ApiError data_of_others, any refusal of placeBall, content_rejected, ball_payments_off, ball_free_limit,
 *   slot_taken (data: SlotClash), ball_player_busy
 * Source: specification §7 "Balls"; decision "Ball games"
 */
export async function createBall(
  db: Database,
  { form, verdicts, initiatorId, features, actorId, now }: Creating,
): Promise<string> {
  if (initiatorId !== undefined && initiatorId !== actorId) throw new ApiError('data_of_others')
  return retryOnce(
    () =>
      db.transaction(async (tx) => {
        const placed = await placeBall(tx, form, now)
        assertCostsPayable(placed, features)
        const present = { title: PLAIN_TITLE, description: '' }
        const { shown, sorted } = sortTexts(placed, { present, verdicts })
        await assertFreeLimit(tx, placed, { userId: actorId, now })
        const ball = await insertBall(tx, {
          ...placed,
          ...shown,
          initiatorId: actorId,
          seatsTaken: 1,
          status: publishDueOf(placed) === 0 ? 'OPEN' : 'UNPAID',
          createdAt: now,
        })
        await holdBack(tx, sorted, { objectId: ball.id, actorId, now })
        const expiresAt = paymentDeadline(startOf(ball), now)
        const order = await openSeatOrder(tx, ball, { kind: 'BALL_PUBLISH', userId: actorId, expiresAt })
        const seat = order
          ? { state: 'HELD' as const, orderId: order.id, heldUntil: expiresAt }
          : { state: 'CONFIRMED' as const, confirmedAt: now }
        await insertSeat(tx, { ballId: ball.id, userId: actorId, createdAt: now, ...seat })
        await claimBall(tx, ball, { playerIds: [actorId], isWithCourt: true })
        await publishBall(tx, ball, [actorId])
        return ball.id
      }),
    (cells, isFinal) => refuseBusy(db, cells, { actorId, isFinal, now }),
  )
}

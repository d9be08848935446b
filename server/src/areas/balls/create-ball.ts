import type { BallForm } from '@paidang/api/areas/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { paymentDeadline } from '@paidang/domain/areas/balls/seat-rules'
import type { Features } from '@paidang/domain/kernel/features'
import type { Database } from '../../db/database.ts'
import { tryTwice } from '../classes/try-twice.ts'
import type { Verdicts } from '../content/check-content.ts'
import { keepBack } from '../content/hold-content.ts'
import { assertFreeLimit } from './assert-free-limit.ts'
import { assertCostsPayable, openSeatOrder, publishDueOf, startOf } from './ball-fee.ts'
import { insertBall } from './ball-queries.ts'
import { claimBall, publishBall, refuseBusy } from './claim-ball.ts'
import { PLAIN_TITLE } from './clear-words.ts'
import { sortWords } from './hold-words.ts'
import { placeBall } from './place-ball.ts'
import { insertSeat } from './seat-queries.ts'

type Creating = {
  form: BallForm
  verdicts: Verdicts
  initiatorId: string | undefined
  features: Features
  by: string
  now: Date
}

/**
 * Somebody arranges a game: its court and his own half-hours are claimed, he has its first seat, all or nothing. With
 * something to pay the game is UNPAID and its order waits 15 minutes, without it is OPEN at once.
 *
 * @returns the game's id
 * @throws ApiError data_of_others, any refusal of placeBall, content_rejected, ball_payments_off,
 *   ball_free_limit, slot_taken (data: SlotClash), ball_player_busy
 * Source: specification §7 "Balls"; decision "Ball games"
 */
export async function createBall(
  db: Database,
  { form, verdicts, initiatorId, features, by, now }: Creating,
): Promise<string> {
  if (initiatorId !== undefined && initiatorId !== by) throw new ApiError('data_of_others')
  return tryTwice(
    () =>
      db.transaction(async (tx) => {
        const placed = await placeBall(tx, form, now)
        assertCostsPayable(placed, features)
        const present = { title: PLAIN_TITLE, description: '' }
        const { shown, sorted } = sortWords(placed, { present, verdicts })
        await assertFreeLimit(tx, placed, { userId: by, now })
        const ball = await insertBall(tx, {
          ...placed,
          ...shown,
          initiatorId: by,
          seatsTaken: 1,
          status: publishDueOf(placed) === 0 ? 'OPEN' : 'UNPAID',
          createdAt: now,
        })
        await keepBack(tx, sorted, { objectId: ball.id, by, now })
        const expiresAt = paymentDeadline(startOf(ball), now)
        const order = await openSeatOrder(tx, ball, { kind: 'BALL_PUBLISH', userId: by, expiresAt })
        const seat = order
          ? { state: 'HELD' as const, orderId: order.id, heldUntil: expiresAt }
          : { state: 'FIRM' as const, firmAt: now }
        await insertSeat(tx, { ballId: ball.id, userId: by, createdAt: now, ...seat })
        await claimBall(tx, ball, { playerIds: [by], isWithCourt: true })
        await publishBall(tx, ball, [by])
        return ball.id
      }),
    (cells, isFinal) => refuseBusy(db, cells, { by, isFinal, now }),
  )
}

import * as api from '@paidang/api/areas/activities/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { paymentDeadline } from '@paidang/domain/areas/activities/balls/seat-rules'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { ballGames } from '../../../tables/balls.ts'
import { checkContent, type Verdicts } from '../../ground/content/check-content.ts'
import { holdBack } from '../../ground/content/hold-content.ts'
import { submitText } from '../../ground/content/submit-text.ts'
import type { OrderEffect } from '../../money/payments/order.ts'
import { releaseBall } from '../../time/schedule/claim-cells.ts'
import { assertFreeLimit, checkedTexts, PLAIN_TITLE, placeBall, sortTexts } from './ball-form.ts'
import { assertCostsPayable, openSeatOrder, publishDueOf } from './ball-money.ts'
import { assertNotStarted, lockBall, publishBall, startOf, updateBall } from './ball-row.ts'
import { findView } from './ball-view.ts'
import { expirePending } from './cancel.ts'
import { claimBall, claimingTransaction } from './claim-ball.ts'
import { readBallDetail } from './detail.ts'
import { releaseSeat } from './free-seats.ts'
import { lockOwnBall } from './open-ball.ts'
import { findSeatOfOrder, insertSeat, updateSeat } from './seats.ts'

/**
 * Court and half-hours of the user are claimed, and the user gets the first seat, all or nothing. With something to pay
 * the game is UNPAID, and its order waits 15 minutes. Otherwise it is OPEN at once.
 *
 * @returns the game's id
 * Source: specification §7 "Balls"; decision "Ball games"
 */
export async function createBall(
  db: Database,
  form: api.BallForm,
  {
    user: { id: actorId },
    prepared: verdicts,
    now,
    app,
  }: Pick<Handled<typeof api.createBall>, 'user' | 'now' | 'app'> & { prepared: Verdicts },
): Promise<string> {
  return claimingTransaction(db, { actorId, now }, async (tx) => {
    const placed = await placeBall(tx, form, now)
    assertCostsPayable(placed, app.features)
    const { shown, sorted } = sortTexts(placed, { present: { title: PLAIN_TITLE }, verdicts })
    await assertFreeLimit(tx, placed, { userId: actorId, now })
    const status = publishDueOf(placed) === 0 ? 'OPEN' : 'UNPAID'
    const row = { ...placed, ...shown, initiatorId: actorId, seatsTaken: 1, status, createdAt: now } as const
    const [ball] = await tx.insert(ballGames).values(row).returning()
    if (!ball) throw new Error('insert returned no row')
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
  })
}

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
    if (startOf(ball) <= now) {
      await publishEffect.closed(tx, order, now)
      return 'refused'
    }
    await updateSeat(tx, seat.id, { state: 'CONFIRMED', confirmedAt: now, heldUntil: null })
    await publishBall(tx, await updateBall(tx, ball.id, { status: 'OPEN' }))
    return 'done'
  },
  async closed(tx, order, now) {
    const ball = await lockBall(tx, order.objectId)
    const seat = await findSeatOfOrder(tx, order.id)
    if (!ball || seat?.state !== 'HELD') return
    const left = await releaseSeat(tx, seat, { now })
    if (ball.status !== 'UNPAID') return
    await updateBall(tx, ball.id, { status: 'CANCELLED', cancelledAt: now, cancelReason: 'UNPAID' })
    await releaseBall(tx, ball.id)
    await expirePending(tx, ball.id, now)
    await publishBall(tx, left, [seat.userId])
  },
}

export default plugin([
  handle(api.createBall, {
    prepare: ({ body, user, app, request }) =>
      checkContent(app, { kind: 'ball', objectId: undefined, values: checkedTexts(body), actorId: user.id, request }),
    async handle(handled) {
      const { body, prepared: verdicts, user, db, now, app } = handled
      const { initiatorId, ...form } = body
      const actorId = user.id
      if (initiatorId !== undefined && initiatorId !== actorId) throw new ApiError('data_of_others')
      const words = { place: form.place }
      const ballId = await submitText(
        db,
        { kind: 'ball', objectId: undefined, words, verdicts, actorId, now },
        (tx, shown) => createBall(tx, { ...form, ...shown }, handled),
        (id) => id,
      )
      return readBallDetail(db, { ballId, actorId, now, app })
    },
    stands: async (db, { id }) => (await findView(db, id))?.status !== 'CANCELLED',
  }),

  handle(api.setBallPublic, async ({ body, user: { id: actorId }, db, now, app }) => {
    const { id: ballId, isPublic, revision: seen } = body
    await db.transaction(async (tx) => {
      const { ball } = await lockOwnBall(tx, { ballId, actorId, seen })
      if (ball.isPublic === isPublic) return
      assertNotStarted(ball, now)
      await publishBall(tx, await updateBall(tx, ballId, { isPublic }))
    })
    return readBallDetail(db, { ballId, actorId, now, app })
  }),
])

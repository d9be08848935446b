import * as api from '@paidang/api/areas/activities/balls'
import type { BallCancelReason } from '@paidang/domain/areas/activities/balls/ball-status'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { plugin } from '../../../http/handle.ts'
import { ballProposals, ballRequests, ballWaiters } from '../../../tables/balls.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import { closeOrder } from '../../money/payments/order.ts'
import { releaseBall } from '../../time/schedule/claim-cells.ts'
import { listOrdersOfBall, refundRest, toFetch } from './ball-money.ts'
import { assertNotStarted, type BallRow, notifyOfBall, publishBall, updateBall } from './ball-row.ts'
import { readBallDetail } from './detail.ts'
import { releaseSeat } from './free-seats.ts'
import { lockOwnBall } from './open-ball.ts'
import { isLateUnfilled, isLive, listSeats, playersOf } from './seats.ts'

/**
 * In a locked game, refuses the requests and expires the proposals that nobody can answer any more. Before the game is
 * over, a swap that both agreed to ends with its order.
 *
 * @returns whether there were any
 */
export async function expireQuestions(
  tx: Database,
  ballId: string,
  { now, isOver }: { now: Date; isOver: boolean },
): Promise<boolean> {
  const requests = await tx
    .update(ballRequests)
    .set({ approveStatus: APPROVAL.REJECTED, decidedAt: now })
    .where(and(eq(ballRequests.ballId, ballId), eq(ballRequests.approveStatus, APPROVAL.PENDING)))
    .returning({ id: ballRequests.id })
  const isOpen = and(eq(ballProposals.ballId, ballId), eq(ballProposals.state, 'OPEN'))
  const proposals = await tx
    .update(ballProposals)
    .set({ state: 'EXPIRED' })
    .where(and(isOpen, isOver ? undefined : isNull(ballProposals.orderId)))
    .returning({ id: ballProposals.id })
  for (const { id } of requests) await settleRequests(tx, { kind: 'ball_request', id }, APPROVAL.REJECTED)
  for (const { id } of proposals) await settleRequests(tx, { kind: 'ball_proposal', id }, APPROVAL.REJECTED)
  return requests.length + proposals.length > 0
}

/**
 * In a locked game that is over, refuses requests and expires proposals and waiting.
 *
 * @returns the users who waited for a seat
 */
export async function expirePending(tx: Database, ballId: string, now: Date): Promise<string[]> {
  await expireQuestions(tx, ballId, { now, isOver: true })
  const waiters = await tx
    .update(ballWaiters)
    .set({ state: 'EXPIRED' })
    .where(and(eq(ballWaiters.ballId, ballId), inArray(ballWaiters.state, ['WAITING', 'OFFERED'])))
    .returning({ userId: ballWaiters.userId })
  return waiters.map(({ userId }) => userId)
}

/**
 * Settles everything open in a locked game that has just become FINISHED or CANCELLED. Waiting orders are closed with
 * their held seats, and offered seats are withdrawn. Requests count as refused. Proposals and waiting expire.
 *
 * @returns the users who waited for a seat
 */
export async function closePendingItems(
  tx: Database,
  ballId: string,
  { now, effects }: { now: Date; effects: OrderEffects },
): Promise<string[]> {
  const unpaid = (await listOrdersOfBall(tx, ballId)).filter(({ state }) => state === 'UNPAID')
  for (const { id: orderId } of unpaid) await closeOrder(tx, { orderId, now, effects })
  const offered = (await listSeats(tx, ballId)).filter(({ state }) => state === 'OFFERED')
  for (const seat of offered) await releaseSeat(tx, seat, { now })
  return [...playersOf(offered), ...(await expirePending(tx, ballId, now))]
}

/**
 * Calls off a locked game that is active or waits for its initiator's money. All payments are refunded once and in
 * full, less earlier refunds. Waiting orders are closed, half-hours are released, requests and proposals expire.
 * Everybody in the game, on its waiting list or with money left in it is notified. Confirmed seats keep their state, so
 * that the players remain visible. `cause` and `text` say why, and an `actorId` of null stands for the clock. `text`
 * gets what a receiver reads about their money: nothing where none came back.
 *
 * Source: decision "Ball games"; invariant B7
 */
export async function callOff(
  tx: Database,
  ball: BallRow,
  {
    cause,
    actorId = null,
    text,
    now,
    effects,
  }: {
    cause: BallCancelReason
    actorId?: string | null
    text: (back: string) => string
    now: Date
    effects: OrderEffects
  },
): Promise<void> {
  const seats = await listSeats(tx, ball.id)
  // Runs first, so that closing the initiator's order finds the game cancelled.
  await updateBall(tx, ball.id, { status: 'CANCELLED', cancelledAt: now, cancelReason: cause })
  const waitedIds = await closePendingItems(tx, ball.id, { now, effects })
  const backOf = new Map<string, string>()
  for (const order of await listOrdersOfBall(tx, ball.id))
    if ((await refundRest(tx, order, { cause: 'cancelled', now })) > 0)
      backOf.set(order.userId, `，费用全额退回${toFetch(order)}`)
  await releaseBall(tx, ball.id)
  const personIds = playersOf(seats.filter(isLive))
  await publishBall(tx, ball, personIds)
  const receiverIds = [...personIds, ...waitedIds, ...playersOf(seats.filter(isLateUnfilled))]
  for (const back of new Set(['', ...backOf.values()]))
    await notifyOfBall(tx, ball, {
      receiverIds: receiverIds.filter((id) => (backOf.get(id) ?? '') === back),
      senderId: actorId,
      title: '球局已取消',
      text: text(back),
    })
}

export default plugin([
  // Cancelling again changes nothing.
  handleReviewed(
    api.cancelBall,
    { kind: 'ball', words: ({ body: { reason } }) => ({ reason }), about: ({ body }) => body.id },
    async ({ body: { id: ballId, revision: seen }, user: { id: actorId }, db, now, app }, say) => {
      await say(async (tx, { reason }) => {
        const { ball } = await lockOwnBall(tx, { ballId, actorId, seen })
        if (ball.status === 'CANCELLED') return
        assertNotStarted(ball, now)
        const { effects } = app.payments
        const why = reason?.trim() || '发起人取消'
        await callOff(tx, ball, { cause: 'INITIATOR', actorId, text: (back) => `${why}${back}`, now, effects })
      })
      return readBallDetail(db, { ballId, actorId, now, app })
    },
  ),
])

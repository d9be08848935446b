import * as api from '@paidang/api/areas/activities/ball-changes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { genderRefusal, MINUTES_TO_PAY, paymentDeadline } from '@paidang/domain/areas/activities/balls/seat-rules'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { ballProposals } from '../../../tables/balls.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import type { OrderEffect } from '../../money/payments/order.ts'
import { CellsTaken, releaseBallPlayer } from '../../time/schedule/claim-cells.ts'
import { assertSeatPayable, findOrderOfSeat, isBearer, openSeatOrder, refundRest } from './ball-money.ts'
import {
  assertActive,
  type BallRow,
  findPeople,
  isActive,
  isToCome,
  lockBall,
  nameOf,
  notifyOfBall,
  publishBall,
  startOf,
} from './ball-row.ts'
import { findView } from './ball-view.ts'
import { busyError, claimBall, isBusy } from './claim-ball.ts'
import { readBallDetail } from './detail.ts'
import { endWaiting } from './free-seats.ts'
import { lockOwnBall } from './open-ball.ts'
import { endProposal, listProposals, type ProposalRow, propose, updateProposal } from './proposal.ts'
import { assertPlays, insertSeat, isLive, listSeats, updateSeat } from './seats.ts'

/** The proposal of another player for a place. */
type Swap = ProposalRow & { outUserId: string }

/** The proposal whose payment an order is. */
async function findProposalOfOrder(db: Database, orderId: string): Promise<ProposalRow | undefined> {
  const [row] = await db.select().from(ballProposals).where(eq(ballProposals.orderId, orderId))
  return row
}

/**
 * Checks that one user may take the place of another in a locked game.
 *
 * @throws ApiError ball_initiator_stays, ball_player_unknown, ball_bearer_stays (the leaving player has paid for all)
 * @throws ApiError user_not_found (also when the new player is blocked from the initiator or the leaving player)
 * @throws ApiError ball_swap_invalid (the new player has a seat already), ball_gender_unfit, ball_gender_unsaid
 */
async function assertSwappable(
  tx: Database,
  ball: BallRow,
  { outUserId, inUserId, actorId }: { outUserId: string; inUserId: string; actorId: string },
): Promise<void> {
  if (outUserId === ball.initiatorId) throw new ApiError('ball_initiator_stays')
  if (isBearer(ball, await assertPlays(tx, ball.id, outUserId))) throw new ApiError('ball_bearer_stays')
  const [incoming] = await findPeople(tx, [inUserId])
  if (!incoming || (await findView(tx, ball.id, inUserId))?.isHidden) throw new ApiError('user_not_found')
  if (await readIsBlocked(tx, outUserId, inUserId)) throw new ApiError('user_not_found')
  const isIn = (await listSeats(tx, ball.id)).some((seat) => seat.userId === inUserId && isLive(seat))
  if (isIn) throw new ApiError('ball_swap_invalid')
  const refusal = genderRefusal(incoming.gender, ball.genderRule)
  if (refusal === 'ball_gender_unsaid' && actorId !== inUserId)
    throw new ApiError(refusal, { message: '该球局限定参与者性别，对方还没有填写性别' })
  if (refusal) throw new ApiError(refusal)
}

async function hasClaimed(tx: Database, ball: BallRow, userId: string): Promise<boolean> {
  try {
    await claimBall(tx, ball, { playerIds: [userId] })
    return true
  } catch (error) {
    if (error instanceof CellsTaken) return false
    throw error
  }
}

/**
 * In a locked game that is to come, one player takes the confirmed place of another. The leaving player gets all money
 * back, at any time, and the half-hours change hands. The number of players stays, so no other place or money is
 * affected.
 *
 * @returns false, with nothing changed, when the leaving player has no confirmed seat any more or is the initiator by
 *   now; also when the new player has a seat, is busy, or is blocked from the initiator.
 * Source: decision "Ball games"; invariants B2, B6, B7
 */
async function swapSeats(
  tx: Database,
  ball: BallRow,
  { id, outUserId, inUserId, proposedBy }: Swap,
  { orderId, now }: { orderId: string | null; now: Date },
): Promise<boolean> {
  const seats = await listSeats(tx, ball.id)
  const out = seats.find(({ userId, state }) => userId === outUserId && state === 'CONFIRMED')
  const isIn = seats.some((seat) => seat.userId === inUserId && isLive(seat))
  if (!out || isIn || outUserId === ball.initiatorId || (await findView(tx, ball.id, inUserId))?.isHidden) return false
  if (!(await hasClaimed(tx, ball, inUserId))) return false

  await updateSeat(tx, out.id, { state: 'LEFT', leftAt: now, heldUntil: null, changedAt: null })
  await releaseBallPlayer(tx, ball.id, outUserId)
  const taken = { state: 'CONFIRMED', orderId, confirmedAt: now, createdAt: now } as const
  await insertSeat(tx, { ballId: ball.id, userId: inUserId, ...taken })
  await endWaiting(tx, { ballId: ball.id, userId: inUserId }, 'SEATED')
  await updateProposal(tx, id, { state: 'DONE' })
  const order = await findOrderOfSeat(tx, out)
  if (order) await refundRest(tx, order, { cause: 'swapped', now })
  await publishBall(tx, ball, [outUserId, inUserId])
  await notifyOfBall(tx, ball, {
    receiverIds: [ball.initiatorId, proposedBy, outUserId],
    senderId: inUserId,
    title: `${await nameOf(tx, inUserId)} 接替了 ${out.nickname}`,
  })
  return true
}

/**
 * One of the two agrees, in a locked game. The swap needs the yes of both. It takes effect at once when nothing is to
 * pay. Otherwise the new player has 15 minutes to pay for the place.
 *
 * @throws ApiError any refusal of assertSwappable, ball_player_busy and participant_busy (the new player is busy)
 */
export async function agreeToSwap(
  tx: Database,
  ball: BallRow,
  proposal: Swap,
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  const { id, outUserId, inUserId } = proposal
  await assertSwappable(tx, ball, { outUserId, inUserId, actorId })
  if (actorId === inUserId && (await isBusy(tx, ball, inUserId))) throw new ApiError('ball_player_busy')
  const agreed = await updateProposal(tx, id, actorId === inUserId ? { inAgreedAt: now } : { outAgreedAt: now })
  await publishBall(tx, ball)
  if (agreed.inAgreedAt === null || agreed.outAgreedAt === null) return

  const expiresAt = paymentDeadline(startOf(ball), now)
  const order = await openSeatOrder(tx, ball, { kind: 'BALL_SWAP', userId: inUserId, expiresAt })
  if (!order) {
    if (!(await swapSeats(tx, ball, { ...agreed, outUserId }, { orderId: null, now }))) throw busyError()
    return
  }
  await updateProposal(tx, id, { orderId: order.id })
  await notifyOfBall(tx, ball, {
    receiverIds: [inUserId],
    senderId: null,
    title: '请支付球局费用',
    text: `双方都已同意，请在 ${MINUTES_TO_PAY} 分钟内支付 ¥${yuanOf(order.amountFen)}`,
    about: { kind: 'order', id: order.id },
  })
}

/**
 * Paying for a player's place swaps the two, while the proposal is open and the game has not begun. A closed order, or
 * a place that is no longer available, ends the proposal and changes nothing else.
 *
 * Source: decision "Ball games"
 */
export const swapEffect: OrderEffect = {
  lock: lockBall,
  async paid(tx, order, now) {
    const ball = await lockBall(tx, order.objectId)
    const proposal = await findProposalOfOrder(tx, order.id)
    if (!ball || proposal?.state !== 'OPEN' || proposal.outUserId === null) return 'refused'
    const swap = { ...proposal, outUserId: proposal.outUserId }
    if (isToCome(ball, now) && (await swapSeats(tx, ball, swap, { orderId: order.id, now }))) return 'done'
    await endProposal(tx, ball, proposal, { state: 'EXPIRED', actorId: null })
    return 'refused'
  },
  async closed(tx, order) {
    const ball = await lockBall(tx, order.objectId)
    const proposal = await findProposalOfOrder(tx, order.id)
    // In a game that is over, everybody is notified of its end alone.
    if (ball && isActive(ball.status) && proposal?.state === 'OPEN')
      await endProposal(tx, ball, proposal, { state: 'EXPIRED', actorId: null })
  },
}

export default plugin([
  // Whatever the level of the new player. Both are asked. The same proposal again changes nothing.
  handle(api.swapPlayer, async ({ body, user: { id: actorId }, db, now, app }) => {
    const { id: ballId, outUserId, inUserId, revision: seen } = body
    await db.transaction(async (tx) => {
      const { ball } = await lockOwnBall(tx, { ballId, actorId, seen })
      assertActive(ball, now)
      assertSeatPayable(ball, app.features)
      await assertSwappable(tx, ball, { outUserId, inUserId, actorId })
      const open = (await listProposals(tx, ballId)).find((proposal) => proposal.outUserId === outUserId)
      if (open?.inUserId === inUserId) return
      if (open) throw new ApiError('ball_proposal_open')
      if (await isBusy(tx, ball, inUserId)) throw busyError()
      const asked = [
        { userId: outUserId, title: `请您把位置让给 ${await nameOf(tx, inUserId)}` },
        { userId: inUserId, title: `请您接替 ${await nameOf(tx, outUserId)} 参加球局` },
      ]
      await propose(tx, ball, { kind: 'SWAP', outUserId, inUserId }, { asked, now })
    })
    return readBallDetail(db, { ballId, actorId, now, app })
  }),
])

import { ApiError } from '@paidang/api/catalogue/errors'
import { MINUTES_TO_PAY, paymentDeadline } from '@paidang/domain/areas/balls/seat-rules'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { dropPending } from '../../ground/content/submissions.ts'
import type { Decision, Effect } from '../../ground/messages/inbox.ts'
import { notify } from '../../ground/messages/notify.ts'
import { assertFreeLimit } from './assert-free-limit.ts'
import { openSeatOrder, startOf } from './ball-fee.ts'
import { type BallRow, lockBall, updateBall } from './ball-queries.ts'
import { isBusy, publishBall } from './claim-ball.ts'
import { factsOf } from './confirm-seat.ts'
import { endProposal } from './expire-proposals.ts'
import { assertActive, assertBallSeen, isLive } from './open-ball.ts'
import type { ProposalRow } from './pending-queries.ts'
import { findProposal, listProposals, updateProposal } from './proposal-queries.ts'
import { assertPlays, assertSwappable, busyError } from './propose-change.ts'
import { notifyInitiatorOfRequest } from './request-ball.ts'
import { listOpenRequests } from './request-queries.ts'
import { listSeats, updateSeat } from './seat-queries.ts'
import { swapSeats } from './swap-seats.ts'

/**
 * A user whom a proposal concerns agrees or refuses. A hand-over takes effect with their yes. A swap needs the yes of
 * both. It takes effect at once when nothing is to pay. Otherwise the new player has 15 minutes to pay for the place. A
 * no ends the proposal with nothing changed.
 *
 * @throws ApiError ball_not_found, action_forbidden, ball_settled (also when the proposal ended otherwise),
 *   ball_started, ball_player_unknown
 * @throws ApiError ball_free_limit, any refusal of assertSwappable, ball_player_busy and participant_busy (the new
 *   player is busy)
 * Source: decision "Ball games"
 */
async function decideProposal(tx: Database, { objectId, actorId, verdict, seen, now }: Decision): Promise<void> {
  const proposal = await findProposal(tx, objectId)
  const ball = proposal && (await lockBall(tx, proposal.ballId))
  if (!ball) throw new ApiError('ball_not_found')
  if (actorId !== proposal.inUserId && actorId !== proposal.outUserId) throw new ApiError('action_forbidden')
  if (proposal.state !== 'OPEN') throw new ApiError('ball_settled')
  assertActive(ball, now)
  await assertBallSeen(tx, ball, { seen, actorId })
  if (verdict === APPROVAL.REJECTED) return endProposal(tx, ball, proposal, { state: 'REFUSED', actorId })
  const { outUserId, inUserId } = proposal
  if (outUserId === null) return handOver(tx, ball, proposal, now)
  return agreeToSwap(tx, ball, { ...proposal, outUserId, inUserId }, { actorId, now })
}

/**
 * Makes the new initiator responsible for the game and for everything asked of its initiator. Everybody in it is
 * notified.
 */
async function handOver(tx: Database, ball: BallRow, { id, inUserId }: ProposalRow, now: Date): Promise<void> {
  const { id: seatId, nickname } = await assertPlays(tx, ball.id, inUserId)
  await assertFreeLimit(tx, ball, { userId: inUserId, exceptId: ball.id, now })
  // The new initiator accepts the game in its present state.
  await updateSeat(tx, seatId, { changedAt: null })
  const handed = await updateBall(tx, ball.id, { initiatorId: inUserId })
  // Unapproved text of the former initiator does not pass to the new one.
  await dropPending(tx, { kind: 'ball', objectId: ball.id })
  await updateProposal(tx, id, { state: 'DONE', inAgreedAt: now })
  await publishBall(tx, handed, [])
  for (const other of await listProposals(tx, ball.id)) {
    // The initiator cannot be swapped out. A player who pays for the place already gets a refund when the payment
    // arrives.
    if (other.outUserId === inUserId && other.orderId === null) {
      await endProposal(tx, handed, other, { state: 'EXPIRED', actorId: inUserId })
    }
  }
  for (const request of await listOpenRequests(tx, ball.id)) await notifyInitiatorOfRequest(tx, handed, request)
  const players = (await listSeats(tx, ball.id)).filter(isLive)
  await notify(tx, {
    receiverIds: players.map(({ userId }) => userId),
    senderId: inUserId,
    category: 'invitation',
    title: `${nickname} 接任了球局发起人`,
    content: factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
}

type Swap = ProposalRow & { outUserId: string }

async function agreeToSwap(
  tx: Database,
  ball: BallRow,
  proposal: Swap,
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  const { id, outUserId, inUserId } = proposal
  await assertSwappable(tx, ball, { outUserId, inUserId })
  if (actorId === inUserId && (await isBusy(tx, ball, inUserId))) throw new ApiError('ball_player_busy')
  const agreed = await updateProposal(tx, id, actorId === inUserId ? { inAgreedAt: now } : { outAgreedAt: now })
  await publishBall(tx, ball, [])
  if (agreed.inAgreedAt === null || agreed.outAgreedAt === null) return

  const expiresAt = paymentDeadline(startOf(ball), now)
  const order = await openSeatOrder(tx, ball, { kind: 'BALL_SWAP', userId: inUserId, expiresAt })
  if (!order) {
    if (!(await swapSeats(tx, ball, { ...agreed, outUserId }, { orderId: null, now }))) throw busyError()
    return
  }
  await updateProposal(tx, id, { orderId: order.id })
  await notify(tx, {
    receiverIds: [inUserId],
    senderId: null,
    category: 'invitation',
    title: '请支付球局费用',
    content: `${factsOf(ball)}：双方都已同意，请在 ${MINUTES_TO_PAY} 分钟内支付 ¥${yuanOf(order.amountFen)}`,
    about: { kind: 'order', id: order.id },
  })
}

/**
 * What the verdict on a message that asks to agree to a proposal does. Each person who is asked agrees for themselves.
 */
export const proposalEffect: Effect = {
  asksEach: true,
  async lock(tx, proposalId) {
    const proposal = await findProposal(tx, proposalId)
    if (proposal) await lockBall(tx, proposal.ballId)
  },
  decide: decideProposal,
}

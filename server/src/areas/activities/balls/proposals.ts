import * as api from '@paidang/api/areas/activities/ball-changes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { dropPending } from '../../ground/content/submissions.ts'
import type { Decision, Effect } from '../../ground/messages/inbox.ts'
import { closeOrder } from '../../money/payments/order.ts'
import { assertFreeLimit } from './ball-form.ts'
import { assertActive, type BallRow, lockBall, notifyOfBall, publishBall, updateBall } from './ball-row.ts'
import { readBallDetail } from './detail.ts'
import { assertBallSeen, lockOwnBall } from './open-ball.ts'
import { endProposal, findProposal, listProposals, type ProposalRow, propose, updateProposal } from './proposal.ts'
import { passOnRequests } from './requests.ts'
import { assertPlays, isLive, listSeats, playersOf, updateSeat } from './seats.ts'
import { agreeToSwap } from './swap-player.ts'

/**
 * Makes the new initiator responsible for the game and for everything asked of its initiator. Everybody in it is
 * notified.
 *
 * @throws ApiError ball_player_unknown, ball_free_limit
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
  await publishBall(tx, handed)
  for (const other of await listProposals(tx, ball.id)) {
    // The initiator cannot be swapped out. A player who pays for the place already gets a refund when the payment
    // arrives.
    if (other.outUserId === inUserId && other.orderId === null) {
      await endProposal(tx, handed, other, { state: 'EXPIRED', actorId: inUserId })
    }
  }
  await passOnRequests(tx, handed)
  const receiverIds = playersOf((await listSeats(tx, ball.id)).filter(isLive))
  await notifyOfBall(tx, ball, { receiverIds, senderId: inUserId, title: `${nickname} 接任了球局发起人` })
}

/**
 * A user whom a proposal concerns agrees or refuses. A hand-over takes effect with their yes, a swap with the yes of
 * both. A no ends the proposal with nothing changed.
 *
 * @throws ApiError ball_not_found, action_forbidden, ball_settled (also when the proposal ended otherwise),
 *   ball_started, any refusal of handOver and agreeToSwap
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
  const { outUserId } = proposal
  if (outUserId === null) return handOver(tx, ball, proposal, now)
  return agreeToSwap(tx, ball, { ...proposal, outUserId }, { actorId, now })
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

export default plugin([
  // The same proposal again changes nothing.
  handle(api.handOverBall, async ({ body, user: { id: actorId }, db, now, app }) => {
    const { id: ballId, userId, revision: seen } = body
    await db.transaction(async (tx) => {
      const { ball } = await lockOwnBall(tx, { ballId, actorId, seen })
      assertActive(ball, now)
      if (userId === actorId) throw new ApiError('ball_player_unknown')
      await assertPlays(tx, ballId, userId)
      const open = (await listProposals(tx, ballId)).find(({ kind }) => kind === 'HAND_OVER')
      if (open?.inUserId === userId) return
      if (open) throw new ApiError('ball_proposal_open')
      const people = { kind: 'HAND_OVER', outUserId: null, inUserId: userId } as const
      await propose(tx, ball, people, { asked: [{ userId, title: '请您接任球局发起人' }], now })
    })
    return readBallDetail(db, { ballId, actorId, now, app })
  }),

  handle(api.withdrawBallProposal, async ({ body, user: { id: actorId }, db, now, app }) => {
    const { id: ballId, proposalId } = body
    await db.transaction(async (tx) => {
      const { ball } = await lockOwnBall(tx, { ballId, actorId })
      const proposal = await findProposal(tx, proposalId)
      if (proposal?.ballId !== ballId) throw new ApiError('ball_proposal_unknown')
      if (proposal.state === 'WITHDRAWN') return
      if (proposal.state !== 'OPEN') throw new ApiError('ball_settled')
      await endProposal(tx, ball, proposal, { state: 'WITHDRAWN', actorId })
      const { orderId } = proposal
      if (orderId !== null) await closeOrder(tx, { orderId, now, effects: app.payments.effects })
    })
    return readBallDetail(db, { ballId, actorId, now, app })
  }),
])

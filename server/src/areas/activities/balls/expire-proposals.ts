import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { closeOrder, type OrderEffects } from '../../money/payments/order.ts'
import type { BallRow } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { factsOf } from './confirm-seat.ts'
import { lockOwnBall } from './open-ball.ts'
import type { ProposalRow } from './pending-queries.ts'
import { findProposal, listProposalsAbout, updateProposal } from './proposal-queries.ts'
import type { SeatRow } from './seat-queries.ts'

type Clock = { now: Date; effects: OrderEffects }

/** Whether a seat's player alone has paid the whole cost. A successor in the seat would play for nothing. */
export const isBearer = ({ feeMode }: Pick<BallRow, 'feeMode'>, { orderId }: Pick<SeatRow, 'orderId'>) =>
  feeMode === 'INITIATOR' && orderId !== null

/** How a message names the end of a proposal that was not carried out. */
const ENDED = { REFUSED: '未获同意', EXPIRED: '已失效', WITHDRAWN: '已撤回' } as const

/**
 * Ends a proposal about a locked game without carrying it out. Nobody is asked any more. All whom it concerns are
 * notified, except the `actorId` who caused it.
 */
export async function endProposal(
  tx: Database,
  ball: BallRow,
  { id, kind, proposedBy, outUserId, inUserId }: ProposalRow,
  { state, actorId }: { state: keyof typeof ENDED; actorId: string | null },
): Promise<void> {
  await updateProposal(tx, id, { state })
  await publishBall(tx, ball, [])
  await settleRequests(tx, { kind: 'ball_proposal', id }, state === 'WITHDRAWN' ? null : APPROVAL.REJECTED)
  const what = kind === 'SWAP' ? '更换球友' : '转让发起人'
  await notify(tx, {
    receiverIds: [proposedBy, inUserId, ...(outUserId === null ? [] : [outUserId])],
    senderId: actorId,
    category: 'invitation',
    title: `${what}${ENDED[state]}`,
    content: factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
}

/** Ends all proposals about a user in a locked game. Orders that wait for them are closed. */
export async function expireProposalsOf(
  tx: Database,
  ball: BallRow,
  { userId, now, effects }: { userId: string } & Clock,
): Promise<void> {
  for (const proposal of await listProposalsAbout(tx, ball.id, userId)) {
    await endProposal(tx, ball, proposal, { state: 'EXPIRED', actorId: userId })
    if (proposal.orderId !== null) await closeOrder(tx, { orderId: proposal.orderId, now, effects })
  }
}

/**
 * The initiator takes a proposal back before it is carried out. Taking it back again changes nothing.
 *
 * @throws ApiError ball_not_found, action_forbidden, ball_proposal_unknown, ball_settled (it ended otherwise)
 */
export async function withdrawProposal(
  db: Database,
  { ballId, proposalId, actorId, now, effects }: { ballId: string; proposalId: string; actorId: string } & Clock,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball } = await lockOwnBall(tx, { ballId, actorId })
    const proposal = await findProposal(tx, proposalId)
    if (proposal?.ballId !== ballId) throw new ApiError('ball_proposal_unknown')
    if (proposal.state === 'WITHDRAWN') return
    if (proposal.state !== 'OPEN') throw new ApiError('ball_settled')
    await endProposal(tx, ball, proposal, { state: 'WITHDRAWN', actorId })
    if (proposal.orderId !== null) await closeOrder(tx, { orderId: proposal.orderId, now, effects })
  })
}

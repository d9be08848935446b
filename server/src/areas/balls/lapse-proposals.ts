import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../db/database.ts'
import { settleRequests } from '../messages/settle-requests.ts'
import { tell } from '../messages/tell.ts'
import { closeOrder } from '../payments/close-order.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import type { BallRow } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { factsOf } from './firm-seat.ts'
import { lockOwnBall } from './open-ball.ts'
import type { ProposalRow } from './pending-queries.ts'
import { findProposal, listProposalsAbout, updateProposal } from './proposal-queries.ts'
import type { SeatRow } from './seat-queries.ts'

type Clock = { now: Date; effects: OrderEffects }

/** Whether a seat's player has paid a whole cost alone: who takes his seat would play for nothing. */
export const isBearer = ({ feeMode }: Pick<BallRow, 'feeMode'>, { orderId }: Pick<SeatRow, 'orderId'>) =>
  feeMode === 'INITIATOR' && orderId !== null

/** How a proposal ended that came to nothing, as a message says it. */
const ENDED = { REFUSED: '未获同意', LAPSED: '已失效', WITHDRAWN: '已撤回' } as const

/**
 * A proposal about a locked game comes to nothing, and nothing is changed by it: nobody is asked any more, and all whom it is
 * about are told, save `by` who caused it.
 */
export async function endProposal(
  tx: Database,
  ball: BallRow,
  { id, kind, proposedBy, outUserId, inUserId }: ProposalRow,
  { state, by }: { state: keyof typeof ENDED; by: string | null },
): Promise<void> {
  await updateProposal(tx, id, { state })
  await publishBall(tx, ball, [])
  await settleRequests(tx, { kind: 'ball_proposal', id }, state === 'WITHDRAWN' ? null : APPROVAL.REJECTED)
  const what = kind === 'SWAP' ? '更换球友' : '转让发起人'
  await tell(tx, {
    receiverIds: [proposedBy, inUserId, ...(outUserId === null ? [] : [outUserId])],
    senderId: by,
    category: 'invitation',
    title: `${what}${ENDED[state]}`,
    content: factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
}

/** What was proposed about somebody in a locked game has come to nothing; an order that waits for it is closed. */
export async function lapseProposalsOf(
  tx: Database,
  ball: BallRow,
  { userId, now, effects }: { userId: string } & Clock,
): Promise<void> {
  for (const proposal of await listProposalsAbout(tx, ball.id, userId)) {
    await endProposal(tx, ball, proposal, { state: 'LAPSED', by: userId })
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
  { ballId, proposalId, by, now, effects }: { ballId: string; proposalId: string; by: string } & Clock,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball } = await lockOwnBall(tx, { ballId, by })
    const proposal = await findProposal(tx, proposalId)
    if (proposal?.ballId !== ballId) throw new ApiError('ball_proposal_unknown')
    if (proposal.state === 'WITHDRAWN') return
    if (proposal.state !== 'OPEN') throw new ApiError('ball_settled')
    await endProposal(tx, ball, proposal, { state: 'WITHDRAWN', by })
    if (proposal.orderId !== null) await closeOrder(tx, { orderId: proposal.orderId, now, effects })
  })
}

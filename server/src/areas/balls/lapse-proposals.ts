import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../db/database.ts'
import { settleRequests } from '../messages/settle-requests.ts'
import { tell } from '../messages/tell.ts'
import { closeOrder } from '../payments/close-order.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import type { BallRow } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { factsOf } from './firm-seat.ts'
import type { ProposalRow } from './pending-queries.ts'
import { listProposalsAbout, updateProposal } from './proposal-queries.ts'
import type { SeatRow } from './seat-queries.ts'

/** Whether a seat's player has paid a whole cost alone: who takes his seat would play for nothing. */
export const isBearer = ({ feeMode }: Pick<BallRow, 'feeMode'>, { orderId }: Pick<SeatRow, 'orderId'>) =>
  feeMode === 'INITIATOR' && orderId !== null

/**
 * A proposal about a locked game comes to nothing, and nothing is changed by it: nobody is asked any more, and all whom it is
 * about are told, save `by` who caused it.
 */
export async function endProposal(
  tx: Database,
  ball: BallRow,
  { id, kind, proposedBy, outUserId, inUserId }: ProposalRow,
  { state, by }: { state: 'REFUSED' | 'LAPSED'; by: string | null },
): Promise<void> {
  await updateProposal(tx, id, { state })
  await publishBall(tx, ball, [])
  await settleRequests(tx, { kind: 'ball_proposal', id }, APPROVAL.REJECTED)
  const what = kind === 'SWAP' ? '更换球友' : '转让发起人'
  await tell(tx, {
    receiverIds: [proposedBy, inUserId, ...(outUserId === null ? [] : [outUserId])],
    senderId: by,
    category: 'invitation',
    title: state === 'REFUSED' ? `${what}未获同意` : `${what}已失效`,
    content: factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
}

/** What was proposed about somebody in a locked game has come to nothing; an order that waits for it is closed. */
export async function lapseProposalsOf(
  tx: Database,
  ball: BallRow,
  { userId, now, effects }: { userId: string; now: Date; effects: OrderEffects },
): Promise<void> {
  for (const proposal of await listProposalsAbout(tx, ball.id, userId)) {
    await endProposal(tx, ball, proposal, { state: 'LAPSED', by: userId })
    if (proposal.orderId !== null) await closeOrder(tx, { orderId: proposal.orderId, now, effects })
  }
}

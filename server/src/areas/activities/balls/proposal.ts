// What the initiator proposes about the people of a game: who asks whom, and how it ends.
import { ApiError } from '@paidang/api/catalogue/errors'
import { MOST_ASKED } from '@paidang/domain/areas/activities/balls/ball-status'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, asc, eq, ne, or } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballProposals } from '../../../tables/balls.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import { closeOrder } from '../../money/payments/order.ts'
import { type BallRow, notifyOfBall, publishBall } from './ball-row.ts'

export type ProposalRow = typeof ballProposals.$inferSelect

export async function findProposal(db: Database, id: string): Promise<ProposalRow | undefined> {
  const [row] = await db.select().from(ballProposals).where(eq(ballProposals.id, id))
  return row
}

const isAbout = (userId: string) => or(eq(ballProposals.outUserId, userId), eq(ballProposals.inUserId, userId))

/** The open proposals about a locked game, the oldest first; with `userId` those about this person. */
export async function listProposals(tx: Database, ballId: string, userId?: string): Promise<ProposalRow[]> {
  const isOpen = and(eq(ballProposals.ballId, ballId), eq(ballProposals.state, 'OPEN'))
  return tx
    .select()
    .from(ballProposals)
    .where(and(isOpen, userId === undefined ? undefined : isAbout(userId)))
    .orderBy(asc(ballProposals.id))
}

/** Changes a proposal of a locked game. */
export async function updateProposal(
  tx: Database,
  id: string,
  change: Partial<Pick<ProposalRow, 'outAgreedAt' | 'inAgreedAt' | 'orderId' | 'state'>>,
): Promise<ProposalRow> {
  const [row] = await tx.update(ballProposals).set(change).where(eq(ballProposals.id, id)).returning()
  if (!row) throw new Error(`proposal ${id} is gone`)
  return row
}

/**
 * The initiator of a locked game proposes something to people, and each of them is asked with the title.
 *
 * @throws ApiError ball_proposal_used_up when one of them was asked too often in this game
 */
export async function propose(
  tx: Database,
  ball: BallRow,
  people: Pick<ProposalRow, 'kind' | 'outUserId' | 'inUserId'>,
  { asked, now }: { asked: readonly { userId: string; title: string }[]; now: Date },
): Promise<void> {
  for (const { userId } of asked) {
    const isUsedUp = and(eq(ballProposals.ballId, ball.id), ne(ballProposals.state, 'DONE'), isAbout(userId))
    if ((await tx.$count(ballProposals, isUsedUp)) >= MOST_ASKED) throw new ApiError('ball_proposal_used_up')
  }
  const [proposal] = await tx
    .insert(ballProposals)
    .values({ ballId: ball.id, proposedBy: ball.initiatorId, ...people, createdAt: now })
    .returning()
  if (!proposal) throw new Error('insert returned no row')
  await publishBall(tx, ball)
  for (const { userId, title } of asked) {
    await notifyOfBall(tx, ball, {
      receiverIds: [userId],
      senderId: ball.initiatorId,
      title,
      about: { kind: 'ball_proposal', id: proposal.id },
      asksForDecision: true,
      revision: ball.revision,
    })
  }
}

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
  await publishBall(tx, ball)
  await settleRequests(tx, { kind: 'ball_proposal', id }, state === 'WITHDRAWN' ? null : APPROVAL.REJECTED)
  await notifyOfBall(tx, ball, {
    receiverIds: [proposedBy, inUserId, ...(outUserId === null ? [] : [outUserId])],
    senderId: actorId,
    title: `${kind === 'SWAP' ? '更换球友' : '转让发起人'}${ENDED[state]}`,
  })
}

/** Ends all proposals about a user in a locked game. Orders that wait for them are closed. */
export async function expireProposalsOf(
  tx: Database,
  ball: BallRow,
  { userId, now, effects }: { userId: string; now: Date; effects: OrderEffects },
): Promise<void> {
  for (const proposal of await listProposals(tx, ball.id, userId)) {
    await endProposal(tx, ball, proposal, { state: 'EXPIRED', actorId: userId })
    if (proposal.orderId !== null) await closeOrder(tx, { orderId: proposal.orderId, now, effects })
  }
}

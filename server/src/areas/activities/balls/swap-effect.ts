import type { OrderEffect } from '../../money/payments/order.ts'
import { startOf } from './ball-fee.ts'
import { lockBall } from './ball-queries.ts'
import { endProposal } from './expire-proposals.ts'
import { isActive } from './open-ball.ts'
import { findProposalOfOrder } from './proposal-queries.ts'
import { swapSeats } from './swap-seats.ts'

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
    const isToCome = isActive(ball.status) && startOf(ball).getTime() > now.getTime()
    const swap = { ...proposal, outUserId: proposal.outUserId }
    if (isToCome && (await swapSeats(tx, ball, swap, { orderId: order.id, now }))) return 'done'
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

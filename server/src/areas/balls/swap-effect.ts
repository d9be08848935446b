import type { OrderEffect } from '../payments/order-effects.ts'
import { startOf } from './ball-fee.ts'
import { lockBall } from './ball-queries.ts'
import { endProposal } from './lapse-proposals.ts'
import { isStanding } from './open-ball.ts'
import { findProposalOfOrder } from './proposal-queries.ts'
import { swapSeats } from './swap-seats.ts'

/**
 * Paying for a player's place swaps the two, as long as the proposal stands and the game has not begun; an order that is
 * closed, or a place that is not to be had any more, ends the proposal with nothing else changed.
 *
 * Source: decision "Ball games"
 */
export const swapEffect: OrderEffect = {
  lock: lockBall,
  async paid(tx, order, now) {
    const ball = await lockBall(tx, order.objectId)
    const proposal = await findProposalOfOrder(tx, order.id)
    if (!ball || proposal?.state !== 'OPEN' || proposal.outUserId === null) return 'refused'
    const isToCome = isStanding(ball.status) && startOf(ball).getTime() > now.getTime()
    const swap = { ...proposal, outUserId: proposal.outUserId }
    if (isToCome && (await swapSeats(tx, ball, swap, { orderId: order.id, now }))) return 'done'
    await endProposal(tx, ball, proposal, { state: 'LAPSED', by: null })
    return 'refused'
  },
  async closed(tx, order) {
    const ball = await lockBall(tx, order.objectId)
    const proposal = await findProposalOfOrder(tx, order.id)
    // In a game that is over everybody is told of that alone.
    if (ball && isStanding(ball.status) && proposal?.state === 'OPEN')
      await endProposal(tx, ball, proposal, { state: 'LAPSED', by: null })
  },
}

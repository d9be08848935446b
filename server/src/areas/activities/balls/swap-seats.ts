import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { CellsTaken, releaseBallPlayer } from '../../time/schedule/claim-cells.ts'
import { type BallRow, findPeople, findView } from './ball-queries.ts'
import { claimBall, publishBall } from './claim-ball.ts'
import { factsOf } from './confirm-seat.ts'
import { isLive } from './open-ball.ts'
import type { ProposalRow } from './pending-queries.ts'
import { updateProposal } from './proposal-queries.ts'
import { refundRest } from './refund-seat.ts'
import { findOrderOfSeat, insertSeat, listSeats, updateSeat } from './seat-queries.ts'
import { endWaiting } from './waiter-queries.ts'

/**
 * In a locked game that is to come, one player takes the confirmed place of another. The leaving player gets all money
 * back, at any time, and the half-hours change hands. The number of players stays, so no other place or money is
 * affected.
 *
 * @returns false, with nothing changed, when the leaving player has no confirmed seat any more or is the initiator by
 *   now; also when the new player has a seat, is busy, or is blocked from the initiator.
 * Source: decision "Ball games"; invariants B2, B6, B7
 */
export async function swapSeats(
  tx: Database,
  ball: BallRow,
  { id, outUserId, inUserId, proposedBy }: ProposalRow & { outUserId: string },
  { orderId, now }: { orderId: string | null; now: Date },
): Promise<boolean> {
  const seats = await listSeats(tx, ball.id)
  const out = seats.find(({ userId, state }) => userId === outUserId && state === 'CONFIRMED')
  const isIn = seats.some((seat) => seat.userId === inUserId && isLive(seat))
  if (!out || isIn || outUserId === ball.initiatorId || (await findView(tx, ball.id, inUserId))?.isHidden) return false
  if (!(await hasClaimed(tx, ball, inUserId))) return false

  await updateSeat(tx, out.id, { state: 'LEFT', leftAt: now, heldUntil: null, changedAt: null })
  await releaseBallPlayer(tx, ball.id, outUserId)
  await insertSeat(tx, {
    ballId: ball.id,
    userId: inUserId,
    state: 'CONFIRMED',
    orderId,
    confirmedAt: now,
    createdAt: now,
  })
  await endWaiting(tx, { ballId: ball.id, userId: inUserId }, 'SEATED')
  await updateProposal(tx, id, { state: 'DONE' })
  const order = await findOrderOfSeat(tx, out)
  if (order) await refundRest(tx, order, { cause: 'swapped', now })
  await publishBall(tx, ball, [outUserId, inUserId])
  const [incoming] = await findPeople(tx, [inUserId])
  await notify(tx, {
    receiverIds: [ball.initiatorId, proposedBy, outUserId],
    senderId: inUserId,
    category: 'invitation',
    title: `${incoming?.nickname ?? ''} 接替了 ${out.nickname}`,
    content: factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
  return true
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

import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { closeOrder, type OrderEffects } from '../../money/payments/order.ts'
import { endPending } from './pending-queries.ts'
import { releaseSeat } from './release-seat.ts'
import { listOrdersOfBall, listSeats } from './seat-queries.ts'

/**
 * Settles everything open in a locked game that has just become FINISHED or CANCELLED. Waiting orders are closed with
 * their held seats, and offered seats are withdrawn. Requests count as refused. Proposals and waiting expire.
 *
 * @returns the users who waited for a seat
 */
export async function closePendingItems(
  tx: Database,
  ballId: string,
  { now, effects }: { now: Date; effects: OrderEffects },
): Promise<string[]> {
  const unpaid = (await listOrdersOfBall(tx, ballId)).filter(({ state }) => state === 'UNPAID')
  for (const { id: orderId } of unpaid) await closeOrder(tx, { orderId, now, effects })
  const offered = (await listSeats(tx, ballId)).filter(({ state }) => state === 'OFFERED')
  const offeredTo = offered.map(({ userId }) => userId)
  for (const seat of offered) await releaseSeat(tx, seat, { state: 'LEFT', now })
  return [...offeredTo, ...(await expirePending(tx, ballId, now))]
}

/**
 * In a locked game that is over, refuses requests and expires proposals and waiting.
 *
 * @returns the users who waited for a seat
 */
export async function expirePending(tx: Database, ballId: string, now: Date): Promise<string[]> {
  const { requestIds, proposalIds, waitedIds } = await endPending(tx, ballId, now)
  for (const id of requestIds) await settleRequests(tx, { kind: 'ball_request', id }, APPROVAL.REJECTED)
  for (const id of proposalIds) await settleRequests(tx, { kind: 'ball_proposal', id }, APPROVAL.REJECTED)
  return waitedIds
}

import { NOT_REFUNDED, nextPaymentPoll, type RefundState } from '@paidang/domain/areas/payments/order'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { orderTopic } from './lock-order.ts'
import type { ProviderRefund } from './provider.ts'
import { type RefundRow, updateRefund } from './refund-queries.ts'

/**
 * Applies what a provider says about a refund, in any sequence and any number of times. DONE is final. A refund that
 * cannot go through is STUCK until a person resolves it at the provider.
 *
 * @returns the row if it changed
 */
export async function settleRefund(
  db: Database,
  { outRefundNo, refund, now }: { outRefundNo: string; refund: ProviderRefund; now: Date },
): Promise<RefundRow | undefined> {
  return db.transaction(async (tx) => {
    const moved = await updateRefund(tx, outRefundNo, changeBy(refund, now))
    if (moved) await publishChanges(tx, [orderTopic(moved.orderId)])
    return moved
  })
}

function changeBy(
  { state }: ProviderRefund,
  now: Date,
): { state: RefundState; nextTryAt: Date | null; lastError: string | null; attempts?: number; doneAt?: Date } {
  if (state === 'SUCCESS') return { state: 'DONE', nextTryAt: null, doneAt: now, lastError: null }
  if (state === 'PROCESSING') {
    return { state: 'PROCESSING', nextTryAt: nextPaymentPoll(now, now), attempts: 0, lastError: null }
  }
  return { state: 'STUCK', nextTryAt: null, lastError: NOT_REFUNDED[state] }
}

import { nextPaymentPoll, type RefundState } from '@paidang/domain/areas/payments/order'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { orderTopic } from './lock-order.ts'
import type { ProviderRefund } from './provider.ts'
import { type RefundRow, updateRefund } from './refund-queries.ts'

/**
 * What a provider says of a refund, in whatever order and however often: DONE is final; what cannot go through is STUCK until
 * somebody has seen to it at the provider.
 *
 * @returns the row if it moved
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
): { state: RefundState; nextTryAt: Date | null; attempts?: number; doneAt?: Date } {
  if (state === 'SUCCESS') return { state: 'DONE', nextTryAt: null, doneAt: now }
  if (state === 'PROCESSING') return { state: 'PROCESSING', nextTryAt: nextPaymentPoll(now, now), attempts: 0 }
  return { state: 'STUCK', nextTryAt: null }
}

import type { ManagedRefund } from '@paidang/api/areas/admin-payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { orderTopic } from './lock-order.ts'
import { findManagedRefund, reopenRefund } from './operator-queries.ts'
import { presentManagedRefund } from './present-managed-order.ts'

/**
 * Queues a refund again that was given up, or that has not arrived. The job asks the provider within seconds, under the
 * same number. So the provider refunds once, however often it is asked.
 *
 * @throws ApiError refund_not_found, refund_done
 */
export async function retryRefund(
  db: Database,
  { refundId, actorId, now }: { refundId: string; actorId: string; now: Date },
): Promise<ManagedRefund> {
  return db.transaction(async (tx) => {
    if (!(await findManagedRefund(tx, refundId))) throw new ApiError('refund_not_found')
    const reopened = await reopenRefund(tx, refundId, now)
    if (!reopened) throw new ApiError('refund_done')
    const summary = `重试退款 ¥${yuanOf(reopened.amountFen)}（订单 ${reopened.orderId}）`
    await recordAuditEvent(tx, { actorId, action: 'refund.retry', objectId: refundId, summary, now })
    await publishChanges(tx, [orderTopic(reopened.orderId)])
    const row = await findManagedRefund(tx, refundId)
    if (!row) throw new Error(`refund ${refundId} is gone`)
    return presentManagedRefund(row)
  })
}

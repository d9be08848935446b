import type { StringingRefund } from '@paidang/api/areas/admin-stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotWithdraw } from '@paidang/domain/kernel/money-request'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { readRefundRequest } from './present-refund-request.ts'
import { endRefundRequest, lockRefundRequest } from './refund-request-queries.ts'

/**
 * Withdraws a refund request for its requester before it is decided. A repeat returns the request as it is.
 *
 * @throws ApiError stringing_refund_not_found, money_request_not_own, money_request_ended
 */
export async function withdrawRefund(
  db: Database,
  { requestId: id, actorId, now }: { requestId: string; actorId: string; now: Date },
): Promise<StringingRefund> {
  return db.transaction(async (tx) => {
    const request = await lockRefundRequest(tx, id)
    if (!request) throw new ApiError('stringing_refund_not_found')
    if (request.state === 'WITHDRAWN' && request.requestedBy === actorId) return readRefundRequest(tx, id)
    const refusal = whyNotWithdraw(request, actorId)
    if (refusal) throw new ApiError(refusal)
    await endRefundRequest(tx, id, { state: 'WITHDRAWN', decidedBy: null, note: '', endedAt: now })
    await recordAuditEvent(tx, {
      actorId,
      action: 'stringing-refund.withdraw',
      objectId: id,
      summary: '撤回穿线退款申请',
      now,
    })
    return readRefundRequest(tx, id)
  })
}

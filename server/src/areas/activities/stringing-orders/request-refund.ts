import type { StringingRefund } from '@paidang/api/areas/admin-stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isInShop } from '@paidang/domain/areas/stringing/order-status'
import { refundText, type StringingRefundCause, whyNotRefund } from '@paidang/domain/areas/stringing/refund'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { assertMayAsk, type MoneyMover } from '../../ground/money-requests/assert-moves-money.ts'
import { endOf } from './decide-refund.ts'
import { lockStringingOrder } from './order-queries.ts'
import { readRefundRequest } from './present-refund-request.ts'
import { insertRefundRequest } from './refund-request-queries.ts'

type Asking = {
  orderId: string
  cause: StringingRefundCause
  reason: string
  isRacketLost: boolean
  actor: MoneyMover
  now: Date
}

/**
 * Requests the end and the refund of a paid order. What was paid in the shop does not come back from here, and the order
 * ends all the same. The actor is an operator. Nothing changes until a second person approves. A request for what is impossible now is refused, as is the loss of a racket that is not in the shop.
 *
 * @throws ApiError staff_password_given, money_request_reason_missing, money_request_waits, stringing_not_found,
 * stringing_settled and what whyNotRefund says
 * Source: decision record 028
 */
export async function askRefund(
  db: Database,
  { orderId, cause, reason: text, isRacketLost, actor, now }: Asking,
): Promise<StringingRefund> {
  return db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    if (!order) throw new ApiError('stringing_not_found')
    const refusal = whyNotRefund(order.status)
    if (refusal) throw new ApiError(refusal)
    if (isRacketLost && !isInShop(order)) throw new ApiError('stringing_settled')
    const reason = assertMayAsk(actor, text)
    const row = await insertRefundRequest(tx, {
      orderId,
      cause,
      isRacketLost,
      reason,
      requestedBy: actor.id,
      createdAt: now,
    })
    if (!row) throw new ApiError('money_request_waits')
    const summary = `申请${await endOf(tx, order)}：${refundText(row)}`
    await recordAuditEvent(tx, { actorId: actor.id, action: 'stringing-refund.ask', objectId: row.id, summary, now })
    return readRefundRequest(tx, row.id)
  })
}

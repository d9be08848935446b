import type { StringingRefund } from '@paidang/api/areas/admin-stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { refundWords, whyNotRefund } from '@paidang/domain/areas/stringing/refund'
import type { Database } from '../../db/database.ts'
import { assertMayDecide, type MoneyMover } from '../staff/assert-moves-money.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { lockStringingOrder, type StringingOrderRow } from './order-queries.ts'
import { readRefundRequest } from './present-refund-request.ts'
import {
  endRefundRequest,
  findOrderOfRequest,
  lockRefundRequest,
  type RefundRequestRow,
} from './refund-request-queries.ts'
import { takeStep } from './take-step.ts'
import { refundWhole, returnWords, tellPlayer } from './tell-player.ts'

type Deciding = { requestId: string; isApproved: boolean; note: string; by: MoneyMover; now: Date }

/**
 * A senior decides what another asked for a begun order, exactly once. Approved, the order is CANCELLED, all that was paid goes
 * back, and its player is told; its strings stay drawn. What cannot be done any more leaves the request waiting. Their own
 * verdict again answers what stands.
 *
 * @throws ApiError stringing_refund_not_found, staff_password_given, money_request_own, money_request_ended,
 *   money_request_one_hand, and what whyNotRefund says (approving alone)
 * Source: decision record 028; invariants S1, S7
 */
export async function decideRefund(
  db: Database,
  { requestId: id, isApproved, note, by, now }: Deciding,
): Promise<StringingRefund> {
  return db.transaction(async (tx) => {
    const orderId = await findOrderOfRequest(tx, id)
    const order = orderId && (await lockStringingOrder(tx, orderId))
    const request = await lockRefundRequest(tx, id)
    if (!order || !request) throw new ApiError('stringing_refund_not_found')
    const state = isApproved ? 'DONE' : 'REFUSED'
    if (request.state === state && request.decidedBy === by.id) return readRefundRequest(tx, id)
    await assertMayDecide(tx, request, by)
    const refusal = isApproved ? whyNotRefund(order.status) : undefined
    if (refusal) throw new ApiError(refusal)

    if (isApproved) await giveBack(tx, order, { request, by: by.id, now })
    await endRefundRequest(tx, id, { state, decidedBy: by.id, note: note.trim(), endedAt: now })
    await recordDeed(tx, {
      by: by.id,
      action: isApproved ? 'stringing-refund.approve' : 'stringing-refund.refuse',
      objectId: id,
      summary: `${isApproved ? '通过' : '拒绝'}穿线订单 ${order.orderNo} 全额退款：${refundWords(request)}`,
      now,
    })
    return readRefundRequest(tx, id)
  })
}

/** The order ends, its money goes back where it came from, and its player is told, the racket included. */
async function giveBack(
  tx: Database,
  order: StringingOrderRow,
  { request, by, now }: { request: RefundRequestRow; by: string; now: Date },
): Promise<void> {
  const remark = refundWords(request)
  const change = { cancelReason: 'PLATFORM' as const, isRacketLost: request.isRacketLost }
  const ended = await takeStep(tx, order, { deed: 'refund', actorId: by, remark, change, now })
  const money = await refundWhole(tx, ended, { cause: 'refunded', reason: `平台退款：${remark}`, now })
  await tellPlayer(tx, ended, { title: '平台已退款', text: `${remark}，${money}${returnWords(ended)}` })
}

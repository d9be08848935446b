import type { StringingRefund } from '@paidang/api/areas/admin-stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { refundText, whyNotRefund } from '@paidang/domain/areas/stringing/refund'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { assertMayDecide, type MoneyMover } from '../../ground/money-requests/assert-moves-money.ts'
import { notifyPlayer, refundWhole, returnText } from './notify-player.ts'
import { findPaymentOrder, lockStringingOrder, type StringingOrderRow } from './order-queries.ts'
import { readRefundRequest } from './present-refund-request.ts'
import {
  endRefundRequest,
  findOrderOfRequest,
  lockRefundRequest,
  type RefundRequestRow,
} from './refund-request-queries.ts'
import { takeStep } from './take-step.ts'

type Deciding = { requestId: string; isApproved: boolean; note: string; actor: MoneyMover; now: Date } & {
  /** The revision of the order that was seen. */
  seen: number | undefined
}

/**
 * Decides a refund request for a paid order, exactly once. The actor is a senior operator other than the requester. On
 * approval the order becomes CANCELLED, all that was paid here is refunded, and the player is notified. Strings that
 * were drawn stay drawn. If approval is no longer possible, the request stays waiting. A repeat of the same verdict by
 * the same actor returns the request as it is.
 *
 * @throws ApiError stringing_refund_not_found, staff_password_given, money_request_own, money_request_ended,
 * money_request_one_hand, revision_outdated (of the order), and for approval what whyNotRefund says
 * Source: decision record 028; invariants S1, S7
 */
export async function decideRefund(
  db: Database,
  { requestId: id, isApproved, note, seen, actor, now }: Deciding,
): Promise<StringingRefund> {
  return db.transaction(async (tx) => {
    const orderId = await findOrderOfRequest(tx, id)
    const order = orderId && (await lockStringingOrder(tx, orderId))
    const request = await lockRefundRequest(tx, id)
    if (!orderId || !order || !request) throw new ApiError('stringing_refund_not_found')
    const state = isApproved ? 'DONE' : 'REFUSED'
    if (request.state === state && request.decidedBy === actor.id) return readRefundRequest(tx, id)
    await assertMayDecide(tx, request, actor)
    await assertSeenRow(tx, 'stringing_orders', { id: orderId, seen })
    const refusal = isApproved ? whyNotRefund(order.status) : undefined
    if (refusal) throw new ApiError(refusal)

    if (isApproved) await giveBack(tx, order, { request, actorId: actor.id, now })
    await endRefundRequest(tx, id, { state, decidedBy: actor.id, note: note.trim(), endedAt: now })
    await recordAuditEvent(tx, {
      actorId: actor.id,
      action: isApproved ? 'stringing-refund.approve' : 'stringing-refund.refuse',
      objectId: id,
      summary: `${isApproved ? '通过' : '拒绝'}${await endOf(tx, order)}：${refundText(request)}`,
      now,
    })
    return readRefundRequest(tx, id)
  })
}

/** What a request is about, for the audit log. What was paid in the shop is not refunded here. */
export const endOf = async (tx: Database, { orderNo, paymentOrderId }: StringingOrderRow) =>
  (await isPaidInShop(tx, paymentOrderId)) ? `结束穿线订单 ${orderNo}（到店付款）` : `穿线订单 ${orderNo} 全额退款`

const isPaidInShop = async (tx: Database, paymentOrderId: string) =>
  (await findPaymentOrder(tx, paymentOrderId)).method === 'IN_SHOP'

/** Ends the order, refunds its money to its source, and notifies the player about money and racket. */
async function giveBack(
  tx: Database,
  order: StringingOrderRow,
  { request, actorId, now }: { request: RefundRequestRow; actorId: string; now: Date },
): Promise<void> {
  const remark = refundText(request)
  const change = { cancelReason: 'PLATFORM' as const, isRacketLost: request.isRacketLost }
  const ended = await takeStep(tx, order, { action: 'refund', actorId: actorId, remark, change, now })
  const money = await refundWhole(tx, ended, { cause: 'refunded', reason: `平台退款：${remark}`, now })
  const title = (await isPaidInShop(tx, order.paymentOrderId)) ? '平台已结束订单' : '平台已退款'
  await notifyPlayer(tx, ended, { title, text: `${remark}，${money}${returnText(ended)}` })
}

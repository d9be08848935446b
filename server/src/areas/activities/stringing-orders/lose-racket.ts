import type { ManagedStringingOrderDetail } from '@paidang/api/areas/admin-stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isInShop } from '@paidang/domain/areas/stringing/order-status'
import { pickupAction, whyNotLose } from '@paidang/domain/areas/stringing/refund'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { queueShipment } from '../../money/payments/queue-shipment.ts'
import { notifyPlayer } from './notify-player.ts'
import { findLastStep, lockStringingOrder } from './order-queries.ts'
import { readManagedOrder } from './present-refund-request.ts'
import { takeStep } from './take-step.ts'

type Recording = { orderId: string; reason: string; actorId: string; now: Date }

/**
 * Records that the racket of a cancelled order will not come back from the shop. The actor is an operator. The racket
 * no longer binds the shop or the account of its player, who is notified. No money moves, because it was refunded
 * before. A repeat changes nothing.
 *
 * @throws ApiError stringing_not_found, money_request_reason_missing, and what whyNotLose says
 * Source: decision record 028
 */
export async function loseRacket(
  db: Database,
  { orderId, reason, actorId, now }: Recording,
): Promise<ManagedStringingOrderDetail> {
  return db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    if (!order) throw new ApiError('stringing_not_found')
    if (order.isRacketLost) return readManagedOrder(tx, orderId)
    const refusal = whyNotLose({ status: order.status, isInShop: isInShop(order) })
    if (refusal) throw new ApiError(refusal)
    const remark = reason.trim()
    if (remark === '') throw new ApiError('money_request_reason_missing')
    const lost = await takeStep(tx, order, {
      action: 'lose',
      actorId: actorId,
      remark,
      change: { isRacketLost: true },
      now,
    })
    await notifyPlayer(tx, lost, { title: '球拍遗失', text: `${remark}，球拍无法归还` })
    const summary = `登记穿线订单 ${order.orderNo} 的球拍遗失：${remark}`
    await recordAuditEvent(tx, { actorId, action: 'stringing-order.lose', objectId: orderId, summary, now })
    return readManagedOrder(tx, orderId)
  })
}

/**
 * Records for the shop that the player has the racket, strung or unstrung. The actor is an operator. The player is
 * notified. A repeat changes nothing.
 *
 * @throws ApiError stringing_not_found, stringing_settled, money_request_reason_missing
 * Source: decision record 037
 */
export async function recordPickup(
  db: Database,
  { orderId, reason, actorId, now }: Recording,
): Promise<ManagedStringingOrderDetail> {
  return db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    if (!order) throw new ApiError('stringing_not_found')
    const last = await findLastStep(tx, orderId)
    if (last.actor === 'OPERATOR' && (last.action === 'handOver' || last.action === 'giveBack'))
      return readManagedOrder(tx, orderId)
    const action = pickupAction({ status: order.status, isInShop: isInShop(order) })
    if (!action) throw new ApiError('stringing_settled')
    const remark = reason.trim()
    if (remark === '') throw new ApiError('money_request_reason_missing')
    const gone = await takeStep(tx, order, { action, actor: 'OPERATOR', actorId, remark, now })
    if (action === 'handOver') await queueShipment(tx, { orderId: order.paymentOrderId, logistics: 'PICKUP', now })
    await notifyPlayer(tx, gone, { title: '球拍已取走', text: `平台已登记球拍取走：${remark}。如有误请联系客服` })
    const summary = `登记穿线订单 ${order.orderNo} 的球拍已取走：${remark}`
    await recordAuditEvent(tx, { actorId, action: 'stringing-order.pick-up', objectId: orderId, summary, now })
    return readManagedOrder(tx, orderId)
  })
}

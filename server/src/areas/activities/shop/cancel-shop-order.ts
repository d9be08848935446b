import type { ShopOrder } from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { maySucceed } from '@paidang/domain/areas/shop/order-status'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { closeOrder } from '../../money/payments/close-order.ts'
import type { OrderEffects } from '../../money/payments/order-effects.ts'
import { notifyBuyer, publishShopOrder } from './notify-buyer.ts'
import { lockAnyShopOrder, lockOwnShopOrder } from './open-shop-order.ts'
import { readShopOrder } from './present-shop-order.ts'
import { refundShopOrder } from './refund-shop-order.ts'

type Cancelling = { orderId: string; actorId: string; reason?: string | undefined; now: Date; effects: OrderEffects }

/**
 * Cancels an order for its buyer, and puts its units back into stock. An unpaid order is closed. An order that is paid
 * but not sent is refunded in full. Cancelling again changes nothing.
 *
 * @throws ApiError shop_order_not_found, shop_order_settled.
 * Source: decision "The shop"; invariant T2
 */
export async function cancelShopOrder(
  db: Database,
  { orderId, actorId, reason = '', now, effects }: Cancelling,
): Promise<ShopOrder> {
  return db.transaction(async (tx) => {
    const order = await lockOwnShopOrder(tx, { orderId, actorId })
    if (maySucceed('close', order.status)) await closeOrder(tx, { orderId: order.paymentOrderId, now, effects })
    else if (maySucceed('cancel', order.status)) {
      const words = { refundReason: reason.trim() }
      const money = await refundShopOrder(tx, order, { cause: 'cancelled', restocks: true, words, now })
      await publishShopOrder(tx, order)
      await notifyBuyer(tx, order, { title: '退款通知', text: `订单已取消，${money}` })
    } else if (!hasEndedSo(order)) throw new ApiError('shop_order_settled')
    return readShopOrder(tx, orderId)
  })
}

/**
 * Cancels an order that is paid and not sent, for an operator, and puts its units back into stock. It is refunded in
 * full, and the buyer reads why. Cancelling again changes nothing.
 *
 * @throws ApiError money_request_reason_missing, shop_order_not_found, shop_order_settled.
 * Source: decision record 037
 */
export async function cancelUnsentOrder(
  db: Database,
  { orderId, actorId, reason, now }: { orderId: string; actorId: string; reason: string; now: Date },
): Promise<ShopOrder> {
  const refundReason = reason.trim()
  if (refundReason === '') throw new ApiError('money_request_reason_missing')
  return db.transaction(async (tx) => {
    const order = await lockAnyShopOrder(tx, orderId)
    if (maySucceed('cancel', order.status)) {
      const money = await refundShopOrder(tx, order, {
        cause: 'cancelled',
        restocks: true,
        words: { refundReason },
        now,
      })
      const summary = `取消未发货的订单 ${order.orderNo}：${refundReason}`
      await recordAuditEvent(tx, { actorId, action: 'shop-order.cancel', objectId: orderId, summary, now })
      await publishShopOrder(tx, order)
      await notifyBuyer(tx, order, { title: '退款通知', text: `平台取消了订单：${refundReason}，${money}` })
    } else if (order.status !== 'REFUNDED' || order.sentAt !== null) throw new ApiError('shop_order_settled')
    return readShopOrder(tx, orderId)
  })
}

/** Whether the order was closed, or refunded before it was sent. A refund of returned goods does not count. */
const hasEndedSo = ({ status, sentAt }: { status: string; sentAt: Date | null }) =>
  status === 'CLOSED' || (status === 'REFUNDED' && sentAt === null)

import type { ShopOrder } from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { maySucceed } from '@paidang/domain/areas/shop/order-status'
import type { Database } from '../../../db/database.ts'
import { closeOrder } from '../../money/payments/close-order.ts'
import type { OrderEffects } from '../../money/payments/order-effects.ts'
import { notifyBuyer, publishShopOrder } from './notify-buyer.ts'
import { lockOwnShopOrder } from './open-shop-order.ts'
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

/** Whether the order was closed, or refunded before it was sent. A refund of returned goods does not count. */
const hasEndedSo = ({ status, sentAt }: { status: string; sentAt: Date | null }) =>
  status === 'CLOSED' || (status === 'REFUNDED' && sentAt === null)

import type { ShopOrder } from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { maySucceed } from '@paidang/domain/areas/shop/order-status'
import type { Database } from '../../db/database.ts'
import { closeOrder } from '../payments/close-order.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import { lockOwnShopOrder } from './open-shop-order.ts'
import { readShopOrder } from './present-shop-order.ts'
import { refundShopOrder } from './refund-shop-order.ts'
import { publishShopOrder, tellBuyer } from './tell-buyer.ts'

type Cancelling = { orderId: string; by: string; reason?: string | undefined; now: Date; effects: OrderEffects }

/**
 * The buyer gives an order up: unpaid it is closed, paid and not sent yet its money goes back whole; its units return. One
 * that has ended so stays as it is.
 *
 * @throws ApiError shop_order_not_found, shop_order_settled
 * Source: decision "The shop"; invariant T2
 */
export async function cancelShopOrder(
  db: Database,
  { orderId, by, reason = '', now, effects }: Cancelling,
): Promise<ShopOrder> {
  return db.transaction(async (tx) => {
    const order = await lockOwnShopOrder(tx, { orderId, by })
    if (maySucceed('close', order.status)) await closeOrder(tx, { orderId: order.paymentOrderId, now, effects })
    else if (maySucceed('cancel', order.status)) {
      const words = { refundReason: reason.trim() }
      const money = await refundShopOrder(tx, order, { cause: 'cancelled', restocks: true, words, now })
      await publishShopOrder(tx, order)
      await tellBuyer(tx, order, { title: '退款通知', text: `订单已取消，${money}` })
    } else if (!hasEndedSo(order)) throw new ApiError('shop_order_settled')
    return readShopOrder(tx, orderId)
  })
}

/** Whether it was closed, or refunded before it was sent: goods that were sent back are another end. */
const hasEndedSo = ({ status, sentAt }: { status: string; sentAt: Date | null }) =>
  status === 'CLOSED' || (status === 'REFUNDED' && sentAt === null)

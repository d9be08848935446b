import type { ShopOrder } from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { maySucceed } from '@paidang/domain/areas/shop/order-status'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { queueShipment } from '../../money/payments/queue-shipment.ts'
import { notifyBuyer, publishShopOrder } from './notify-buyer.ts'
import { lockAnyShopOrder } from './open-shop-order.ts'
import { updateShopOrder } from './order-queries.ts'
import { readShopOrder } from './present-shop-order.ts'

/**
 * Marks a paid order as sent, for an operator, and notifies the buyer of the parcel. Repeating the same parcel changes
 * nothing.
 *
 * @throws ApiError shop_tracking_missing, shop_order_not_found, shop_order_settled.
 * Source: decision "The shop"
 */
export async function sendShopOrder(
  db: Database,
  {
    orderId,
    actorId,
    now,
    ...parcel
  }: { orderId: string; carrier: string; trackingNo: string; actorId: string; now: Date },
): Promise<ShopOrder> {
  const [carrier, trackingNo] = [parcel.carrier.trim(), parcel.trackingNo.trim()]
  if (carrier === '' || trackingNo === '') throw new ApiError('shop_tracking_missing')
  return db.transaction(async (tx) => {
    const order = await lockAnyShopOrder(tx, orderId)
    if (maySucceed('send', order.status)) {
      const sent = await updateShopOrder(tx, orderId, { status: 'SENT', sentAt: now, carrier, trackingNo })
      await queueShipment(tx, { orderId: order.paymentOrderId, logistics: 'EXPRESS', now })
      const summary = `订单 ${order.orderNo} 发货：${carrier} ${trackingNo}`
      await recordAuditEvent(tx, { actorId, action: 'shop-order.send', objectId: orderId, summary, now })
      await publishShopOrder(tx, sent)
      await notifyBuyer(tx, sent, { title: '商品已发货', text: `${carrier} ${trackingNo}` })
    } else if (order.status !== 'SENT' || order.carrier !== carrier || order.trackingNo !== trackingNo) {
      throw new ApiError('shop_order_settled')
    }
    return readShopOrder(tx, orderId)
  })
}

import type { OrderEffect } from '../../money/payments/order-effects.ts'
import { notifyBuyer } from './notify-buyer.ts'
import { listShopItems, lockShopOrder, updateShopOrder } from './order-queries.ts'
import { countSales, returnUnits } from './shift-units.ts'

/**
 * The effect of payments on shop orders. A payment makes an order PAID, even late, as long as the order is not closed.
 * A closed order returns its units to the stock. The buyer is notified if the order was closed because its time
 * expired.
 *
 * Source: decision "The shop"; invariant T2
 */
export const shopEffect: OrderEffect = {
  lock: lockShopOrder,
  async paid(tx, { objectId }, now) {
    const order = await lockShopOrder(tx, objectId)
    if (order?.status !== 'UNPAID') return 'refused'
    await updateShopOrder(tx, order.id, { status: 'PAID', paidAt: now })
    await countSales(tx, await listShopItems(tx, [order.id]), 1)
    return 'done'
  },
  async closed(tx, { objectId, expiresAt }, now) {
    const order = await lockShopOrder(tx, objectId)
    if (order?.status !== 'UNPAID') return
    await updateShopOrder(tx, order.id, { status: 'CLOSED', endedAt: now, isRestocked: true })
    await returnUnits(tx, order.id, await listShopItems(tx, [order.id]), now)
    if (expiresAt <= now)
      await notifyBuyer(tx, order, { title: '订单已关闭', text: '超过30分钟未付款，订单已自动关闭' })
  },
}

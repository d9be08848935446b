import type { OrderEffect } from '../payments/order-effects.ts'
import { listShopItems, lockShopOrder, updateShopOrder } from './order-queries.ts'
import { countSales, returnUnits } from './shift-units.ts'
import { tellBuyer } from './tell-buyer.ts'

/**
 * Paying for a shop order makes it PAID, also past its time while nobody has closed it; one that is closed gives its units
 * back. The buyer is told when it was the clock that closed it.
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
    if (expiresAt <= now) await tellBuyer(tx, order, { title: '订单已关闭', text: '超过30分钟未付款，订单已自动关闭' })
  },
}

import type { ShopOrder } from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotRequestRefund } from '@paidang/domain/areas/shop/order-status'
import type { Database } from '../../../db/database.ts'
import { publishShopOrder } from './notify-buyer.ts'
import { lockOwnShopOrder } from './open-shop-order.ts'
import { updateShopOrder } from './order-queries.ts'
import { readShopOrder } from './present-shop-order.ts'

/**
 * Requests a refund of sent goods for the buyer, up to 7 days after their arrival. Repeating an open request changes
 * nothing.
 *
 * @throws ApiError shop_reason_missing, shop_order_not_found, shop_order_settled, shop_return_too_late.
 * Source: decision "The shop"
 */
export async function requestShopRefund(
  db: Database,
  { orderId, actorId, now, ...asked }: { orderId: string; reason: string; actorId: string; now: Date },
): Promise<ShopOrder> {
  const refundReason = asked.reason.trim()
  if (refundReason === '') throw new ApiError('shop_reason_missing')
  return db.transaction(async (tx) => {
    const order = await lockOwnShopOrder(tx, { orderId, actorId })
    if (order.refundChoice !== 'ASKED') {
      const refusal = whyNotRequestRefund(order, now)
      if (refusal) throw new ApiError(refusal)
      const wish = { refundChoice: 'ASKED' as const, refundReason, refundAnswer: '', refundAskedAt: now }
      await publishShopOrder(tx, await updateShopOrder(tx, orderId, wish))
    }
    return readShopOrder(tx, orderId)
  })
}

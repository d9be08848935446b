import type { ShopOrder } from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotAskRefund } from '@paidang/domain/areas/shop/order-status'
import type { Database } from '../../db/database.ts'
import { lockOwnShopOrder } from './open-shop-order.ts'
import { updateShopOrder } from './order-queries.ts'
import { readShopOrder } from './present-shop-order.ts'
import { publishShopOrder } from './tell-buyer.ts'

/**
 * The buyer wishes to send goods back, up to 7 days after they came. While an operator has not decided, asking again changes
 * nothing.
 *
 * @throws ApiError shop_reason_missing, shop_order_not_found, shop_order_settled, shop_return_too_late
 * Source: decision "The shop"
 */
export async function askShopRefund(
  db: Database,
  { orderId, by, now, ...asked }: { orderId: string; reason: string; by: string; now: Date },
): Promise<ShopOrder> {
  const refundReason = asked.reason.trim()
  if (refundReason === '') throw new ApiError('shop_reason_missing')
  return db.transaction(async (tx) => {
    const order = await lockOwnShopOrder(tx, { orderId, by })
    if (order.refundWish !== 'ASKED') {
      const refusal = whyNotAskRefund(order, now)
      if (refusal) throw new ApiError(refusal)
      const wish = { refundWish: 'ASKED' as const, refundReason, refundAnswer: '' }
      await publishShopOrder(tx, await updateShopOrder(tx, orderId, wish))
    }
    return readShopOrder(tx, orderId)
  })
}

import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { lockShopOrder, type ShopOrderRow } from './order-queries.ts'

/** An order, locked for an operator or the clock. @throws ApiError shop_order_not_found */
export async function lockAnyShopOrder(tx: Database, id: string): Promise<ShopOrderRow> {
  const order = await lockShopOrder(tx, id)
  if (!order) throw new ApiError('shop_order_not_found')
  return order
}

/** An order of the caller's, locked. @throws ApiError shop_order_not_found also for another's */
export async function lockOwnShopOrder(
  tx: Database,
  { orderId, by }: { orderId: string; by: string },
): Promise<ShopOrderRow> {
  const order = await lockAnyShopOrder(tx, orderId)
  if (order.userId !== by) throw new ApiError('shop_order_not_found')
  return order
}

import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { lockShopOrder, type ShopOrderRow } from './order-queries.ts'

/**
 * Locks an order for an operator or a job.
 *
 * @throws ApiError shop_order_not_found
 */
export async function lockAnyShopOrder(tx: Database, id: string): Promise<ShopOrderRow> {
  const order = await lockShopOrder(tx, id)
  if (!order) throw new ApiError('shop_order_not_found')
  return order
}

/**
 * Locks an order of the caller.
 *
 * @throws ApiError shop_order_not_found, also for another person's order
 */
export async function lockOwnShopOrder(
  tx: Database,
  { orderId, actorId }: { orderId: string; actorId: string },
): Promise<ShopOrderRow> {
  const order = await lockAnyShopOrder(tx, orderId)
  if (order.userId !== actorId) throw new ApiError('shop_order_not_found')
  return order
}

import type { ShopOrderSummary } from '@paidang/api/areas/shop-orders'
import type { Database } from '../../db/database.ts'
import { type OrderSearch, pageShopOrders } from './order-queries.ts'
import { presentShopOrders } from './present-shop-order.ts'

/** One page of the orders that are looked for, latest first. */
export async function listShopOrders(
  db: Database,
  search: OrderSearch,
  page: { limit: number; offset: number },
): Promise<{ rows: ShopOrderSummary[]; total: number }> {
  const { rows, total } = await pageShopOrders(db, search, page)
  return { rows: await presentShopOrders(db, rows), total }
}

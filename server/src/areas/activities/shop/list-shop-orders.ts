import type { ShopOrderSummary, ShopTab } from '@paidang/api/areas/shop-orders'
import type { Database } from '../../../db/database.ts'
import { pageShopOrders } from './order-queries.ts'
import { presentShopOrders } from './present-shop-order.ts'

/** One page of a buyer's orders in a tab, latest first. */
export async function listShopOrders(
  db: Database,
  search: { userId: string; tab: ShopTab },
  page: { limit: number; offset: number },
): Promise<{ rows: ShopOrderSummary[]; total: number }> {
  const { rows, total } = await pageShopOrders(db, search, page)
  return { rows: await presentShopOrders(db, rows), total }
}

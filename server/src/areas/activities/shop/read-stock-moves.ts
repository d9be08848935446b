import type { StockMovement } from '@paidang/api/areas/admin-products'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import { pageStockMoves } from './managed-product-queries.ts'
import { findProduct } from './product-queries.ts'

/**
 * One page of a product's stock movements, latest first.
 *
 * @throws ApiError product_not_found, also for a deleted product
 */
export async function readStockMoves(
  db: Database,
  { productId, ...page }: Page & { productId: string },
): Promise<{ rows: StockMovement[]; total: number }> {
  if (!(await findProduct(db, productId))) throw new ApiError('product_not_found')
  const { rows, total } = await pageStockMoves(db, productId, page)
  return {
    rows: rows.map(
      ({ seq, kind, unitsChange: units, unitsAfter, shopOrderId, shopOrderNo, staffName, reason, createdAt }) => ({
        seq,
        kind,
        units,
        unitsAfter,
        shopOrderId,
        shopOrderNo,
        staffName,
        reason,
        createTime: createdAt.toISOString(),
      }),
    ),
    total,
  }
}

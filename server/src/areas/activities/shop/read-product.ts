import type { Product } from '@paidang/api/areas/shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { presentProduct } from './present-product.ts'
import { findProduct } from './product-queries.ts'

/**
 * A product that is on sale.
 *
 * @throws ApiError product_not_found, also for an unpublished or deleted product
 */
export async function readProduct(db: Database, id: string): Promise<Product> {
  const product = await findProduct(db, id)
  if (!product?.isPublished) throw new ApiError('product_not_found')
  return presentProduct(product)
}

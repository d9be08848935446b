import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { lockProducts, updateProductRow } from './product-queries.ts'

/**
 * An operator takes a product out of the shop: nobody finds it or buys it any more, orders keep what they bought, carts show
 * it as removed. Deleting it again changes nothing.
 *
 * @throws ApiError product_not_found when there never was one
 * Source: decision "The shop"
 */
export async function deleteProduct(
  db: Database,
  { productId, by, now }: { productId: string; by: string; now: Date },
): Promise<null> {
  await db.transaction(async (tx) => {
    const [product] = await lockProducts(tx, [productId])
    if (!product) throw new ApiError('product_not_found')
    if (product.deletedAt) return
    await updateProductRow(tx, productId, { isPublished: false, deletedAt: now })
    const summary = `删除商品「${product.name}」`
    await recordDeed(tx, { by, action: 'product.delete', objectId: productId, summary, now })
  })
  return null
}

import type { Product } from '@paidang/api/areas/shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { lockProducts, updateProductRow } from './product-queries.ts'
import { readSaved } from './save-product.ts'

type Shelving = { productId: string; isPublished: boolean; by: string; now: Date }

/**
 * An operator puts a product on the shelf or takes it off; carts show it as removed meanwhile. Saying so again changes nothing.
 *
 * @param shelving `by` is the staff account
 * @throws ApiError product_not_found also for a deleted one
 */
export async function shelveProduct(db: Database, { productId, isPublished, by, now }: Shelving): Promise<Product> {
  return db.transaction(async (tx) => {
    const [product] = await lockProducts(tx, [productId])
    if (!product || product.deletedAt) throw new ApiError('product_not_found')
    if (product.isPublished !== isPublished) {
      await updateProductRow(tx, productId, { isPublished })
      const [deed, done] = isPublished ? (['shelve', '上架'] as const) : (['unshelve', '下架'] as const)
      const summary = `${done}商品「${product.name}」`
      await recordDeed(tx, { by, action: `product.${deed}`, objectId: productId, summary, now })
    }
    return readSaved(tx, productId)
  })
}

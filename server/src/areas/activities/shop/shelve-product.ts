import type { Product } from '@paidang/api/areas/shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { lockProducts, updateProductRow } from './product-queries.ts'
import { readSaved } from './save-product.ts'

type Shelving = { productId: string; isPublished: boolean; actorId: string; now: Date }

/**
 * Publishes a product or takes it off the shelf, for an operator. Carts show a product off the shelf as removed.
 * Repeating the call changes nothing.
 *
 * @param shelving `actorId` is the staff account.
 * @throws ApiError product_not_found, also for a deleted product
 */
export async function shelveProduct(
  db: Database,
  { productId, isPublished, actorId, now }: Shelving,
): Promise<Product> {
  return db.transaction(async (tx) => {
    const [product] = await lockProducts(tx, [productId])
    if (!product || product.deletedAt) throw new ApiError('product_not_found')
    if (product.isPublished !== isPublished) {
      await updateProductRow(tx, productId, { isPublished })
      const [action, done] = isPublished ? (['shelve', '上架'] as const) : (['unshelve', '下架'] as const)
      const summary = `${done}商品「${product.name}」`
      await recordAuditEvent(tx, { actorId, action: `product.${action}`, objectId: productId, summary, now })
    }
    return readSaved(tx, productId)
  })
}

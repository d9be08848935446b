import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { lockProducts, updateProductRow } from './product-queries.ts'

/**
 * Deletes a product for an operator. Nobody finds or buys it any more. Orders keep their copy, and carts show it as
 * removed. Deleting it again changes nothing.
 *
 * @throws ApiError product_not_found if the product never existed.
 * Source: decision "The shop"
 */
export async function deleteProduct(
  db: Database,
  { productId, actorId, now }: { productId: string; actorId: string; now: Date },
): Promise<null> {
  await db.transaction(async (tx) => {
    const [product] = await lockProducts(tx, [productId])
    if (!product) throw new ApiError('product_not_found')
    if (product.deletedAt) return
    await updateProductRow(tx, productId, { isPublished: false, deletedAt: now })
    const summary = `删除商品「${product.name}」`
    await recordAuditEvent(tx, { actorId, action: 'product.delete', objectId: productId, summary, now })
  })
  return null
}

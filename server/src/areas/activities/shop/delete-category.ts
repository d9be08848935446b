import type { ManagedCategory } from '@paidang/api/areas/admin-products'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { holdsProducts, listManagedCategories, lockCategories, updateCategory } from './category-queries.ts'

/**
 * Deletes a category for an operator. Deleted products of the category keep referring to it and stay hidden.
 *
 * @param deleting `actorId` is the staff account.
 * @throws ApiError category_not_found; revision_outdated; category_in_use (it contains a product, published or not).
 */
export async function deleteCategory(
  db: Database,
  { categoryId, seen, actorId, now }: { categoryId: string; seen: number | undefined; actorId: string; now: Date },
): Promise<ManagedCategory[]> {
  return db.transaction(async (tx) => {
    const category = (await lockCategories(tx)).find(({ id }) => id === categoryId)
    if (!category) throw new ApiError('category_not_found')
    await assertSeenRow(tx, 'product_categories', { id: categoryId, seen })
    // The lock has waited for concurrent calls that put a product into this category.
    if (await holdsProducts(tx, categoryId)) throw new ApiError('category_in_use')
    await updateCategory(tx, categoryId, { deletedAt: now })
    const summary = `删除商品分类「${category.name}」`
    await recordAuditEvent(tx, { actorId, action: 'category.delete', objectId: categoryId, summary, now })
    return listManagedCategories(tx)
  })
}

import type { ManagedCategory } from '@paidang/api/areas/admin-products'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { holdsProducts, listManagedCategories, lockCategories, updateCategory } from './category-queries.ts'

/**
 * An operator deletes a category; what was deleted in it before stays there, out of sight.
 *
 * @param deleting `by` is the staff account
 * @throws ApiError category_not_found, category_in_use while a product stands in it, on the shelf or not
 */
export async function deleteCategory(
  db: Database,
  { categoryId, by, now }: { categoryId: string; by: string; now: Date },
): Promise<ManagedCategory[]> {
  return db.transaction(async (tx) => {
    const category = (await lockCategories(tx)).find(({ id }) => id === categoryId)
    if (!category) throw new ApiError('category_not_found')
    // Whoever is about to put a product here has been waited for by the lock.
    if (await holdsProducts(tx, categoryId)) throw new ApiError('category_in_use')
    await updateCategory(tx, categoryId, { deletedAt: now })
    const summary = `删除商品分类「${category.name}」`
    await recordDeed(tx, { by, action: 'category.delete', objectId: categoryId, summary, now })
    return listManagedCategories(tx)
  })
}

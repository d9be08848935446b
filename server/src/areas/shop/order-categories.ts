import type { ManagedCategory } from '@paidang/api/areas/admin-products'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { listManagedCategories, lockCategories, updateCategory } from './category-queries.ts'

/**
 * An operator puts the categories into an order.
 *
 * @param ordering `ids` of all of them, as they are to stand; `by` is the staff account
 * @throws ApiError categories_changed when these are not all, or one of them is no more
 */
export async function orderCategories(
  db: Database,
  { ids, by, now }: { ids: readonly string[]; by: string; now: Date },
): Promise<ManagedCategory[]> {
  return db.transaction(async (tx) => {
    const categories = await lockCategories(tx)
    const isWhole = categories.length === ids.length && categories.every(({ id }) => ids.includes(id))
    if (!isWhole) throw new ApiError('categories_changed')
    for (const [sortOrder, id] of ids.entries()) await updateCategory(tx, id, { sortOrder })
    const ordered = await listManagedCategories(tx)
    const summary = `商品分类排序：${ordered.map(({ name }) => name).join('、')}`
    await recordDeed(tx, { by, action: 'category.order', objectId: ids[0] ?? '', summary, now })
    return ordered
  })
}

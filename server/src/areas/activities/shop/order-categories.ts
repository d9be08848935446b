import type { ManagedCategory } from '@paidang/api/areas/admin-products'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { listManagedCategories, lockCategories, updateCategory } from './category-queries.ts'

/**
 * Sets the order of all categories for an operator.
 *
 * @param ordering `ids` has every category once, in the new order; `actorId` is the staff account.
 * @throws ApiError categories_changed if an id is missing or no longer exists.
 */
export async function orderCategories(
  db: Database,
  { ids, actorId, now }: { ids: readonly string[]; actorId: string; now: Date },
): Promise<ManagedCategory[]> {
  return db.transaction(async (tx) => {
    const categories = await lockCategories(tx)
    const isWhole = categories.length === ids.length && categories.every(({ id }) => ids.includes(id))
    if (!isWhole) throw new ApiError('categories_changed')
    for (const [sortOrder, id] of ids.entries()) await updateCategory(tx, id, { sortOrder })
    const ordered = await listManagedCategories(tx)
    const summary = `商品分类排序：${ordered.map(({ name }) => name).join('、')}`
    await recordAuditEvent(tx, { actorId, action: 'category.order', objectId: ids[0] ?? '', summary, now })
    return ordered
  })
}

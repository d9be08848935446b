import type { ManagedCategory } from '@paidang/api/areas/admin-products'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { insertCategory, listManagedCategories, lockCategories, updateCategory } from './category-queries.ts'

/**
 * Adds a category after the others, for an operator.
 *
 * @param creating `actorId` is the staff account.
 * @throws ApiError category_name_missing, category_name_taken
 */
export async function createCategory(
  db: Database,
  { actorId, now, ...form }: { name: string; actorId: string; now: Date },
): Promise<ManagedCategory[]> {
  const name = assertName(form.name)
  return db.transaction(async (tx) => {
    await lockCategories(tx)
    const id = await insertCategory(tx, name)
    if (!id) throw new ApiError('category_name_taken')
    await recordAuditEvent(tx, {
      actorId,
      action: 'category.create',
      objectId: id,
      summary: `新增商品分类「${name}」`,
      now,
    })
    return listManagedCategories(tx)
  })
}

type Renaming = { categoryId: string; name: string; seen: number | undefined; actorId: string; now: Date }

/**
 * Renames a category for an operator. Its current name changes nothing.
 *
 * @throws ApiError category_not_found, category_name_missing, category_name_taken, revision_outdated
 */
export async function renameCategory(
  db: Database,
  { categoryId, seen, actorId, now, ...form }: Renaming,
): Promise<ManagedCategory[]> {
  const name = assertName(form.name)
  return db.transaction(async (tx) => {
    const categories = await lockCategories(tx)
    const category = categories.find(({ id }) => id === categoryId)
    if (!category) throw new ApiError('category_not_found')
    await assertSeenRow(tx, 'product_categories', { id: categoryId, seen })
    if (category.name !== name) {
      if (categories.some((other) => other.name === name)) throw new ApiError('category_name_taken')
      await updateCategory(tx, categoryId, { name })
      const summary = `商品分类「${category.name}」改名为「${name}」`
      await recordAuditEvent(tx, { actorId, action: 'category.rename', objectId: categoryId, summary, now })
    }
    return listManagedCategories(tx)
  })
}

function assertName(typed: string): string {
  const name = typed.trim()
  if (name === '') throw new ApiError('category_name_missing')
  return name
}

import * as api from '@paidang/api/areas/activities/admin-products'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { productCategories, products } from '../../../tables/shop.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'

const isThere = isNull(productCategories.deletedAt)
const isKept = isNull(products.deletedAt)

/** Categories in their order. Each has the count of its products, published or not. */
async function listCategories(db: Database): Promise<api.ManagedCategory[]> {
  const { id, name, sortOrder, revision } = productCategories
  return db
    .select({ id, name, productCount: sql<number>`count(${products.id})::int`, revision })
    .from(productCategories)
    .leftJoin(products, and(eq(products.categoryId, id), isKept))
    .where(isThere)
    .groupBy(id)
    .orderBy(asc(sortOrder), asc(id))
}

/** Locks all categories by id for the rest of the transaction. Changes of categories then run one after the other. */
async function lockCategories(tx: Database): Promise<{ id: string; name: string }[]> {
  const { id, name } = productCategories
  return tx.select({ id, name }).from(productCategories).where(isThere).orderBy(asc(id)).for('update')
}

/** Changes a locked category. */
async function updateCategory(
  tx: Database,
  id: string,
  change: { name: string } | { sortOrder: number } | { deletedAt: Date },
): Promise<void> {
  await tx.update(productCategories).set(change).where(eq(productCategories.id, id))
}

function assertName(typed: string): string {
  const name = typed.trim()
  if (name === '') throw new ApiError('category_name_missing')
  return name
}

export default plugin([
  handle(api.categoriesForOperator, ({ db }) => listCategories(db)),

  // It goes after the others.
  handle(api.createCategory, async ({ body, staff, db, now }) => {
    const name = assertName(body.name)
    return db.transaction(async (tx) => {
      await lockCategories(tx)
      const sortOrder = sql`(select coalesce(max(sort_order) + 1, 0) from ${productCategories})`
      const [made] = await tx
        .insert(productCategories)
        .values({ name, sortOrder })
        .onConflictDoNothing()
        .returning({ id: productCategories.id })
      if (!made) throw new ApiError('category_name_taken')
      const summary = `新增商品分类「${name}」`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'category.create', objectId: made.id, summary, now })
      return listCategories(tx)
    })
  }),

  handle(api.renameCategory, async ({ params: { id }, body, staff, db, now }) => {
    const name = assertName(body.name)
    return db.transaction(async (tx) => {
      const categories = await lockCategories(tx)
      const category = categories.find((one) => one.id === id)
      if (!category) throw new ApiError('category_not_found')
      await assertSeenRow(tx, 'product_categories', { id, seen: body.revision })
      if (category.name !== name) {
        if (categories.some((other) => other.name === name)) throw new ApiError('category_name_taken')
        await updateCategory(tx, id, { name })
        const summary = `商品分类「${category.name}」改名为「${name}」`
        await recordAuditEvent(tx, { actorId: staff.id, action: 'category.rename', objectId: id, summary, now })
      }
      return listCategories(tx)
    })
  }),

  // `ids` has every category once, in the new order.
  handle(api.orderCategories, ({ body: { ids }, staff, db, now }) =>
    db.transaction(async (tx) => {
      const categories = await lockCategories(tx)
      const isWhole = categories.length === ids.length && categories.every(({ id }) => ids.includes(id))
      if (!isWhole) throw new ApiError('categories_changed')
      for (const [sortOrder, id] of ids.entries()) await updateCategory(tx, id, { sortOrder })
      const ordered = await listCategories(tx)
      const summary = `商品分类排序：${ordered.map(({ name }) => name).join('、')}`
      const objectId = ids[0] ?? ''
      await recordAuditEvent(tx, { actorId: staff.id, action: 'category.order', objectId, summary, now })
      return ordered
    }),
  ),

  // Deleted products of the category keep referring to it and stay hidden.
  handle(api.deleteCategory, ({ params: { id }, query, staff, db, now }) =>
    db.transaction(async (tx) => {
      const category = (await lockCategories(tx)).find((one) => one.id === id)
      if (!category) throw new ApiError('category_not_found')
      await assertSeenRow(tx, 'product_categories', { id, seen: query.revision })
      // The lock has waited for concurrent calls that put a product into this category.
      const isUsed = (await tx.$count(products, and(eq(products.categoryId, id), isKept))) > 0
      if (isUsed) throw new ApiError('category_in_use')
      await updateCategory(tx, id, { deletedAt: now })
      const summary = `删除商品分类「${category.name}」`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'category.delete', objectId: id, summary, now })
      return listCategories(tx)
    }),
  ),
])

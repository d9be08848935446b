import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { productCategories, products } from '../../../tables/shop.ts'

const isThere = isNull(productCategories.deletedAt)

/** Categories in their order. Each has the count of its products, published or not. */
export async function listManagedCategories(
  db: Database,
): Promise<{ id: string; name: string; productCount: number; revision: number }[]> {
  const { id, name, sortOrder, revision } = productCategories
  return db
    .select({ id, name, productCount: sql<number>`count(${products.id})::int`, revision })
    .from(productCategories)
    .leftJoin(products, and(eq(products.categoryId, id), isNull(products.deletedAt)))
    .where(isThere)
    .groupBy(id)
    .orderBy(asc(sortOrder), asc(id))
}

/** Locks all categories by id for the rest of the transaction. Changes of categories then run one after the other. */
export async function lockCategories(tx: Database): Promise<{ id: string; name: string }[]> {
  const { id, name } = productCategories
  return tx.select({ id, name }).from(productCategories).where(isThere).orderBy(asc(id)).for('update')
}

/**
 * Inserts a category after the others.
 *
 * @returns its id; undefined if another category has the name
 */
export async function insertCategory(tx: Database, name: string): Promise<string | undefined> {
  const sortOrder = sql`(select coalesce(max(sort_order) + 1, 0) from ${productCategories})`
  const [row] = await tx
    .insert(productCategories)
    .values({ name, sortOrder })
    .onConflictDoNothing()
    .returning({ id: productCategories.id })
  return row?.id
}

/** Changes a locked category. */
export async function updateCategory(
  tx: Database,
  id: string,
  change: { name: string } | { sortOrder: number } | { deletedAt: Date },
): Promise<void> {
  await tx.update(productCategories).set(change).where(eq(productCategories.id, id))
}

/** Whether a locked category contains products that are not deleted. */
export async function holdsProducts(tx: Database, categoryId: string): Promise<boolean> {
  return (await tx.$count(products, and(eq(products.categoryId, categoryId), isNull(products.deletedAt)))) > 0
}

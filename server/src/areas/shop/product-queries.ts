import type { ProductSort } from '@paidang/domain/areas/shop/product'
import type { StockMove } from '@paidang/domain/areas/shop/stock'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, getTableColumns, gt, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { asLiteral } from '../../db/like-pattern.ts'
import { productCategories, products, stockLedger } from './tables.ts'

export type ProductRow = typeof products.$inferSelect
/** A product with the name of its category. */
export type ProductWithCategory = ProductRow & { categoryName: string }

/** Categories in their order, with how many published products each has. */
export async function listCategoryRows(db: Database): Promise<{ id: string; name: string; productCount: number }[]> {
  const { id, name, sortOrder } = productCategories
  return db
    .select({ id, name, productCount: sql<number>`count(${products.id})::int` })
    .from(productCategories)
    .leftJoin(products, and(eq(products.categoryId, id), eq(products.isPublished, true)))
    .where(isNull(productCategories.deletedAt))
    .groupBy(id)
    .orderBy(asc(sortOrder), asc(id))
}

/** Whether there is such a category. Until the transaction ends it is not deleted, so that a product may stand in it. */
export async function keepCategory(tx: Database, id: string): Promise<boolean> {
  const wanted = and(eq(productCategories.id, id), isNull(productCategories.deletedAt))
  return (await tx.select({ id: productCategories.id }).from(productCategories).where(wanted).for('share')).length > 0
}

/** What of the shop is looked for; `keyword` in name and subtitle. */
export type ProductSearch = {
  keyword: string | undefined
  categoryId: string | undefined
  inStock: boolean
  order: ProductSort
  direction: 'asc' | 'desc'
}

/** The place that the operators gave it, then the latest. */
const USUAL_ORDER = [asc(products.sortOrder), desc(products.id)]

function orderOf({ order, direction }: Pick<ProductSearch, 'order' | 'direction'>): SQL[] {
  if (order === 'sales') return [desc(products.sales), ...USUAL_ORDER]
  if (order === 'price') return [(direction === 'asc' ? asc : desc)(products.priceFen), ...USUAL_ORDER]
  // What costs the least part of its usual price first; what is not promoted has no such part and stands last.
  if (order === 'promotion') return [asc(sql`${products.priceFen}::numeric / ${products.originalFen}`), ...USUAL_ORDER]
  return USUAL_ORDER
}

/** One page of the published products. */
export async function pageProducts(
  db: Database,
  { keyword, categoryId, inStock, order, direction, ...page }: ProductSearch & Page,
): Promise<{ rows: ProductRow[]; total: number }> {
  const pattern = keyword && `%${asLiteral(keyword)}%`
  const wanted = and(
    eq(products.isPublished, true),
    categoryId === undefined ? undefined : eq(products.categoryId, categoryId),
    inStock ? gt(products.stock, 0) : undefined,
    pattern ? or(ilike(products.name, pattern), ilike(products.subtitle, pattern)) : undefined,
  )
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(products)
      .where(wanted)
      .orderBy(...orderOf({ order, direction }))
      .limit(page.rows)
      .offset(offsetOf(page)),
    db.$count(products, wanted),
  ])
  return { rows, total }
}

/** A product, published or not; undefined also for one that was deleted. */
export async function findProduct(db: Database, id: string): Promise<ProductWithCategory | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(products), categoryName: productCategories.name })
    .from(products)
    .innerJoin(productCategories, eq(productCategories.id, products.categoryId))
    .where(and(eq(products.id, id), sql`${products.deletedAt} is null`))
  return row
}

/** Locks products for the rest of the transaction, by id: the order of locks everywhere. Those that are deleted, too. */
export async function lockProducts(tx: Database, ids: readonly string[]): Promise<ProductRow[]> {
  return tx
    .select()
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for('no key update')
}

/** What an operator says of a product, save its stock. */
export type ProductFields = Pick<
  ProductRow,
  'categoryId' | 'name' | 'subtitle' | 'description' | 'pictures' | 'priceFen' | 'originalFen' | 'isPublished'
>

type FirstUnits = { stock: number; reference: string; staffId?: string; now: Date }

/** A new product with its first units, which the ledger calls a delivery by that reference. */
export async function insertProduct(
  tx: Database,
  { stock, reference, staffId, now, ...fields }: ProductFields & FirstUnits,
): Promise<string> {
  const [row] = await tx
    .insert(products)
    .values({ ...fields, stock, seq: 1, createdAt: now })
    .returning({ id: products.id })
  if (!row) throw new Error('insert returned no row')
  const units = { unitsChange: stock, unitsAfter: stock }
  await tx
    .insert(stockLedger)
    .values({ productId: row.id, seq: 1, kind: 'DELIVERY', ...units, reference, staffId, createdAt: now })
  return row.id
}

/** Changes what is said of a locked product, or whether it is sold. */
export async function updateProductRow(
  tx: Database,
  id: string,
  change: ProductFields | { isPublished: boolean; deletedAt?: Date },
): Promise<void> {
  await tx
    .update(products)
    .set({ ...change, revision: sql`${products.revision} + 1` })
    .where(eq(products.id, id))
}

/** Units of a product, with their sign. */
export type Units = { productId: string; units: number }

/** What moves stock; the same reference moves a product once in each way. */
type StockCause = { kind: StockMove; reference: string; byHand?: { staffId: string; reason: string }; now: Date }

/**
 * Moves the stock of locked products, each of them named once, and appends what happened to the ledger.
 *
 * @returns how many could be moved: one with too few units stays as it is
 */
export async function moveStock(tx: Database, moves: readonly Units[], cause: StockCause): Promise<number> {
  const result = await tx.execute(sql`
    with wanted as (${unitsOf(moves)}),
    moved as (
      update ${products} p set stock = p.stock + w.units, seq = p.seq + 1
      from wanted w where p.id = w.product_id and p.stock + w.units >= 0
      returning p.id, p.seq, p.stock, w.units
    )
    insert into ${stockLedger}
      (product_id, seq, kind, units_change, units_after, reference, staff_id, reason, created_at)
    select id, seq, ${cause.kind}, units, stock, ${cause.reference}, ${cause.byHand?.staffId ?? null}::bigint,
      ${cause.byHand?.reason ?? ''}, ${cause.now}::timestamptz from moved`)
  return result.rowCount ?? 0
}

/** Counts units of locked products as sold, or with a minus as not sold after all. */
export async function moveSales(tx: Database, moves: readonly Units[]): Promise<void> {
  await tx.execute(sql`
    with wanted as (${unitsOf(moves)})
    update ${products} p set sales = p.sales + w.units from wanted w where p.id = w.product_id`)
}

const unitsOf = (moves: readonly Units[]) => sql`
  select * from unnest(
    ${sql.param(moves.map(({ productId }) => productId))}::bigint[],
    ${sql.param(moves.map(({ units }) => units))}::int[]
  ) w (product_id, units)`

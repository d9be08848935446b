import type { ProductSort } from '@paidang/domain/areas/shop/product'
import type { StockMove } from '@paidang/domain/areas/shop/stock'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, getTableColumns, gt, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { asLiteral } from '../../../db/like-pattern.ts'
import { productCategories, products, stockLedger } from '../../../tables/shop.ts'

export type ProductRow = typeof products.$inferSelect
/** A product with the name of its category. */
export type ProductWithCategory = ProductRow & { categoryName: string }

/** Categories in their order. Each has the count of its published products. */
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

/** Whether the category exists. Locks it, so that nobody deletes it before the end of the transaction. */
export async function lockCategoryForShare(tx: Database, id: string): Promise<boolean> {
  const condition = and(eq(productCategories.id, id), isNull(productCategories.deletedAt))
  return (
    (await tx.select({ id: productCategories.id }).from(productCategories).where(condition).for('share')).length > 0
  )
}

/** Filters for products of the shop. `keyword` is searched in name and subtitle. */
export type ProductSearch = {
  keyword: string | undefined
  categoryId: string | undefined
  inStock: boolean
  order: ProductSort
  direction: 'asc' | 'desc'
}

/** The position that the operators set, then the latest. */
const USUAL_ORDER = [asc(products.sortOrder), desc(products.id)]

function orderOf({ order, direction }: Pick<ProductSearch, 'order' | 'direction'>): SQL[] {
  if (order === 'sales') return [desc(products.sales), ...USUAL_ORDER]
  if (order === 'price') return [(direction === 'asc' ? asc : desc)(products.priceFen), ...USUAL_ORDER]
  // The largest discount comes first. A product without a usual price has a null ratio and comes last.
  if (order === 'promotion') return [asc(sql`${products.priceFen}::numeric / ${products.originalFen}`), ...USUAL_ORDER]
  return USUAL_ORDER
}

/** One page of the published products. */
export async function pageProducts(
  db: Database,
  { keyword, categoryId, inStock, order, direction, ...page }: ProductSearch & Page,
): Promise<{ rows: ProductRow[]; total: number }> {
  const pattern = keyword && `%${asLiteral(keyword)}%`
  const condition = and(
    eq(products.isPublished, true),
    categoryId === undefined ? undefined : eq(products.categoryId, categoryId),
    inStock ? gt(products.stock, 0) : undefined,
    pattern ? or(ilike(products.name, pattern), ilike(products.subtitle, pattern)) : undefined,
  )
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(products)
      .where(condition)
      .orderBy(...orderOf({ order, direction }))
      .limit(page.rows)
      .offset(offsetOf(page)),
    db.$count(products, condition),
  ])
  return { rows, total }
}

/** A product, published or not. Undefined if it was deleted. */
export async function findProduct(db: Database, id: string): Promise<ProductWithCategory | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(products), categoryName: productCategories.name })
    .from(products)
    .innerJoin(productCategories, eq(productCategories.id, products.categoryId))
    .where(and(eq(products.id, id), sql`${products.deletedAt} is null`))
  return row
}

/**
 * Locks products for the rest of the transaction, including deleted ones. All callers lock by id, which prevents
 * deadlocks.
 */
export async function lockProducts(tx: Database, ids: readonly string[]): Promise<ProductRow[]> {
  return tx
    .select()
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for('no key update')
}

/** The fields of a product that an operator sets, without the stock. */
export type ProductFields = Pick<
  ProductRow,
  'categoryId' | 'name' | 'subtitle' | 'description' | 'pictures' | 'priceFen' | 'originalFen' | 'isPublished'
>

type FirstUnits = { stock: number; reference: string; staffId?: string; now: Date }

/** Inserts a product with its first units. The ledger records the units as a delivery with the given reference. */
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

/** Changes the fields of a locked product, or whether it is published. */
export async function updateProductRow(
  tx: Database,
  id: string,
  change: ProductFields | { isPublished: boolean; deletedAt?: Date },
): Promise<void> {
  await tx.update(products).set(change).where(eq(products.id, id))
}

/** Signed units of a product. */
export type Units = { productId: string; units: number }

/** The cause of a stock movement. A reference moves a product at most once per kind. */
type StockCause = { kind: StockMove; reference: string; byHand?: { staffId: string; reason: string }; now: Date }

/**
 * Moves the stock of locked products and appends the movements to the ledger. Each product may appear once.
 *
 * @returns how many products were moved; a product with too few units does not change.
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

/** Adds units of locked products to their sales count. Negative units are subtracted. */
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

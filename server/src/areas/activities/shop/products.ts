import * as api from '@paidang/api/areas/activities/shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, asc, desc, eq, getTableColumns, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { productCategories, products } from '../../../tables/shop.ts'
import type { ProductRow } from './stock.ts'

/** The paths of a product's pictures. The first one is shown in lists. */
const picturesOf = ({ pictures }: Pick<ProductRow, 'pictures'>): string[] =>
  pictures === '' ? [] : pictures.split(',')

/** The cover picture of a product. */
export const coverOf = (product: Pick<ProductRow, 'pictures'>): string | null => picturesOf(product)[0] ?? null

function presentSummary(row: ProductRow): api.ProductSummary {
  const { id, categoryId, name, subtitle, priceFen, originalFen, stock, sales } = row
  return { id, categoryId, name, subtitle, picture: coverOf(row), priceFen, originalFen, stock, sales }
}

/** A product with all its fields. */
export function presentProduct(row: ProductRow & { categoryName: string }): api.Product {
  const { categoryName, description, isPublished, revision, createdAt } = row
  return {
    ...presentSummary(row),
    categoryName,
    description,
    pictures: picturesOf(row),
    isPublished,
    revision,
    createTime: createdAt.toISOString(),
  }
}

/** Products with the names of their categories. */
export const selectProducts = (db: Database) =>
  db
    .select({ ...getTableColumns(products), categoryName: productCategories.name })
    .from(products)
    .innerJoin(productCategories, eq(productCategories.id, products.categoryId))
    .$dynamic()

/** A product, published or not. @throws ApiError product_not_found if it was deleted */
export async function readProductRow(db: Database, id: string) {
  const [row] = await selectProducts(db).where(and(eq(products.id, id), isNull(products.deletedAt)))
  if (!row) throw new ApiError('product_not_found')
  return row
}

/** A product that is on sale. @throws ApiError product_not_found */
export async function readPublished(db: Database, id: string) {
  const row = await readProductRow(db, id)
  if (!row.isPublished) throw new ApiError('product_not_found')
  return row
}

/** The condition of the index of what is on the shelf. */
const isOnShelf = sql`${products.isPublished}`

/** The condition that a product holds the keyword in its name or subtitle. Undefined without one. */
export function isNamed(keyword: string | undefined): SQL | undefined {
  const typed = keyword?.trim()
  return typed ? or(contains(products.name, typed), contains(products.subtitle, typed)) : undefined
}

/** The position that the operators set, then the latest. */
const USUAL_ORDER = [asc(products.sortOrder), desc(products.id)]

function orderOf({ order, direction }: Pick<Handled<typeof api.listProducts>['query'], 'order' | 'direction'>): SQL[] {
  if (order === 'sales') return [desc(products.sales), ...USUAL_ORDER]
  if (order === 'price') return [(direction === 'desc' ? desc : asc)(products.priceFen), ...USUAL_ORDER]
  // The largest discount comes first. A product without a usual price has a null ratio and comes last.
  if (order === 'promotion') return [asc(sql`${products.priceFen}::numeric / ${products.originalFen}`), ...USUAL_ORDER]
  return USUAL_ORDER
}

export default plugin([
  // Each has the count of its published products.
  handle(api.listCategories, async ({ db }) => {
    const { id, name, sortOrder } = productCategories
    return db
      .select({ id, name, productCount: sql<number>`count(${products.id})::int` })
      .from(productCategories)
      .leftJoin(products, and(eq(products.categoryId, id), isOnShelf))
      .where(isNull(productCategories.deletedAt))
      .groupBy(id)
      .orderBy(asc(sortOrder), asc(id))
  }),

  handle(api.listProducts, async ({ query, db }) => {
    const { keyword, categoryId, inStock, order, direction } = query
    if (direction !== undefined && order !== 'price')
      throw new ApiError('input_invalid', { data: { field: 'direction' } })
    const where = and(
      isOnShelf,
      categoryId === undefined ? undefined : eq(products.categoryId, categoryId),
      inStock ? gt(products.stock, 0) : undefined,
      isNamed(keyword),
    )
    const select = db.select().from(products).$dynamic()
    return pageOf(db, select, { where, order: orderOf(query), query, present: presentSummary })
  }),

  handle(api.getProduct, async ({ params, db }) => presentProduct(await readPublished(db, params.id))),
])

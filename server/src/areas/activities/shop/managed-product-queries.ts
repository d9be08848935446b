import type { ManagedProductSort, StockLevel } from '@paidang/api/areas/admin-products'
import { FEW_UNITS } from '@paidang/domain/areas/shop/stock'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import {
  and,
  asc,
  type Column,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { asLiteral } from '../../../db/like-pattern.ts'
import { productCategories, products, shopOrders, stockLedger } from '../../../tables/shop.ts'
import { staff } from '../../../tables/staff-identities.ts'
import type { ProductWithCategory } from './product-queries.ts'

/** Filters for all products. `keyword` is searched in name and subtitle. */
type ProductsQuery = {
  keyword: string | undefined
  categoryId: string | undefined
  isPublished: boolean | undefined
  stockLevel: StockLevel | undefined
  sort: ManagedProductSort
  sord: 'asc' | 'desc'
}

const SORTED_BY: Record<ManagedProductSort, Column> = {
  createTime: products.id,
  stock: products.stock,
  sales: products.sales,
  price: products.priceFen,
}

const AT_LEVEL: Record<StockLevel, SQL | undefined> = {
  none: eq(products.stock, 0),
  few: and(gt(products.stock, 0), lte(products.stock, FEW_UNITS)),
}

/** One page of the products that are not deleted, published or not. */
export async function pageManagedProducts(
  db: Database,
  { keyword, categoryId, isPublished, stockLevel, sort, sord, ...page }: ProductsQuery & Page,
): Promise<{ rows: ProductWithCategory[]; total: number }> {
  const pattern = keyword && `%${asLiteral(keyword)}%`
  const condition = and(
    isNull(products.deletedAt),
    categoryId === undefined ? undefined : eq(products.categoryId, categoryId),
    isPublished === undefined ? undefined : eq(products.isPublished, isPublished),
    stockLevel && AT_LEVEL[stockLevel],
    pattern ? or(ilike(products.name, pattern), ilike(products.subtitle, pattern)) : undefined,
  )
  const order = (sord === 'asc' ? asc : desc)(SORTED_BY[sort])
  const [rows, total] = await Promise.all([
    db
      .select({ ...getTableColumns(products), categoryName: productCategories.name })
      .from(products)
      .innerJoin(productCategories, eq(productCategories.id, products.categoryId))
      .where(condition)
      .orderBy(order, desc(products.id))
      .limit(page.rows)
      .offset(offsetOf(page)),
    db.$count(products, condition),
  ])
  return { rows, total }
}

/** A stock movement, with the order or the staff member that caused it. */
export type StockMoveRow = typeof stockLedger.$inferSelect & {
  shopOrderId: string | null
  shopOrderNo: string | null
  staffName: string | null
}

const OF_ORDER = sql`case when ${stockLedger.kind} in ('SALE', 'RETURN') then split_part(${stockLedger.reference}, ':', 2)::bigint end`

/** One page of a product's stock movements, latest first. */
export async function pageStockMoves(
  db: Database,
  productId: string,
  page: Page,
): Promise<{ rows: StockMoveRow[]; total: number }> {
  const own = eq(stockLedger.productId, productId)
  const [rows, total] = await Promise.all([
    db
      .select({
        ...getTableColumns(stockLedger),
        shopOrderId: shopOrders.id,
        shopOrderNo: shopOrders.orderNo,
        staffName: staff.nickname,
      })
      .from(stockLedger)
      .leftJoin(staff, eq(staff.id, stockLedger.staffId))
      .leftJoin(shopOrders, eq(shopOrders.id, OF_ORDER))
      .where(own)
      .orderBy(desc(stockLedger.seq))
      .limit(page.rows)
      .offset(offsetOf(page)),
    readLastSeq(db, productId),
  ])
  return { rows, total }
}

/** The movements have consecutive numbers, so the last number is also the count. */
async function readLastSeq(db: Database, productId: string): Promise<number> {
  const [row] = await db.select({ seq: products.seq }).from(products).where(eq(products.id, productId))
  return row?.seq ?? 0
}

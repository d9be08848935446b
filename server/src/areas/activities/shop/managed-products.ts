import { randomUUID } from 'node:crypto'
import * as managed from '@paidang/api/areas/activities/admin-products'
import * as shop from '@paidang/api/areas/activities/shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotProduct } from '@paidang/domain/areas/activities/shop/product'
import { FEW_UNITS, STOCK_MOVE_NAMES, whyNotMove } from '@paidang/domain/areas/activities/shop/stock'
import { offsetOf } from '@paidang/domain/kernel/page'
import { and, asc, type Column, desc, eq, getTableColumns, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { productCategories, products, shopOrders, stockLedger } from '../../../tables/shop.ts'
import { staff as staffTable } from '../../../tables/staff-identities.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import type { FileStore } from '../../ground/files/file-store.ts'
import { assertPublicPicture } from '../../ground/files/uploads.ts'
import { isNamed, presentProduct, readProductRow, selectProducts } from './products.ts'
import { lockProducts, moveStock, type ProductRow } from './stock.ts'

const readProduct = async (db: Database, id: string) => presentProduct(await readProductRow(db, id))

/** Locks a product. @throws ApiError product_not_found, also for a deleted product */
async function lockProduct(tx: Database, id: string): Promise<ProductRow> {
  const [product] = await lockProducts(tx, [id])
  if (!product || product.deletedAt) throw new ApiError('product_not_found')
  return product
}

/** The ledger reference of a manual movement: the staff account and a unique id. One person moves stock repeatedly. */
const stockReferenceOf = (staffId: string) => `staff:${staffId}:${randomUUID()}`

/** The stored fields of a form, without the stock. */
async function fieldsOf(tx: Database, form: shop.ProductChange, store: Pick<FileStore, 'open'>) {
  const { categoryId, priceFen, originalFen = null, pictures = [] } = form
  const name = form.name.trim()
  const refusal = whyNotProduct({ name, priceFen, originalFen })
  if (refusal) throw new ApiError(refusal)
  // The lock prevents that anybody deletes the category before the end of the transaction.
  const { id, deletedAt } = productCategories
  const category = and(eq(id, categoryId), isNull(deletedAt))
  const [kept] = await tx.select({ id }).from(productCategories).where(category).for('share')
  if (!kept) throw new ApiError('category_not_found')
  for (const relativePath of pictures) await assertPublicPicture(tx, store, relativePath)
  const texts = { name, subtitle: form.subtitle?.trim() ?? '', description: form.description?.trim() ?? '' }
  return { ...texts, categoryId, priceFen, originalFen, pictures: pictures.join(',') }
}

/** Its initial stock is its first delivery. Source: specification §7 "Other"; decision "The shop" */
async function createProduct({ body: form, staff, db, now, app }: Handled<typeof shop.createProduct>) {
  return db.transaction(async (tx) => {
    const fields = await fieldsOf(tx, form, app.fileStore)
    const { stock, isPublished = true } = form
    const [made] = await tx
      .insert(products)
      .values({ ...fields, isPublished, stock, seq: 1, createdAt: now })
      .returning({ id: products.id })
    if (!made) throw new Error('insert returned no row')
    await tx.insert(stockLedger).values({
      productId: made.id,
      seq: 1,
      kind: 'DELIVERY',
      unitsChange: stock,
      unitsAfter: stock,
      reference: stockReferenceOf(staff.id),
      staffId: staff.id,
      createdAt: now,
    })
    const summary = `新增商品「${fields.name}」`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'product.create', objectId: made.id, summary, now })
    return readProduct(tx, made.id)
  })
}

/**
 * A given stock moves by the difference to the current stock. Without a stock or a publication flag, that value does
 * not change.
 */
async function updateProduct({ params: { id }, body: form, staff, db, now, app }: Handled<typeof shop.updateProduct>) {
  return db.transaction(async (tx) => {
    const fields = await fieldsOf(tx, form, app.fileStore)
    const product = await lockProduct(tx, id)
    const { stock = product.stock, isPublished = product.isPublished } = form
    await tx
      .update(products)
      .set({ ...fields, isPublished })
      .where(eq(products.id, id))
    const units = stock - product.stock
    if (units !== 0) {
      const byHand = { staffId: staff.id, reason: '修改商品' }
      const cause = { kind: 'ADJUST' as const, reference: stockReferenceOf(staff.id), byHand, now }
      const moved = await moveStock(tx, [{ productId: id, units }], cause)
      if (moved !== 1) throw new Error(`product ${id} is locked, and yet cannot have ${stock} units`)
    }
    const summary = `修改商品「${fields.name}」`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'product.update', objectId: id, summary, now })
    return readProduct(tx, id)
  })
}

/** Carts show a product off the shelf as removed. */
async function shelveProduct({ params: { id }, body, staff, db, now }: Handled<typeof managed.shelveProduct>) {
  const { isPublished } = body
  return db.transaction(async (tx) => {
    const product = await lockProduct(tx, id)
    if (product.isPublished !== isPublished) {
      await tx.update(products).set({ isPublished }).where(eq(products.id, id))
      const [action, done] = isPublished ? (['shelve', '上架'] as const) : (['unshelve', '下架'] as const)
      const summary = `${done}商品「${product.name}」`
      await recordAuditEvent(tx, { actorId: staff.id, action: `product.${action}`, objectId: id, summary, now })
    }
    return readProduct(tx, id)
  })
}

/** Units in orders have already left the stock. Source: invariant T2 */
async function moveProductStock({ params: { id }, body, staff, db, now }: Handled<typeof managed.moveProductStock>) {
  const { kind, units } = body
  const reason = body.reason.trim()
  return db.transaction(async (tx) => {
    const product = await lockProduct(tx, id)
    const refusal = whyNotMove({ kind, units, reason }, product.stock)
    if (refusal) throw new ApiError(refusal)
    const cause = { kind, reference: stockReferenceOf(staff.id), byHand: { staffId: staff.id, reason }, now }
    const moved = await moveStock(tx, [{ productId: id, units }], cause)
    if (moved !== 1) throw new Error(`product ${id} is locked, and yet cannot move by ${units} units`)
    const sign = units > 0 ? '+' : ''
    const summary = `商品「${product.name}」${STOCK_MOVE_NAMES[kind]} ${sign}${units} 件：${reason}`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'product.move-stock', objectId: id, summary, now })
    return readProduct(tx, id)
  })
}

const SORTED_BY: Record<managed.ManagedProductSort, Column> = {
  createTime: products.id,
  stock: products.stock,
  sales: products.sales,
  price: products.priceFen,
}

const AT_LEVEL: Record<managed.StockLevel, SQL | undefined> = {
  none: eq(products.stock, 0),
  few: and(gt(products.stock, 0), lte(products.stock, FEW_UNITS)),
}

const OF_ORDER = sql`case when ${stockLedger.kind} in ('SALE', 'RETURN') then split_part(${stockLedger.reference}, ':', 2)::bigint end`

/** The movements of a product have consecutive numbers, so the last number is also their count. */
async function listMoves({ params: { id }, query, db }: Handled<typeof managed.movesOfProduct>) {
  const { seq: total } = await readProductRow(db, id)
  const rows = await db
    .select({
      ...getTableColumns(stockLedger),
      shopOrderId: shopOrders.id,
      shopOrderNo: shopOrders.orderNo,
      staffName: staffTable.nickname,
    })
    .from(stockLedger)
    .leftJoin(staffTable, eq(staffTable.id, stockLedger.staffId))
    .leftJoin(shopOrders, eq(shopOrders.id, OF_ORDER))
    .where(eq(stockLedger.productId, id))
    .orderBy(desc(stockLedger.seq))
    .limit(query.rows)
    .offset(offsetOf(query))
  return {
    rows: rows.map((move) => ({
      seq: move.seq,
      kind: move.kind,
      units: move.unitsChange,
      unitsAfter: move.unitsAfter,
      shopOrderId: move.shopOrderId,
      shopOrderNo: move.shopOrderNo,
      staffName: move.staffName,
      reason: move.reason,
      createTime: move.createdAt.toISOString(),
    })),
    total,
  }
}

export default plugin([
  handle(managed.productsForOperator, ({ query, db }) => {
    const { keyword, categoryId, isPublished, stockLevel, sort = 'createTime', sord } = query
    const where = and(
      isNull(products.deletedAt),
      categoryId === undefined ? undefined : eq(products.categoryId, categoryId),
      isPublished === undefined ? undefined : eq(products.isPublished, isPublished),
      stockLevel && AT_LEVEL[stockLevel],
      isNamed(keyword),
    )
    const order = [(sord === 'asc' ? asc : desc)(SORTED_BY[sort]), desc(products.id)]
    return pageOf(db, selectProducts(db), { where, order, query, present: presentProduct })
  }),

  handle(managed.productForOperator, ({ params, db }) => readProduct(db, params.id)),

  handle(shop.createProduct, {
    handle: createProduct,
    stands: async (db, { id }) => (await db.$count(products, and(eq(products.id, id), isNull(products.deletedAt)))) > 0,
  }),

  handle(shop.updateProduct, updateProduct),

  handle(managed.shelveProduct, shelveProduct),

  handle(managed.moveProductStock, moveProductStock),

  handle(managed.movesOfProduct, listMoves),

  // Nobody finds or buys it any more. Orders keep their copy, and carts show it as removed. Deleting it again changes
  // nothing.
  handle(shop.deleteProduct, ({ params: { id }, staff, db, now }) =>
    db.transaction(async (tx) => {
      const [product] = await lockProducts(tx, [id])
      if (!product) throw new ApiError('product_not_found')
      if (product.deletedAt) return null
      await tx.update(products).set({ isPublished: false, deletedAt: now }).where(eq(products.id, id))
      const summary = `删除商品「${product.name}」`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'product.delete', objectId: id, summary, now })
      return null
    }),
  ),
])

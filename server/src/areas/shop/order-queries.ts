import type { ShopTab } from '@paidang/api/areas/shop-orders'
import type { ShopStatus } from '@paidang/domain/areas/shop/order-status'
import { and, asc, desc, eq, getTableColumns, gt, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { OrderRow } from '../payments/order-effects.ts'
import { orders } from '../payments/tables.ts'
import { shopOrderItems, shopOrders } from './tables.ts'

export type ShopOrderRow = typeof shopOrders.$inferSelect
export type ShopItemRow = typeof shopOrderItems.$inferSelect
/** A shop order, and the order that pays it. */
export type PayableRow = { order: ShopOrderRow; payment: OrderRow }

/** The id that a shop order will have: its payment names it, and it names its payment. */
export async function reserveShopOrderId(tx: Database): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('shop_orders', 'id'))::text as id`,
  )
  const [row] = rows
  if (!row) throw new Error('a sequence answers one row')
  return row.id
}

/** Writes an order with what it is of. */
export async function insertShopOrder(
  tx: Database,
  order: typeof shopOrders.$inferInsert & { id: string },
  items: readonly Omit<ShopItemRow, 'orderId' | 'position'>[],
): Promise<void> {
  await tx.insert(shopOrders).values(order)
  await tx.insert(shopOrderItems).values(items.map((item, position) => ({ ...item, orderId: order.id, position })))
}

/** The order; nobody else changes it until the transaction ends. Before its payment and all products, everywhere. */
export async function lockShopOrder(tx: Database, id: string): Promise<ShopOrderRow | undefined> {
  const [row] = await tx.select().from(shopOrders).where(eq(shopOrders.id, id)).for('update')
  return row
}

type ShopOrderChange = Partial<Omit<ShopOrderRow, 'id' | 'orderNo' | 'userId' | 'paymentOrderId' | 'createdAt'>>

/** Changes a locked order. */
export async function updateShopOrder(tx: Database, id: string, change: ShopOrderChange): Promise<ShopOrderRow> {
  const [row] = await tx.update(shopOrders).set(change).where(eq(shopOrders.id, id)).returning()
  if (!row) throw new Error(`shop order ${id} is gone`)
  return row
}

/** What these orders are of, in their places. */
export async function listShopItems(db: Database, orderIds: readonly string[]): Promise<ShopItemRow[]> {
  return db
    .select()
    .from(shopOrderItems)
    .where(inArray(shopOrderItems.orderId, [...orderIds]))
    .orderBy(asc(shopOrderItems.orderId), asc(shopOrderItems.position))
}

/** An order with its payment, neither locked. */
export async function findPayable(db: Database, id: string): Promise<PayableRow | undefined> {
  const [row] = await selectPayable(db).where(eq(shopOrders.id, id))
  return row
}

const selectPayable = (db: Database) =>
  db
    .select({ order: getTableColumns(shopOrders), payment: getTableColumns(orders) })
    .from(shopOrders)
    .innerJoin(orders, eq(orders.id, shopOrders.paymentOrderId))

const STATUS_OF_TAB: Partial<Record<ShopTab, ShopStatus>> = {
  unpaid: 'UNPAID',
  paid: 'PAID',
  sent: 'SENT',
  received: 'RECEIVED',
}

/** What stands under a tab; undefined is everything. 退款 has what went back, and what somebody wishes to send back. */
function inTab(tab: ShopTab): SQL | undefined {
  if (tab === 'refund') return or(ne(shopOrders.refundWish, 'NONE'), eq(shopOrders.status, 'REFUNDED'))
  const status = STATUS_OF_TAB[tab]
  return status && eq(shopOrders.status, status)
}

/** One page of a buyer's orders, latest first, and how many there are. */
export async function pageShopOrders(
  db: Database,
  { userId, tab }: { userId: string; tab: ShopTab },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PayableRow[]; total: number }> {
  const wanted = and(eq(shopOrders.userId, userId), inTab(tab))
  const rows = await selectPayable(db).where(wanted).orderBy(desc(shopOrders.id)).limit(limit).offset(offset)
  return { rows, total: await db.$count(shopOrders, wanted) }
}

/** Parcels that were sent until then and that nobody has received, in the order of their ids. */
export async function listSent(
  db: Database,
  { sentUntil, afterId, limit }: { sentUntil: Date; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  return db
    .select({ id: shopOrders.id })
    .from(shopOrders)
    .where(and(eq(shopOrders.status, 'SENT'), lte(shopOrders.sentAt, sentUntil), gt(shopOrders.id, afterId)))
    .orderBy(asc(shopOrders.id))
    .limit(limit)
}

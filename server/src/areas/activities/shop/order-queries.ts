import type { ShopTab } from '@paidang/api/areas/shop-orders'
import type { ShopStatus } from '@paidang/domain/areas/shop/order-status'
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { orders } from '../../../tables/payments.ts'
import { shopOrderItems, shopOrders } from '../../../tables/shop.ts'
import type { OrderRow } from '../../money/payments/order-effects.ts'

export type ShopOrderRow = typeof shopOrders.$inferSelect
export type ShopItemRow = typeof shopOrderItems.$inferSelect
/** A shop order with its payment order. */
export type PayableRow = { order: ShopOrderRow; payment: OrderRow }

/** Reserves the id of a shop order. The payment and the shop order refer to each other, so one id must exist first. */
export async function reserveShopOrderId(tx: Database): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('shop_orders', 'id'))::text as id`,
  )
  const [row] = rows
  if (!row) throw new Error('a sequence answers one row')
  return row.id
}

/** Inserts an order with its items. */
export async function insertShopOrder(
  tx: Database,
  order: typeof shopOrders.$inferInsert & { id: string },
  items: readonly Omit<ShopItemRow, 'orderId' | 'position'>[],
): Promise<void> {
  await tx.insert(shopOrders).values(order)
  await tx.insert(shopOrderItems).values(items.map((item, position) => ({ ...item, orderId: order.id, position })))
}

/**
 * Locks an order until the transaction ends. The order of locks everywhere is: shop order, then its payment, then all
 * products.
 */
export async function lockShopOrder(tx: Database, id: string): Promise<ShopOrderRow | undefined> {
  const [row] = await tx.select().from(shopOrders).where(eq(shopOrders.id, id)).for('no key update')
  return row
}

type ShopOrderChange = Partial<Omit<ShopOrderRow, 'id' | 'orderNo' | 'userId' | 'paymentOrderId' | 'createdAt'>>

/** Changes a locked order. */
export async function updateShopOrder(tx: Database, id: string, change: ShopOrderChange): Promise<ShopOrderRow> {
  const [row] = await tx.update(shopOrders).set(change).where(eq(shopOrders.id, id)).returning()
  if (!row) throw new Error(`shop order ${id} is gone`)
  return row
}

/** The items of these orders, in their order. */
export async function listShopItems(db: Database, orderIds: readonly string[]): Promise<ShopItemRow[]> {
  return db
    .select()
    .from(shopOrderItems)
    .where(inArray(shopOrderItems.orderId, [...orderIds]))
    .orderBy(asc(shopOrderItems.orderId), asc(shopOrderItems.position))
}

/** An order with its payment, neither of them locked. */
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

/** The condition of a tab. Undefined means all orders. The tab 退款 has refunded orders and open refund requests. */
function inTab(tab: ShopTab): SQL | undefined {
  if (tab === 'refund') return or(ne(shopOrders.refundChoice, 'NONE'), eq(shopOrders.status, 'REFUNDED'))
  const status = STATUS_OF_TAB[tab]
  return status && eq(shopOrders.status, status)
}

/** One page of a buyer's orders, latest first, and the total number. */
export async function pageShopOrders(
  db: Database,
  { userId, tab }: { userId: string; tab: ShopTab },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PayableRow[]; total: number }> {
  const condition = and(eq(shopOrders.userId, userId), inTab(tab))
  const rows = await selectPayable(db).where(condition).orderBy(desc(shopOrders.id)).limit(limit).offset(offset)
  return { rows, total: await db.$count(shopOrders, condition) }
}

/** Sent orders that are not received yet and were sent until the given instant, ordered by id. */
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

/**
 * Paid orders that were not sent for so long that a first reminder, or their end by the clock, is due; ordered by id.
 */
export async function listUnsent(
  db: Database,
  {
    now,
    remindDays,
    limitDays,
    afterId,
    limit,
  }: { now: Date; remindDays: number; limitDays: number; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  const paidBefore = (days: number) => lte(shopOrders.paidAt, new Date(now.getTime() - days * 86_400_000))
  const isDue = or(and(isNull(shopOrders.remindedAt), paidBefore(remindDays)), paidBefore(limitDays))
  return db
    .select({ id: shopOrders.id })
    .from(shopOrders)
    .where(and(eq(shopOrders.status, 'PAID'), isDue, gt(shopOrders.id, afterId)))
    .orderBy(asc(shopOrders.id))
    .limit(limit)
}

import type { OrderState } from '@paidang/domain/areas/payments/order'
import { and, asc, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { OrderRow } from './order-effects.ts'
import { orderLines, orders, refunds } from './tables.ts'

/** What an order's amount is made of: so many of something, each at a price in fen. */
export type OrderLine = { label: string; quantity: number; unitFen: number }

/** An order to be opened. */
export type NewOrder = Pick<
  typeof orders.$inferInsert,
  'userId' | 'kind' | 'objectId' | 'title' | 'amountFen' | 'expiresAt'
>

/** Writes an order with its lines. */
export async function insertOrder(tx: Database, order: NewOrder, lines: readonly OrderLine[]): Promise<OrderRow> {
  const [row] = await tx.insert(orders).values(order).returning()
  if (!row) throw new Error('insert returned no row')
  await tx.insert(orderLines).values(lines.map((line, position) => ({ ...line, orderId: row.id, position })))
  return row
}

export async function findOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  return row
}

/** The order; nobody else changes it, its payments or its refunds until the transaction ends. */
export async function lockOrder(tx: Database, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

/** Sets where a locked order stands. */
export async function updateOrder(
  tx: Database,
  id: string,
  change: Pick<OrderRow, 'state' | 'method' | 'paidAt' | 'closedAt'>,
): Promise<OrderRow> {
  const [row] = await tx.update(orders).set(change).where(eq(orders.id, id)).returning()
  if (!row) throw new Error(`order ${id} is gone`)
  return row
}

/** An order that waits for its money waits no longer than until then; one that is paid or closed stays as it is. */
export async function expireOrderBy(tx: Database, id: string, until: Date): Promise<void> {
  const { expiresAt, state } = orders
  await tx
    .update(orders)
    .set({ expiresAt: until })
    .where(and(eq(orders.id, id), eq(state, 'UNPAID'), gt(expiresAt, until)))
}

/** One page of a person's orders, latest first, and how many there are. */
export async function pageOrders(
  db: Database,
  { userId, state, limit, offset }: { userId: string; state?: OrderState | undefined; limit: number; offset: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  const own = and(eq(orders.userId, userId), state && eq(orders.state, state))
  const rows = await db.select().from(orders).where(own).orderBy(desc(orders.id)).limit(limit).offset(offset)
  return { rows, total: await db.$count(orders, own) }
}

/** Unpaid orders whose time is over, in the order of their ids. */
export async function listOverdueOrders(
  db: Database,
  { now, afterId, limit }: { now: Date; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'UNPAID'), lte(orders.expiresAt, now), gt(orders.id, afterId)))
    .orderBy(asc(orders.id))
    .limit(limit)
}

/** The lines of these orders, in their places. */
export async function listLines(
  db: Database,
  orderIds: readonly string[],
): Promise<(typeof orderLines.$inferSelect)[]> {
  return db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position))
}

/** The refunds of these orders, earliest first. */
export async function listRefunds(db: Database, orderIds: readonly string[]): Promise<(typeof refunds.$inferSelect)[]> {
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, [...orderIds]))
    .orderBy(asc(refunds.id))
}

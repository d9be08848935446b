import type { OrderState } from '@paidang/domain/areas/payments/order'
import { and, asc, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { orderLines, orders, refunds } from '../../../tables/payments.ts'
import type { OrderRow } from './order-effects.ts'

/** One line of an order's amount: a quantity of something at a unit price in fen. */
export type OrderLine = { label: string; quantity: number; unitFen: number }

/** An order to insert. */
export type NewOrder = Pick<
  typeof orders.$inferInsert,
  'userId' | 'kind' | 'objectId' | 'title' | 'amountFen' | 'expiresAt'
>

/** Inserts an order with its lines. */
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

/** Locks an order. Until the transaction ends, nobody else changes it, its payments or its refunds. */
export async function lockOrder(tx: Database, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

/** Updates the state of a locked order. */
export async function updateOrder(
  tx: Database,
  id: string,
  change: Pick<OrderRow, 'state' | 'method' | 'paidAt' | 'closedAt'>,
): Promise<OrderRow> {
  const [row] = await tx.update(orders).set(change).where(eq(orders.id, id)).returning()
  if (!row) throw new Error(`order ${id} is gone`)
  return row
}

/** Lets an unpaid order expire at `until` at the latest. A paid or closed order stays as it is. */
export async function expireOrderBy(tx: Database, id: string, until: Date): Promise<void> {
  const { expiresAt, state } = orders
  await tx
    .update(orders)
    .set({ expiresAt: until })
    .where(and(eq(orders.id, id), eq(state, 'UNPAID'), gt(expiresAt, until)))
}

/** Reads one page of a person's orders, latest first, and their total number. */
export async function pageOrders(
  db: Database,
  { userId, state, limit, offset }: { userId: string; state?: OrderState | undefined; limit: number; offset: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  const own = and(eq(orders.userId, userId), state && eq(orders.state, state))
  const rows = await db.select().from(orders).where(own).orderBy(desc(orders.id)).limit(limit).offset(offset)
  return { rows, total: await db.$count(orders, own) }
}

/** Lists unpaid orders whose time is over, in order of id. */
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

/** Lists the lines of these orders, by order and position. */
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

/** Lists the refunds of these orders, earliest first. */
export async function listRefunds(db: Database, orderIds: readonly string[]): Promise<(typeof refunds.$inferSelect)[]> {
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, [...orderIds]))
    .orderBy(asc(refunds.id))
}

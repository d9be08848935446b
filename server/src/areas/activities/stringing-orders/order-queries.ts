import { STRING_PARTS, type StringPart } from '@paidang/domain/areas/stringing/string-job'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { orders } from '../../../tables/payments.ts'
import { merchants } from '../../../tables/stringing.ts'
import {
  bindsItsShop,
  stringingOrders,
  stringingParts,
  stringingReviews,
  stringingSteps,
} from '../../../tables/stringing-orders.ts'
import type { OrderRow } from '../../money/payments/order-effects.ts'

export type StringingOrderRow = typeof stringingOrders.$inferSelect
export type NewStringingOrderRow = typeof stringingOrders.$inferInsert & { id: string }
export type StepRow = typeof stringingSteps.$inferSelect
export type PartRow = typeof stringingParts.$inferSelect

/** Reserves the id of a new order, because the order and its payment order refer to each other. */
export async function reserveOrderId(tx: Database): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('stringing_orders', 'id'))::text as id`,
  )
  const [row] = rows
  if (!row) throw new Error('a sequence answers one row')
  return row.id
}

/** Lists the pickup codes of rackets that a shop has or expects. */
export async function listUsedCodes(tx: Database, merchantId: string): Promise<string[]> {
  const { merchantId: shop, pickupCode } = stringingOrders
  const open = and(eq(shop, merchantId), bindsItsShop(stringingOrders))
  return (await tx.select({ pickupCode }).from(stringingOrders).where(open)).map((row) => row.pickupCode)
}

/** Inserts an order. Undefined when its number or its code was taken in the meantime. */
export async function insertStringingOrder(
  tx: Database,
  order: NewStringingOrderRow,
): Promise<StringingOrderRow | undefined> {
  const [row] = await tx.insert(stringingOrders).values(order).onConflictDoNothing().returning()
  return row
}

/** The row of one half of a bed, without its order. */
export type NewPart = Omit<typeof stringingParts.$inferInsert, 'orderId' | 'part'>

export async function insertParts(tx: Database, orderId: string, bed: Record<StringPart, NewPart>): Promise<void> {
  await tx.insert(stringingParts).values(STRING_PARTS.map((part) => ({ ...bed[part], orderId, part })))
}

/** Reads the two halves of an order's bed. */
export async function listParts(db: Database, orderId: string): Promise<PartRow[]> {
  return db.select().from(stringingParts).where(eq(stringingParts.orderId, orderId))
}

/** Reads and locks the order until the transaction ends. */
export async function lockStringingOrder(tx: Database, id: string): Promise<StringingOrderRow | undefined> {
  const [row] = await tx.select().from(stringingOrders).where(eq(stringingOrders.id, id)).for('no key update')
  return row
}

/** Updates the state of a locked order. */
export async function updateStringingOrder(
  tx: Database,
  id: string,
  change: Partial<StringingOrderRow>,
): Promise<StringingOrderRow> {
  const [row] = await tx.update(stringingOrders).set(change).where(eq(stringingOrders.id, id)).returning()
  if (!row) throw new Error(`stringing order ${id} is gone`)
  return row
}

/** Reads the last step of a locked order, and whether it was ever paid. */
export async function findLastStep(
  tx: Database,
  orderId: string,
): Promise<Pick<StepRow, 'seq' | 'action' | 'actor' | 'remark' | 'photos' | 'createdAt'> & { wasPaid: boolean }> {
  const { seq, action, actor, remark, photos, createdAt } = stringingSteps
  const [row] = await tx
    .select({
      seq,
      action,
      actor,
      remark,
      photos,
      createdAt,
      wasPaid: sql<boolean>`bool_or(${action} = 'pay') over ()`,
    })
    .from(stringingSteps)
    .where(eq(stringingSteps.orderId, orderId))
    .orderBy(desc(seq))
    .limit(1)
  if (!row) throw new Error(`stringing order ${orderId} has no steps`)
  return row
}

export async function insertStep(tx: Database, step: typeof stringingSteps.$inferInsert): Promise<void> {
  await tx.insert(stringingSteps).values(step)
}

/** Reads the payment order of an order. */
export async function findPaymentOrder(tx: Database, paymentOrderId: string): Promise<OrderRow> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, paymentOrderId))
  if (!row) throw new Error(`order ${paymentOrderId} is gone`)
  return row
}

type Review = { orderId: string; merchantId: string; userId: string; stars: number; text: string; createdAt: Date }

/** Inserts a player's review and counts it for the shop. Returns false if there is an earlier review, which stays. */
export async function addReview(tx: Database, review: Review): Promise<boolean> {
  const kept = await tx.insert(stringingReviews).values(review).onConflictDoNothing().returning()
  if (kept.length === 0) return false
  await tx
    .update(merchants)
    .set({ ratingSum: sql`${merchants.ratingSum} + ${review.stars}`, ratingCount: sql`${merchants.ratingCount} + 1` })
    .where(eq(merchants.id, review.merchantId))
  return true
}

/** Reads the player's review of an order. */
export async function findReview(
  db: Database,
  orderId: string,
): Promise<typeof stringingReviews.$inferSelect | undefined> {
  const [row] = await db.select().from(stringingReviews).where(eq(stringingReviews.orderId, orderId))
  return row
}

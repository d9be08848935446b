import type { ShipmentState } from '@paidang/domain/areas/payments/shipment'
import { and, asc, desc, eq, getTableColumns, gt, lte, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { orders, type ProviderName, payments, shipments } from '../../../tables/payments.ts'
import { shopOrders } from '../../../tables/shop.ts'

export type ShipmentRow = typeof shipments.$inferSelect

type NewShipment = Pick<typeof shipments.$inferInsert, 'paymentId' | 'logistics' | 'nextTryAt' | 'createdAt'>

/** Inserts a shipment. An existing shipment of the same payment stays as it is. */
export async function insertShipment(tx: Database, shipment: NewShipment): Promise<void> {
  await tx.insert(shipments).values(shipment).onConflictDoNothing({ target: shipments.paymentId })
}

const selectDue = (db: Database) =>
  db
    .select({
      ...getTableColumns(shipments),
      transactionId: payments.transactionId,
      title: orders.title,
      openId: users.openId,
      carrier: shopOrders.carrier,
      trackingNo: shopOrders.trackingNo,
      contactPhone: shopOrders.contactPhone,
    })
    .from(shipments)
    .innerJoin(payments, eq(payments.id, shipments.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(shopOrders, eq(shopOrders.paymentOrderId, orders.id))
    .$dynamic()

/** A shipment with the data for its upload to WeChat. */
export type DueShipment = Awaited<ReturnType<typeof selectDue>>[number]

/** Lists the shipments of a provider's payments that are due for an upload or a query, in order of id. */
export async function listDueShipments(
  db: Database,
  { provider, now, afterId, limit }: { provider: ProviderName; now: Date; afterId: string; limit: number },
): Promise<DueShipment[]> {
  return selectDue(db)
    .where(and(eq(payments.provider, provider), lte(shipments.nextTryAt, now), gt(shipments.id, afterId)))
    .orderBy(asc(shipments.id))
    .limit(limit)
}

/**
 * Claims and counts an attempt. `nextTryAt` applies if no result of this attempt is written.
 *
 * @returns whether the caller got the attempt
 */
export async function claimShipment(
  db: Database,
  { id, state, attempts }: Pick<ShipmentRow, 'id' | 'state' | 'attempts'>,
  nextTryAt: Date,
): Promise<boolean> {
  const rows = await db
    .update(shipments)
    .set({ attempts: attempts + 1, nextTryAt })
    .where(and(eq(shipments.id, id), eq(shipments.state, state), eq(shipments.attempts, attempts)))
    .returning({ id: shipments.id })
  return rows.length === 1
}

/** Writes the result of an attempt. */
export async function updateShipment(
  db: Database,
  id: string,
  change: Partial<Pick<ShipmentRow, 'state' | 'attempts' | 'nextTryAt' | 'lastError' | 'shippedAt' | 'receivedAt'>>,
): Promise<void> {
  await db.update(shipments).set(change).where(eq(shipments.id, id))
}

const { id: payerId, nickname, avatar } = users
const selectManaged = (db: Database) =>
  db
    .select({
      shipment: shipments,
      orderId: orders.id,
      orderTitle: orders.title,
      payer: { id: payerId, nickname, avatar },
    })
    .from(shipments)
    .innerJoin(payments, eq(payments.id, shipments.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .$dynamic()

export type ManagedShipmentRow = Awaited<ReturnType<typeof selectManaged>>[number]

/** Reads one page of shipments in one state or all. REFUSED shipments come first, then the latest. */
export async function pageShipments(
  db: Database,
  { state, limit, offset }: { state: ShipmentState | undefined; limit: number; offset: number },
): Promise<{ rows: ManagedShipmentRow[]; total: number }> {
  const condition = state && eq(shipments.state, state)
  const rows = await selectManaged(db)
    .where(condition)
    .orderBy(desc(sql`(${shipments.state} = 'REFUSED')`), desc(shipments.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await countUpTo(db, db.select({ id: shipments.id }).from(shipments).where(condition)) }
}

export async function findManagedShipment(db: Database, id: string): Promise<ManagedShipmentRow | undefined> {
  const [row] = await selectManaged(db).where(eq(shipments.id, id))
  return row
}

/** Puts a REFUSED shipment back to WAITING, so that it is uploaded again. @returns whether it was REFUSED */
export async function reopenShipment(tx: Database, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(shipments)
    .set({ state: 'WAITING', attempts: 0, nextTryAt: now })
    .where(and(eq(shipments.id, id), eq(shipments.state, 'REFUSED')))
    .returning({ id: shipments.id })
  return rows.length === 1
}

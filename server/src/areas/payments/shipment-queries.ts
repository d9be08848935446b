import type { ShipmentState } from '@paidang/domain/areas/payments/shipment'
import { and, asc, desc, eq, getTableColumns, gt, lte, sql } from 'drizzle-orm'
import { countUpTo } from '../../db/count-up-to.ts'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import { shopOrders } from '../shop/tables.ts'
import { orders, type ProviderName, payments, shipments } from './tables.ts'

export type ShipmentRow = typeof shipments.$inferSelect

type NewShipment = Pick<typeof shipments.$inferInsert, 'paymentId' | 'logistics' | 'nextTryAt' | 'createdAt'>

/** Writes a shipment; one of the same payment stays as it is. */
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

/** A shipment with what WeChat is told of it. */
export type DueShipment = Awaited<ReturnType<typeof selectDue>>[number]

/** Shipments of a provider's payments whose time to be uploaded, or asked about, has come, in the order of their ids. */
export async function listDueShipments(
  db: Database,
  { provider, now, afterId, limit }: { provider: ProviderName; now: Date; afterId: string; limit: number },
): Promise<DueShipment[]> {
  return selectDue(db)
    .where(and(eq(payments.provider, provider), lte(shipments.nextTryAt, now), gt(shipments.id, afterId)))
    .orderBy(asc(shipments.id))
    .limit(limit)
}

/** Counts an attempt, and says when the next follows if nobody writes how this one ended. @returns whether it is the caller's */
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

/** Writes how an attempt ended. */
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

/** One page of shipments of one state or all: those that are REFUSED first, then the latest. */
export async function pageShipments(
  db: Database,
  { state, limit, offset }: { state: ShipmentState | undefined; limit: number; offset: number },
): Promise<{ rows: ManagedShipmentRow[]; total: number }> {
  const wanted = state && eq(shipments.state, state)
  const rows = await selectManaged(db)
    .where(wanted)
    .orderBy(desc(sql`(${shipments.state} = 'REFUSED')`), desc(shipments.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await countUpTo(db, db.select({ id: shipments.id }).from(shipments).where(wanted)) }
}

export async function findManagedShipment(db: Database, id: string): Promise<ManagedShipmentRow | undefined> {
  const [row] = await selectManaged(db).where(eq(shipments.id, id))
  return row
}

/** A REFUSED shipment waits to be uploaded once more. @returns whether it was REFUSED */
export async function reopenShipment(tx: Database, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(shipments)
    .set({ state: 'WAITING', attempts: 0, nextTryAt: now })
    .where(and(eq(shipments.id, id), eq(shipments.state, 'REFUSED')))
    .returning({ id: shipments.id })
  return rows.length === 1
}

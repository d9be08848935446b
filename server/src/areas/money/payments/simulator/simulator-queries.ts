import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/database.ts'
import { simulatedNotifications, simulatedPayments, simulatedRefunds } from '../../../../tables/payments.ts'

export type SimulatedPaymentRow = typeof simulatedPayments.$inferSelect
export type SimulatedRefundRow = typeof simulatedRefunds.$inferSelect

/** Prepares a payment. A payment that is already prepared stays as it is. */
export async function insertSimulatedPayment(
  db: Database,
  payment: Pick<SimulatedPaymentRow, 'outTradeNo' | 'title' | 'amountFen' | 'expiresAt'>,
): Promise<void> {
  await db.insert(simulatedPayments).values(payment).onConflictDoNothing()
}

export async function findSimulatedPayment(db: Database, outTradeNo: string): Promise<SimulatedPaymentRow | undefined> {
  const [row] = await db.select().from(simulatedPayments).where(eq(simulatedPayments.outTradeNo, outTradeNo))
  return row
}

/** Locks the payment until the transaction ends. */
export async function lockSimulatedPayment(tx: Database, outTradeNo: string): Promise<SimulatedPaymentRow | undefined> {
  const rows = tx.select().from(simulatedPayments).where(eq(simulatedPayments.outTradeNo, outTradeNo)).for('update')
  return (await rows)[0]
}

/** Updates a payment that has brought no money. @returns the row if it changed */
export async function moveSimulatedPayment(
  db: Database,
  outTradeNo: string,
  change: Partial<Pick<SimulatedPaymentRow, 'state' | 'transactionId' | 'paidAt'>>,
): Promise<SimulatedPaymentRow | undefined> {
  const [row] = await db
    .update(simulatedPayments)
    .set(change)
    .where(and(eq(simulatedPayments.outTradeNo, outTradeNo), inArray(simulatedPayments.state, ['NOTPAY', 'PAYERROR'])))
    .returning()
  return row
}

/** Accepts a refund. A refund with a known number stays as it is. */
export async function insertSimulatedRefund(
  db: Database,
  refund: Pick<SimulatedRefundRow, 'outRefundNo' | 'outTradeNo' | 'amountFen'>,
): Promise<void> {
  await db
    .insert(simulatedRefunds)
    .values({ ...refund, state: 'PROCESSING' })
    .onConflictDoNothing()
}

export async function findSimulatedRefund(db: Database, outRefundNo: string): Promise<SimulatedRefundRow | undefined> {
  const [row] = await db.select().from(simulatedRefunds).where(eq(simulatedRefunds.outRefundNo, outRefundNo))
  return row
}

/** Sums all refunds of a payment, in fen. */
export async function sumSimulatedRefunds(db: Database, outTradeNo: string): Promise<number> {
  const [row] = await db
    .select({ fen: sql<string>`coalesce(sum(${simulatedRefunds.amountFen}), 0)` })
    .from(simulatedRefunds)
    .where(eq(simulatedRefunds.outTradeNo, outTradeNo))
  return Number(row?.fen ?? 0)
}

/** Finishes the refunds under way. @returns those it finished */
export async function finishSimulatedRefunds(tx: Database): Promise<SimulatedRefundRow[]> {
  return tx
    .update(simulatedRefunds)
    .set({ state: 'SUCCESS' })
    .where(eq(simulatedRefunds.state, 'PROCESSING'))
    .returning()
}

/** A notification to deliver. */
export type NewNotification = Pick<typeof simulatedNotifications.$inferInsert, 'eventId' | 'body' | 'deliverAt'>

export async function insertNotifications(tx: Database, notifications: NewNotification[]): Promise<void> {
  if (notifications.length > 0) await tx.insert(simulatedNotifications).values(notifications)
}

export type NotificationRow = typeof simulatedNotifications.$inferSelect

/** Lists the due notifications of one event or of all, in order of id. */
export async function listDueNotifications(
  db: Database,
  { now, eventId, afterId, limit }: { now: Date; eventId?: string; afterId: string; limit: number },
): Promise<NotificationRow[]> {
  return db
    .select()
    .from(simulatedNotifications)
    .where(
      and(
        isNull(simulatedNotifications.deliveredAt),
        lte(simulatedNotifications.deliverAt, now),
        gt(simulatedNotifications.id, afterId),
        eventId === undefined ? undefined : eq(simulatedNotifications.eventId, eventId),
      ),
    )
    .orderBy(asc(simulatedNotifications.id))
    .limit(limit)
}

/** Records that a notification was delivered, or when it is delivered again. */
export async function updateNotification(
  db: Database,
  id: string,
  change: { deliveredAt: Date } | { deliverAt: Date },
): Promise<void> {
  await db.update(simulatedNotifications).set(change).where(eq(simulatedNotifications.id, id))
}

import type { PaymentStep } from '@paidang/api/areas/payments'
import type { PaymentState } from '@paidang/domain/areas/payments/order'
import { and, asc, eq, gt, lte, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { orders, type ProviderName, paymentEvents, payments } from '../../../tables/payments.ts'
import type { OrderRow } from './order-effects.ts'

export type PaymentRow = typeof payments.$inferSelect

/** A payment to insert. Its state is PENDING. */
export type NewPayment = Pick<
  typeof payments.$inferInsert,
  'orderId' | 'provider' | 'outTradeNo' | 'cardId' | 'channel' | 'amountFen' | 'nextPollAt' | 'createdAt'
>

export async function insertPayment(tx: Database, payment: NewPayment): Promise<PaymentRow> {
  const [row] = await tx
    .insert(payments)
    .values({ ...payment, state: 'PENDING' })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Reads a payment by its number, with its order. Neither row is locked. */
export async function findPayment(
  db: Database,
  outTradeNo: string,
): Promise<{ payment: PaymentRow; order: OrderRow } | undefined> {
  const [row] = await db
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.outTradeNo, outTradeNo))
  return row
}

/** Lists the payments of an order whose outcome at the provider is still open. */
export async function listPendingPayments(
  db: Database,
  orderId: string,
  provider: ProviderName,
): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.provider, provider), eq(payments.state, 'PENDING')))
    .orderBy(asc(payments.id))
}

/** Reads the payment that settled an order. */
export async function findSettledPayment(db: Database, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'SETTLED')))
  return row
}

/** Records that money came. It settles the order, or it is surplus. The order must be locked. */
export async function receiveMoney(
  tx: Database,
  id: string,
  received: { state: 'SETTLED' | 'SURPLUS'; transactionId: string | null; receivedFen: number; now: Date },
): Promise<PaymentRow> {
  const { state, transactionId, receivedFen, now } = received
  const [row] = await tx
    .update(payments)
    .set({ state, transactionId, receivedFen, settledAt: now, nextPollAt: null })
    .where(eq(payments.id, id))
    .returning()
  if (!row) throw new Error(`payment ${id} is gone`)
  return row
}

/** Ends a payment without money, unless money came in the meantime. */
export async function endPayment(
  db: Database,
  outTradeNo: string,
  state: Extract<PaymentState, 'CLOSED' | 'FAILED'>,
): Promise<void> {
  await db
    .update(payments)
    .set({ state, nextPollAt: null })
    .where(and(eq(payments.outTradeNo, outTradeNo), eq(payments.state, 'PENDING')))
}

/** Sets when a payment that is still PENDING is queried again. */
export async function postponePoll(db: Database, outTradeNo: string, nextPollAt: Date): Promise<void> {
  await db
    .update(payments)
    .set({ nextPollAt })
    .where(and(eq(payments.outTradeNo, outTradeNo), eq(payments.state, 'PENDING')))
}

/**
 * Makes the pending payments of an order, except `exceptId`, due for a query at once. The order takes no more money.
 */
export async function pollAtOnce(tx: Database, orderId: string, now: Date, exceptId = '0'): Promise<void> {
  await tx
    .update(payments)
    .set({ nextPollAt: now })
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'PENDING'), ne(payments.id, exceptId)))
}

/** Saves what the payer's device needs to pay, for repeated requests. */
export async function savePrepayment(db: Database, id: string, prepay: PaymentStep): Promise<void> {
  await db.update(payments).set({ prepay }).where(eq(payments.id, id))
}

/** A payment to query, and whether its order still waits for money. */
export type DoubtfulPayment = { id: string; outTradeNo: string; createdAt: Date; isQuery: boolean }

/** Lists the PENDING payments of a provider that are due for a query, in order of id. */
export async function listDoubtfulPayments(
  db: Database,
  { provider, now, afterId, limit }: { provider: ProviderName; now: Date; afterId: string; limit: number },
): Promise<DoubtfulPayment[]> {
  return db
    .select({
      id: payments.id,
      outTradeNo: payments.outTradeNo,
      createdAt: payments.createdAt,
      isQuery: sql<boolean>`${orders.state} = 'UNPAID'`,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.state, 'PENDING'),
        eq(payments.provider, provider),
        lte(payments.nextPollAt, now),
        gt(payments.id, afterId),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(limit)
}

/** Records a notification. Returns false if it was recorded before. Waits for a concurrent insert of the same one. */
export async function recordEvent(
  tx: Database,
  event: { provider: ProviderName; eventId: string; outTradeNo: string },
): Promise<boolean> {
  const rows = await tx
    .insert(paymentEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  return rows.length === 1
}

/** Reads the openId of the payer in WeChat. */
export async function findOpenId(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ openId: users.openId }).from(users).where(eq(users.id, userId))
  return row?.openId ?? null
}

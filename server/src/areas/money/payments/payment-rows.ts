import { randomBytes } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { orders, type ProviderName, payments } from '../../../tables/payments.ts'

export type PaymentRow = typeof payments.$inferSelect

/** 120 bits. Letter and hex digits make 31 characters; a provider takes 32. */
const BYTES = 15

/** Creates our number for a payment (P) or a refund (R). It is random, so no other system of ours has given it. */
export const newNumber = (letter: 'P' | 'R') => letter + randomBytes(BYTES).toString('hex')

/** Inserts a PENDING payment. */
export async function insertPayment(
  tx: Database,
  payment: Pick<
    typeof payments.$inferInsert,
    'orderId' | 'provider' | 'outTradeNo' | 'cardId' | 'entryId' | 'channel' | 'amountFen' | 'nextPollAt' | 'createdAt'
  >,
): Promise<PaymentRow> {
  const [row] = await tx
    .insert(payments)
    .values({ ...payment, state: 'PENDING' })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Reads a payment by its number, with its order. Neither row is locked. */
export async function findPayment(db: Database, outTradeNo: string) {
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

/**
 * Makes the pending payments of an order due for a query at once, because the order takes no more money.
 */
export async function pollAtOnce(tx: Database, orderId: string, now: Date): Promise<void> {
  await tx
    .update(payments)
    .set({ nextPollAt: now })
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'PENDING')))
}

import type { PaymentStep } from '@paidang/api/areas/payments'
import type { PaymentState } from '@paidang/domain/areas/payments/order'
import { and, asc, eq, gt, lte, ne, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import type { OrderRow } from './order-effects.ts'
import { orders, type ProviderName, paymentEvents, payments } from './tables.ts'

export type PaymentRow = typeof payments.$inferSelect

/** A payment that begins, PENDING. */
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

/** A payment by its number with its order, neither locked. */
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

/** The payments of an order that a provider has not spoken about yet. */
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

/** The payment that settled an order. */
export async function findSettledPayment(db: Database, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'SETTLED')))
  return row
}

/** Records that money came: it settles its order, or is surplus. The order is locked. */
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

/** A payment ends without money, unless money came meanwhile. */
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

/** Says when a payment that is still PENDING is asked about again. */
export async function postponePoll(db: Database, outTradeNo: string, nextPollAt: Date): Promise<void> {
  await db
    .update(payments)
    .set({ nextPollAt })
    .where(and(eq(payments.outTradeNo, outTradeNo), eq(payments.state, 'PENDING')))
}

/** The other payments that were begun for an order are asked about at once: it takes no money any more. */
export async function pollAtOnce(tx: Database, orderId: string, now: Date, exceptId = '0'): Promise<void> {
  await tx
    .update(payments)
    .set({ nextPollAt: now })
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'PENDING'), ne(payments.id, exceptId)))
}

/** Keeps what the payer's device needs, for whoever asks again. */
export async function keepPrepay(db: Database, id: string, prepay: PaymentStep): Promise<void> {
  await db.update(payments).set({ prepay }).where(eq(payments.id, id))
}

/** A payment to be asked about, and whether its order still waits for money. */
export type DoubtfulPayment = { id: string; outTradeNo: string; createdAt: Date; isWanted: boolean }

/** PENDING payments of a provider whose time to be asked about has come, in the order of their ids. */
export async function listDoubtfulPayments(
  db: Database,
  { provider, now, afterId, limit }: { provider: ProviderName; now: Date; afterId: string; limit: number },
): Promise<DoubtfulPayment[]> {
  return db
    .select({
      id: payments.id,
      outTradeNo: payments.outTradeNo,
      createdAt: payments.createdAt,
      isWanted: sql<boolean>`${orders.state} = 'UNPAID'`,
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

/** Records that a notification was heard; false when it was before. A twin under way is waited for. */
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

/** The payer within WeChat. */
export async function findOpenId(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ openId: users.openId }).from(users).where(eq(users.id, userId))
  return row?.openId ?? null
}

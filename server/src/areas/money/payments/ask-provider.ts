import { nextPaymentPoll, type PaymentState } from '@paidang/domain/areas/money/payments/order'
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { orders, type ProviderName, payments } from '../../../tables/payments.ts'
import { closeOrder } from './order.ts'
import { listPendingPayments, type PaymentRow } from './payment-rows.ts'
import type { Payments } from './provider.ts'
import { settlePayment } from './settle-payment.ts'

/** Ends a payment without money, unless money came in the meantime. */
async function endPayment(
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
async function postponePoll(db: Database, outTradeNo: string, nextPollAt: Date): Promise<void> {
  await db
    .update(payments)
    .set({ nextPollAt })
    .where(and(eq(payments.outTradeNo, outTradeNo), eq(payments.state, 'PENDING')))
}

/** Longer than any call to a provider can take. */
const UNDER_WAY_MS = 600_000

/**
 * Asks the provider about a payment and acts on the answer. Money settles the order, and an end without money is
 * recorded. Any other answer is asked again later. With `closes` the order takes no more money. Then the payment is
 * closed at the provider before the query. Never call it within a transaction.
 *
 * @throws ProviderUnavailable; then nothing is known and nothing has changed
 * Source: decision "Hours and money", Payments: close, query, honour or refund
 */
export async function askProvider(
  db: Database,
  {
    payments,
    payment,
    closes,
    now,
  }: { payments: Payments; payment: Pick<PaymentRow, 'outTradeNo' | 'createdAt'>; closes: boolean; now: Date },
): Promise<void> {
  const { provider, effects } = payments
  const { outTradeNo } = payment
  if (closes) await provider.close(outTradeNo)
  const known = await provider.query(outTradeNo)
  switch (known.state) {
    case 'SUCCESS':
      await db.transaction((tx) => settlePayment(tx, { outTradeNo, received: known, effects, now }))
      return
    case 'CLOSED':
      return endPayment(db, outTradeNo, 'CLOSED')
    case 'PAYERROR':
      // While the order takes money, its payer may try again under the same number, perhaps at this moment.
      if (closes) return endPayment(db, outTradeNo, 'FAILED')
      break
    case 'UNKNOWN':
      // A request that was sent a moment ago may still reach the provider.
      if (closes && now.getTime() - payment.createdAt.getTime() > UNDER_WAY_MS)
        return endPayment(db, outTradeNo, 'CLOSED')
      break
    case 'NOTPAY':
  }
  return postponePoll(db, outTradeNo, nextPaymentPoll(payment.createdAt, now))
}

/**
 * Lists the PENDING payments of a provider that are due for a query, in order of id. With `closes` the order takes no
 * more money.
 */
async function listDoubtfulPayments(
  db: Database,
  { provider, now, afterId, limit }: { provider: ProviderName; now: Date; afterId: string; limit: number },
) {
  return db
    .select({
      id: payments.id,
      outTradeNo: payments.outTradeNo,
      createdAt: payments.createdAt,
      closes: sql<boolean>`${orders.state} <> 'UNPAID'`,
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

/**
 * Queries the payments whose outcome is still open, because a notification may be lost. Payments whose order takes no
 * more money are closed.
 *
 * Source: decision "Hours and money", Payments
 */
export async function pollPayments({
  db,
  now,
  signal,
  onFault,
  payments,
}: JobContext & { payments: Payments }): Promise<void> {
  const { name: provider } = payments.provider
  await processEach({
    what: 'poll payment',
    list: (page) => listDoubtfulPayments(db, { provider, now, ...page }),
    each: async ({ closes, ...payment }) => {
      // Postponed before the call, so that a payment that cannot be queried also waits for its next turn.
      await postponePoll(db, payment.outTradeNo, nextPaymentPoll(payment.createdAt, now))
      await askProvider(db, { payments, payment, closes, now })
    },
    signal,
    onFault,
  })
}

/** Lists unpaid orders whose time is over, in order of id. */
async function listOverdueOrders(db: Database, { now, afterId, limit }: { now: Date; afterId: string; limit: number }) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'UNPAID'), lte(orders.expiresAt, now), gt(orders.id, afterId)))
    .orderBy(asc(orders.id))
    .limit(limit)
}

/**
 * Closes the orders that were not paid in time and releases what they held. First each payment is closed at its
 * provider, then queried. Money that came at the last moment still pays the order. If the provider cannot be asked, the
 * order waits for the next run.
 *
 * Source: decision "Hours and money", Payments
 */
export async function closeUnpaidOrders({
  db,
  now,
  signal,
  onFault,
  payments,
}: JobContext & { payments: Payments }): Promise<void> {
  await processEach({
    what: 'close order',
    list: (page) => listOverdueOrders(db, { now, ...page }),
    each: async ({ id: orderId }) => {
      for (const payment of await listPendingPayments(db, orderId, payments.provider.name)) {
        await askProvider(db, { payments, payment, closes: true, now })
      }
      await db.transaction((tx) => closeOrder(tx, { orderId, now, effects: payments.effects }))
    },
    signal,
    onFault,
  })
}

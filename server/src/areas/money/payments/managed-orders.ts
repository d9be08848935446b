import * as api from '@paidang/api/areas/money/admin-payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { reasonOfNotRefunded } from '@paidang/domain/areas/money/payments/order'
import { differenceOfPayment, differenceOfRefund } from '@paidang/domain/areas/money/payments/reconcile'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { fenOfYuan } from '@paidang/domain/kernel/fen'
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { isPersonMeantBy, users } from '../../../tables/identities.ts'
import { orders, payments, refunds } from '../../../tables/payments.ts'
import { findOrder } from './order.ts'
import type { PaymentRow } from './payment-rows.ts'
import { presentOrder } from './present-order.ts'
import { refuseWhileAway } from './provider.ts'
import { listRefunds } from './refunds.ts'

/** Our number for a payment. */
const TRADE_NO = /^P[0-9a-f]{10,30}$/
const AN_ID = /^[1-9]\d{0,17}$/

function isMeantBy(db: Database, keyword: string): SQL | undefined {
  if (TRADE_NO.test(keyword)) {
    return sql`${orders.id} = (select p.order_id from ${payments} p where p.out_trade_no = ${keyword})`
  }
  // The search for people runs once, not once for each order.
  const isOfPerson = inArray(orders.userId, db.select({ id: users.id }).from(users).where(isPersonMeantBy(keyword)))
  return AN_ID.test(keyword) ? or(eq(orders.id, keyword), isOfPerson) : isOfPerson
}

function typedFen(yuan: string): number {
  const fen = fenOfYuan(yuan)
  if (fen === undefined) throw new ApiError('order_amount_invalid')
  return fen
}

const { id: payerId, nickname, avatar } = users
const selectOrders = (db: Database) =>
  db
    .select({
      order: orders,
      payer: { id: payerId, nickname, avatar },
      // Refunds of surplus money are excluded: that money was never part of the order's price.
      refundedFen: sql<number>`(select coalesce(sum(r.amount_fen), 0) from ${refunds} r
        where r.order_id = ${orders.id} and r.cause <> 'surplus')`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectOrders>>[number]

function present({ order, payer, refundedFen }: Row): api.ManagedOrder {
  const { id, kind, title, amountFen, state, method, createdAt, paidAt } = order
  const times = { createTime: createdAt.toISOString(), paidTime: paidAt?.toISOString() ?? null }
  return { id, kind, title, payer, amountFen, refundedFen, state, method, ...times }
}

/** Lists every attempt to pay an order, in order of id. */
async function listAttempts(db: Database, orderId: string): Promise<PaymentRow[]> {
  return db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id))
}

function presentAttempt({ createdAt, settledAt, ...row }: PaymentRow): api.PaymentAttempt {
  const { id, provider, outTradeNo, transactionId, cardId, channel, amountFen, receivedFen, state } = row
  return {
    id,
    provider,
    outTradeNo,
    transactionId,
    cardId,
    channel,
    amountFen,
    receivedFen,
    state,
    createTime: createdAt.toISOString(),
    settledTime: settledAt?.toISOString() ?? null,
  }
}

/**
 * Reads what the provider says now about an order's payments and refunds. Each answer says whether it agrees with our
 * books. Nothing of ours changes. Card payments, and payments of a provider that is not configured, cannot be queried.
 */
async function askProviderOfOrder({ params: { id: orderId }, db, app }: Handled<typeof api.askProviderOfOrder>) {
  const { provider } = app.payments
  if (!(await findOrder(db, orderId))) throw new ApiError('order_not_found')
  const attempts = await listAttempts(db, orderId)
  const asked = new Set(attempts.filter((payment) => payment.provider === provider.name).map(({ id }) => id))
  const words: api.ProviderStatus = { provider: provider.name, payments: [], refunds: [] }
  for (const payment of attempts) {
    if (!asked.has(payment.id)) {
      words.payments.push({ id: payment.id, theirs: null })
      continue
    }
    const known = await provider.query(payment.outTradeNo).catch(refuseWhileAway)
    const { amountFen, transactionId } = known.state === 'SUCCESS' ? known : { amountFen: null, transactionId: null }
    const agrees = differenceOfPayment(payment, known) === undefined
    words.payments.push({ id: payment.id, theirs: { state: known.state, amountFen, transactionId, agrees } })
  }
  for (const refund of await listRefunds(db, [orderId])) {
    if (refund.target !== 'SOURCE' || !asked.has(refund.paymentId)) {
      words.refunds.push({ id: refund.id, theirs: null })
      continue
    }
    const { state } = await provider.queryRefund(refund.outRefundNo).catch(refuseWhileAway)
    const agrees = differenceOfRefund(refund.state, state) === undefined
    words.refunds.push({ id: refund.id, theirs: { state, amountFen: null, transactionId: null, agrees } })
  }
  return words
}

export default plugin([
  // Latest first.
  handle(api.queryOrders, async ({ query, db }) => {
    const { kind, state, method, userId, amount, from, until } = query
    const keyword = query.keyword?.trim()
    const where = and(
      keyword ? isMeantBy(db, keyword) : undefined,
      userId === undefined ? undefined : eq(orders.userId, userId),
      kind && eq(orders.kind, kind),
      state && eq(orders.state, state),
      method && eq(orders.method, method),
      amount === undefined ? undefined : eq(orders.amountFen, typedFen(amount)),
      from === undefined ? undefined : gte(orders.createdAt, instantOf(from, 0)),
      until === undefined ? undefined : lt(orders.createdAt, instantOf(addDays(until, 1), 0)),
    )
    return pageOf(db, selectOrders(db), { where, order: [desc(orders.createdAt), desc(orders.id)], query, present })
  }),

  handle(api.getManagedOrder, async ({ params: { id }, db }) => {
    const [row] = await selectOrders(db).where(eq(orders.id, id))
    if (!row) throw new ApiError('order_not_found')
    const attempts = await listAttempts(db, id)
    const failed = await db
      .select({ id: refunds.id, lastError: sql<string>`${refunds.lastError}` })
      .from(refunds)
      .where(and(eq(refunds.orderId, id), isNotNull(refunds.lastError)))
      .orderBy(asc(refunds.id))
    return {
      order: await presentOrder(db, row.order),
      payer: row.payer,
      payments: attempts.map(presentAttempt),
      refundProblems: failed.map(({ id, lastError }) => ({ id, problem: reasonOfNotRefunded(lastError) })),
    }
  }),

  handle(api.askProviderOfOrder, askProviderOfOrder),
])

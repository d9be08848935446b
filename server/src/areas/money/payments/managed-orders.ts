import * as api from '@paidang/api/areas/money/admin-payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type TrialState, trialStateAt } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { reasonOfNotRefunded } from '@paidang/domain/areas/money/payments/order'
import { differenceOfPayment, differenceOfRefund } from '@paidang/domain/areas/money/payments/reconcile'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { fenOfYuan } from '@paidang/domain/kernel/fen'
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { invitations } from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { isPersonMeantBy, users } from '../../../tables/identities.ts'
import { orders, payments, refunds } from '../../../tables/payments.ts'
import { trialLessonEvents, trialLessons } from '../../../tables/trial-lessons.ts'
import { venues } from '../../../tables/venues.ts'
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
  // An array is made before the orders are read. For `in` the plan for all values asks for each order who its payer is.
  const people = db.select({ id: users.id }).from(users).where(isPersonMeantBy(keyword))
  const isOfPerson = sql`${orders.userId} = any(array(${people}))`
  return AN_ID.test(keyword) ? or(eq(orders.id, keyword), isOfPerson) : isOfPerson
}

function typedFen(yuan: string): number {
  const fen = fenOfYuan(yuan)
  if (fen === undefined) throw new ApiError('order_amount_invalid')
  return fen
}

/** The condition that an order pays a trial lesson in this state. Past its time one has expired, as `trialStateAt` says. */
function paysTrialIn(db: Database, state: TrialState, now: Date): SQL | undefined {
  const { id, expiresAt } = trialLessons
  const isStored = eq(trialLessons.state, state)
  const isPaid = eq(trialLessons.state, 'PAID')
  const isSo =
    state === 'PAID'
      ? and(isPaid, gt(expiresAt, now))
      : state === 'EXPIRED'
        ? or(isStored, and(isPaid, lte(expiresAt, now)))
        : isStored
  return and(eq(orders.kind, 'TRIAL'), inArray(orders.objectId, db.select({ id }).from(trialLessons).where(isSo)))
}

/** The trial lesson that an order pays. */
async function readPaidTrial(db: Database, id: string, now: Date): Promise<api.ManagedOrderDetail['trial']> {
  const [row] = await db
    .select({
      trial: trialLessons,
      coach: { id: users.id, nickname: users.nickname },
      company: { id: companies.id, name: companies.companyName },
      invitationId: invitations.id,
    })
    .from(trialLessons)
    .innerJoin(users, eq(users.id, trialLessons.coachId))
    .innerJoin(companies, eq(companies.id, trialLessons.companyId))
    .leftJoin(invitations, eq(invitations.trialId, trialLessons.id))
    .where(eq(trialLessons.id, id))
  if (!row) throw new Error(`the order of trial lesson ${id} pays nothing`)
  const { trial, coach, company, invitationId } = row
  const places = await db
    .select({ id: venues.id, name: venues.name })
    .from(venues)
    .where(inArray(venues.id, [...new Set(trial.wishes.map(({ stadiumId }) => stadiumId))]))
  const nameOf = new Map(places.map((place) => [place.id, place.name]))
  const events = await db
    .select({ event: trialLessonEvents, actorName: users.nickname })
    .from(trialLessonEvents)
    .leftJoin(users, eq(users.id, trialLessonEvents.actorId))
    .where(eq(trialLessonEvents.trialId, id))
    .orderBy(asc(trialLessonEvents.id))
  return {
    ...{ state: trialStateAt(trial, now), coach, company, minutes: trial.minutes, invitationId },
    wishes: trial.wishes.map(({ stadiumId, ...wish }) => ({ ...wish, stadiumName: nameOf.get(stadiumId) ?? '' })),
    expiresAt: trial.expiresAt?.toISOString() ?? null,
    events: events.map(({ event: { id, step, createdAt }, actorName }) => ({
      ...{ id, step, actorName },
      at: createdAt.toISOString(),
    })),
  }
}

// Refunds of surplus money are excluded: that money was never part of the order's price.
const refundedOf = (which: SQL) =>
  sql<number>`(select coalesce(sum(r.amount_fen), 0) from ${refunds} r
    where r.order_id = ${orders.id} and r.cause <> 'surplus' and ${which})`.mapWith(Number)

const { id: payerId, nickname, avatar } = users
const selectOrders = (db: Database) =>
  db
    .select({
      order: orders,
      payer: { id: payerId, nickname, avatar },
      refundedFen: refundedOf(sql`true`),
      refundingFen: refundedOf(sql`r.state <> 'DONE'`),
      correctedFen: refundedOf(sql`r.target = 'CORRECTION'`),
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectOrders>>[number]

function present({ order, payer, refundedFen, refundingFen, correctedFen }: Row): api.ManagedOrder {
  const { id, kind, title, amountFen, state, method, createdAt, paidAt } = order
  const times = { createTime: createdAt.toISOString(), paidTime: paidAt?.toISOString() ?? null }
  const corrected = correctedFen > 0 && { isCorrected: true as const }
  return { id, kind, title, payer, amountFen, refundedFen, refundingFen, ...corrected, state, method, ...times }
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
  handle(api.queryOrders, async ({ query, db, now }) => {
    const { kind, state, method, userId, amount, trialState, from, until } = query
    const keyword = query.keyword?.trim()
    const where = and(
      keyword ? isMeantBy(db, keyword) : undefined,
      userId === undefined ? undefined : eq(orders.userId, userId),
      kind && eq(orders.kind, kind),
      state && eq(orders.state, state),
      method && eq(orders.method, method),
      amount === undefined ? undefined : eq(orders.amountFen, typedFen(amount)),
      trialState && paysTrialIn(db, trialState, now),
      from === undefined ? undefined : gte(orders.createdAt, instantOf(from, 0)),
      until === undefined ? undefined : lt(orders.createdAt, instantOf(addDays(until, 1), 0)),
    )
    return pageOf(db, selectOrders(db), { where, order: [desc(orders.createdAt), desc(orders.id)], query, present })
  }),

  handle(api.getManagedOrder, async ({ params: { id }, db, now }) => {
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
      refundingFen: row.refundingFen,
      payer: row.payer,
      payments: attempts.map(presentAttempt),
      refundProblems: failed.map(({ id, lastError }) => ({ id, problem: reasonOfNotRefunded(lastError) })),
      trial: row.order.kind === 'TRIAL' ? await readPaidTrial(db, row.order.objectId, now) : null,
    }
  }),

  handle(api.askProviderOfOrder, askProviderOfOrder),
])

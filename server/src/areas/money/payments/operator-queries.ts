import type { OrderKind, OrderMethod, OrderState, RefundState } from '@paidang/domain/areas/payments/order'
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { isPersonMeantBy, users } from '../../../tables/identities.ts'
import { orders, payments, refunds } from '../../../tables/payments.ts'
import type { PaymentRow } from './payment-queries.ts'
import type { RefundRow } from './refund-queries.ts'

/** Our number for a payment. */
const TRADE_NO = /^P[0-9a-f]{10,30}$/
const AN_ID = /^[1-9]\d{0,17}$/

/** The filter for orders: `from` inclusive, `before` exclusive. */
export type OrdersQuery = {
  keyword: string | undefined
  userId: string | undefined
  kind: OrderKind | undefined
  state: OrderState | undefined
  method: OrderMethod | undefined
  amountFen: number | undefined
  from: Date | undefined
  before: Date | undefined
}

function isMeantBy(db: Database, keyword: string): SQL | undefined {
  if (TRADE_NO.test(keyword)) {
    return sql`${orders.id} = (select p.order_id from ${payments} p where p.out_trade_no = ${keyword})`
  }
  // The search for people runs once, not once for each order.
  const isOfPerson = inArray(orders.userId, db.select({ id: users.id }).from(users).where(isPersonMeantBy(keyword)))
  return AN_ID.test(keyword) ? or(eq(orders.id, keyword), isOfPerson) : isOfPerson
}

function patternOf(
  db: Database,
  { keyword, userId, kind, state, method, amountFen, from, before }: OrdersQuery,
): SQL | undefined {
  return and(
    keyword ? isMeantBy(db, keyword) : undefined,
    userId === undefined ? undefined : eq(orders.userId, userId),
    kind && eq(orders.kind, kind),
    state && eq(orders.state, state),
    method && eq(orders.method, method),
    amountFen === undefined ? undefined : eq(orders.amountFen, amountFen),
    from && gte(orders.createdAt, from),
    before && lt(orders.createdAt, before),
  )
}

const { id: payerId, nickname, avatar } = users
const payer = { id: payerId, nickname, avatar }
const selectOrders = (db: Database) =>
  db
    .select({
      order: orders,
      payer,
      // Refunds of surplus money are excluded: that money was never part of the order's price.
      refundedFen: sql<number>`(select coalesce(sum(r.amount_fen), 0) from ${refunds} r
        where r.order_id = ${orders.id} and r.cause <> 'surplus')`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .$dynamic()

export type ManagedOrderRow = Awaited<ReturnType<typeof selectOrders>>[number]

/** Reads one page of all orders, latest first. */
export async function pageAllOrders(
  db: Database,
  { limit, offset, ...input }: OrdersQuery & { limit: number; offset: number },
): Promise<{ rows: ManagedOrderRow[]; total: number }> {
  const where = patternOf(db, input)
  const rows = await selectOrders(db)
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await countUpTo(db, db.select({ id: orders.id }).from(orders).where(where)) }
}

/** Reads one order for the operators' console. */
export async function findManagedOrder(db: Database, id: string): Promise<ManagedOrderRow | undefined> {
  const [row] = await selectOrders(db).where(eq(orders.id, id))
  return row
}

/** Lists every attempt to pay an order, in order of id. */
export async function listPaymentsOf(db: Database, orderId: string): Promise<PaymentRow[]> {
  return db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id))
}

/** Lists the refunds of an order whose last attempt failed, in order of id. */
export async function listFailedRefundsOf(db: Database, orderId: string): Promise<{ id: string; lastError: string }[]> {
  return db
    .select({ id: refunds.id, lastError: sql<string>`${refunds.lastError}` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isNotNull(refunds.lastError)))
    .orderBy(asc(refunds.id))
}

const selectRefunds = (db: Database) =>
  db
    .select({ refund: refunds, orderTitle: orders.title, payer })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .$dynamic()

export type ManagedRefundRow = Awaited<ReturnType<typeof selectRefunds>>[number]

/** Reads one page of refunds in one state or all. STUCK refunds come first, then the latest. */
export async function pageRefunds(
  db: Database,
  { state, limit, offset }: { state: RefundState | undefined; limit: number; offset: number },
): Promise<{ rows: ManagedRefundRow[]; total: number }> {
  const condition = and(state && eq(refunds.state, state))
  const rows = await selectRefunds(db)
    .where(condition)
    .orderBy(desc(sql`(${refunds.state} = 'STUCK')`), desc(refunds.createdAt), desc(refunds.id))
    .limit(limit)
    .offset(offset)
  const matching = db.select({ id: refunds.id }).from(refunds).where(condition)
  return { rows, total: await countUpTo(db, matching) }
}

export async function findManagedRefund(db: Database, id: string): Promise<ManagedRefundRow | undefined> {
  const [row] = await selectRefunds(db).where(eq(refunds.id, id))
  return row
}

/** Makes a refund due now, a STUCK one as WAITING. @returns the row; undefined if it is DONE */
export async function reopenRefund(tx: Database, id: string, now: Date): Promise<RefundRow | undefined> {
  const [row] = await tx
    .update(refunds)
    .set({
      state: sql`case ${refunds.state} when 'STUCK' then 'WAITING' else ${refunds.state} end`,
      attempts: 0,
      nextTryAt: now,
    })
    .where(and(eq(refunds.id, id), ne(refunds.state, 'DONE')))
    .returning()
  return row
}

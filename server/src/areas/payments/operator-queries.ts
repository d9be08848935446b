import type { OrderKind, OrderMethod, OrderState, RefundState } from '@paidang/domain/areas/payments/order'
import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../db/count-up-to.ts'
import type { Database } from '../../db/database.ts'
import { isPersonMeantBy, users } from '../profile/tables.ts'
import type { PaymentRow } from './payment-queries.ts'
import type { RefundRow } from './refund-queries.ts'
import { orders, payments, refunds } from './tables.ts'

/** A number of ours for a payment. */
const TRADE_NO = /^P[0-9a-f]{10,30}$/
const AN_ID = /^[1-9]\d{0,17}$/

/** Which orders: `from` included, `before` excluded. */
export type OrdersWanted = {
  keyword: string | undefined
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
  // People are looked through once, not again for each order.
  const isOfPerson = inArray(orders.userId, db.select({ id: users.id }).from(users).where(isPersonMeantBy(keyword)))
  return AN_ID.test(keyword) ? or(eq(orders.id, keyword), isOfPerson) : isOfPerson
}

function wantedOf(
  db: Database,
  { keyword, kind, state, method, amountFen, from, before }: OrdersWanted,
): SQL | undefined {
  return and(
    keyword ? isMeantBy(db, keyword) : undefined,
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
      // Money that paid nothing goes back too, and is no part of what the order cost.
      refundedFen: sql<number>`(select coalesce(sum(r.amount_fen), 0) from ${refunds} r
        where r.order_id = ${orders.id} and r.cause <> 'surplus')`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .$dynamic()

export type ManagedOrderRow = Awaited<ReturnType<typeof selectOrders>>[number]

/** One page of all orders, the latest first. */
export async function pageAllOrders(
  db: Database,
  { limit, offset, ...wanted }: OrdersWanted & { limit: number; offset: number },
): Promise<{ rows: ManagedOrderRow[]; total: number }> {
  const where = wantedOf(db, wanted)
  const rows = await selectOrders(db)
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await countUpTo(db, db.select({ id: orders.id }).from(orders).where(where)) }
}

/** One order for the console. */
export async function findManagedOrder(db: Database, id: string): Promise<ManagedOrderRow | undefined> {
  const [row] = await selectOrders(db).where(eq(orders.id, id))
  return row
}

/** Every attempt to pay an order, in their order. */
export async function listPaymentsOf(db: Database, orderId: string): Promise<PaymentRow[]> {
  return db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id))
}

const selectRefunds = (db: Database) =>
  db
    .select({ refund: refunds, orderTitle: orders.title, payer })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .$dynamic()

export type ManagedRefundRow = Awaited<ReturnType<typeof selectRefunds>>[number]

/** One page of refunds of one state or all: those that are STUCK first, then the latest. */
export async function pageRefunds(
  db: Database,
  { state, limit, offset }: { state: RefundState | undefined; limit: number; offset: number },
): Promise<{ rows: ManagedRefundRow[]; total: number }> {
  const wanted = and(state && eq(refunds.state, state))
  const rows = await selectRefunds(db)
    .where(wanted)
    .orderBy(desc(sql`(${refunds.state} = 'STUCK')`), desc(refunds.createdAt), desc(refunds.id))
    .limit(limit)
    .offset(offset)
  const matching = db.select({ id: refunds.id }).from(refunds).where(wanted)
  return { rows, total: await countUpTo(db, matching) }
}

export async function findManagedRefund(db: Database, id: string): Promise<ManagedRefundRow | undefined> {
  const [row] = await selectRefunds(db).where(eq(refunds.id, id))
  return row
}

/** A STUCK refund waits to be asked for once more. @returns the row if it was STUCK */
export async function reopenRefund(tx: Database, id: string, now: Date): Promise<RefundRow | undefined> {
  const [row] = await tx
    .update(refunds)
    .set({ state: 'WAITING', attempts: 0, nextTryAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'STUCK')))
    .returning()
  return row
}

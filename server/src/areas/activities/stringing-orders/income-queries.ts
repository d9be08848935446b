import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { orderLines, orders, payments, refunds } from '../../../tables/payments.ts'
import { stringingOrders, stringingParts } from '../../../tables/stringing-orders.ts'

/** The income of one shop in a period; `until` is exclusive. */
type Period = { merchantId: string; from: Date; until: Date }

const monthOf = (instant: typeof orders.paidAt | typeof refunds.createdAt) =>
  sql<string>`to_char(${instant} at time zone 'Asia/Shanghai', 'YYYY-MM')`

const paidIn = ({ merchantId, from, until }: Period) =>
  and(
    eq(stringingOrders.merchantId, merchantId),
    eq(orders.state, 'PAID'),
    gte(orders.paidAt, from),
    lt(orders.paidAt, until),
  )

/** Price lines with the same label and position in orders of the same structure, and their sum in a month. */
export type LineGroup = {
  month: string
  label: string
  position: number
  lines: number
  stringLines: number
  hasCourier: boolean
  count: number
  paidFen: number
}

/** Groups the price lines of the orders that a shop was paid for. */
export async function groupPaidLines(db: Database, period: Period): Promise<LineGroup[]> {
  const ofOrder = db
    .select({
      paymentOrderId: stringingOrders.paymentOrderId,
      month: sql<string>`${monthOf(orders.paidAt)}`.as('month'),
      lines: sql<number>`(select count(*)::int from ${orderLines} l where l.order_id = ${orders.id})`.as('lines'),
      // One string in both halves is one line.
      stringLines: sql<number>`(select count(distinct p.string_id)::int from ${stringingParts} p
        where p.order_id = ${stringingOrders.id})`.as('string_lines'),
      hasCourier: sql<boolean>`${stringingOrders.handIn} = 'COURIER'`.as('has_courier'),
    })
    .from(stringingOrders)
    .innerJoin(orders, eq(orders.id, stringingOrders.paymentOrderId))
    .where(paidIn(period))
    .as('paid')
  const { month, lines, stringLines, hasCourier } = ofOrder
  const { label, position } = orderLines
  return db
    .select({
      ...{ month, label, position, lines, stringLines, hasCourier },
      count: sql<number>`sum(${orderLines.quantity})`.mapWith(Number),
      paidFen: sql<number>`sum(${orderLines.amountFen})`.mapWith(Number),
    })
    .from(ofOrder)
    .innerJoin(orderLines, eq(orderLines.orderId, ofOrder.paymentOrderId))
    .groupBy(month, label, position, lines, stringLines, hasCourier)
}

/** Counts the jobs that a shop was paid for in each month. */
export async function countPaidJobs(db: Database, period: Period): Promise<{ month: string; jobs: number }[]> {
  return db
    .select({ month: monthOf(orders.paidAt), jobs: sql<number>`count(*)::int` })
    .from(stringingOrders)
    .innerJoin(orders, eq(orders.id, stringingOrders.paymentOrderId))
    .where(paidIn(period))
    .groupBy(sql`1`)
}

/**
 * Sums the refunds of a shop's income by the month of the decision. Refunds of surplus money are excluded, because it
 * was never income.
 */
export async function sumRefunds(
  db: Database,
  { merchantId, from, until }: Period,
): Promise<{ month: string; refundedFen: number }[]> {
  return db
    .select({ month: monthOf(refunds.createdAt), refundedFen: sql<number>`sum(${refunds.amountFen})`.mapWith(Number) })
    .from(stringingOrders)
    .innerJoin(refunds, eq(refunds.orderId, stringingOrders.paymentOrderId))
    .innerJoin(payments, and(eq(payments.id, refunds.paymentId), eq(payments.state, 'SETTLED')))
    .where(and(eq(stringingOrders.merchantId, merchantId), gte(refunds.createdAt, from), lt(refunds.createdAt, until)))
    .groupBy(sql`1`)
}

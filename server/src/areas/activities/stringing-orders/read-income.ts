import type { Income, MonthIncome } from '@paidang/api/areas/activities/merchant-income'
import {
  type IncomeKind,
  incomeByMonth,
  kindOfLine,
  type Month,
  monthsUpTo,
} from '@paidang/domain/areas/activities/stringing/income'
import { stringOfLine } from '@paidang/domain/areas/activities/stringing/string-job'
import { firstOfMonth, instantOf } from '@paidang/domain/kernel/day'
import { and, eq, gte, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { StaffUser } from '../../../http/session.ts'
import { type FileColumn, tableFile } from '../../../spreadsheet/table-file.ts'
import { orderLines, orders, payments, refunds } from '../../../tables/payments.ts'
import { stringingOrders, stringingParts } from '../../../tables/stringing-orders.ts'
import { shopOf } from '../stringing/shop-of.ts'

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
    // Money that staff had entered by mistake never came, and none of it went back.
    sql`not exists (select 1 from ${refunds} f where f.order_id = ${orders.id} and f.target = 'CORRECTION')`,
  )

/**
 * Groups the price lines of the orders that a shop was paid for. A group has the lines with the same label and position
 * in orders of the same structure, and their sum in a month.
 */
async function groupPaidLines(db: Database, period: Period) {
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
async function countPaidJobs(db: Database, period: Period) {
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
async function sumRefunds(db: Database, { merchantId, from, until }: Period) {
  return db
    .select({ month: monthOf(refunds.createdAt), refundedFen: sql<number>`sum(${refunds.amountFen})`.mapWith(Number) })
    .from(stringingOrders)
    .innerJoin(refunds, eq(refunds.orderId, stringingOrders.paymentOrderId))
    .innerJoin(payments, and(eq(payments.id, refunds.paymentId), eq(payments.state, 'SETTLED')))
    .where(
      and(
        eq(stringingOrders.merchantId, merchantId),
        gte(refunds.createdAt, from),
        lt(refunds.createdAt, until),
        ne(refunds.target, 'CORRECTION'),
      ),
    )
    .groupBy(sql`1`)
}

type Query = { staff: StaffUser; month: Month }

/**
 * Reads twelve months of a shop up to `month`. The services and strings of that month are listed by income, the highest
 * first.
 */
export async function readIncome(db: Database, { staff, month }: Query): Promise<Income> {
  const months = monthsUpTo(month)
  const period = {
    merchantId: shopOf(staff),
    from: instantOf(`${months[0]}-01`, 0),
    until: instantOf(firstOfMonth(`${month}-01`, -1), 0),
  }
  const [groups, jobs, refunded] = await Promise.all([
    groupPaidLines(db, period),
    countPaidJobs(db, period),
    sumRefunds(db, period),
  ])
  const lines = groups.map((group) => ({ ...group, kind: kindOfLine(group) }))
  const booked = [...jobs.map((one) => ({ ...one, refundedFen: 0 })), ...refunded.map((one) => ({ ...one, jobs: 0 }))]
  const sharesOf = (...kinds: IncomeKind[]) =>
    shares(lines.filter((line) => line.month === month && kinds.includes(line.kind)))
  return {
    months: incomeByMonth(months, { taken: lines, booked }),
    services: sharesOf('labour', 'extras', 'courier'),
    strings: sharesOf('strings'),
  }
}

/** Sums the income of each name. */
function shares(
  lines: readonly { label: string; kind: IncomeKind; count: number; paidFen: number }[],
): Income['services'] {
  const byName = new Map<string, { count: number; paidFen: number }>()
  for (const { label, kind, count, paidFen } of lines) {
    const name = kind === 'strings' ? stringOfLine(label) : label
    const share = byName.get(name) ?? { count: 0, paidFen: 0 }
    byName.set(name, { count: share.count + count, paidFen: share.paidFen + paidFen })
  }
  return [...byName]
    .map(([name, share]) => ({ name, ...share }))
    .sort((one, other) => other.paidFen - one.paidFen || one.name.localeCompare(other.name))
}

const COLUMNS: readonly FileColumn<MonthIncome>[] = [
  { heading: '月份', width: 10, text: ({ month }) => month },
  { heading: '手工费（元）', width: 14, fen: ({ labourFen }) => labourFen },
  { heading: '球线（元）', width: 14, fen: ({ stringsFen }) => stringsFen },
  { heading: '加项（元）', width: 14, fen: ({ extrasFen }) => extrasFen },
  { heading: '取送（元）', width: 14, fen: ({ courierFen }) => courierFen },
  { heading: '收款（元）', width: 14, fen: ({ paidFen }) => paidFen },
  { heading: '退款（元）', width: 14, fen: ({ refundedFen }) => refundedFen },
  { heading: '净收入（元）', width: 14, fen: ({ netFen }) => netFen },
  { heading: '单数', width: 8, number: ({ jobs }) => jobs },
  { heading: '客单价（元）', width: 14, fen: ({ averageFen }) => averageFen ?? 0 },
]

/** Exports the same twelve months as a file that spreadsheets open correctly. */
export async function exportIncome(
  db: Database,
  { format, ...input }: Query & { format: 'xlsx' | 'csv' },
): Promise<{ fileName: string; contentType: string; base64: string }> {
  const { months } = await readIncome(db, input)
  return tableFile({ name: `穿线收入-${input.month}`, sheet: '收入', columns: COLUMNS, rows: months, format })
}

import type { HoursOfMonth, HoursOwed } from '@paidang/api/areas/views/analytics'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { type FileColumn, tableFile } from '../../../spreadsheet/table-file.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { courseRefunds, hourLots } from '../../../tables/packages.ts'
import { assertPeriod, type CompanyPeriod } from './company-period.ts'

/** Hours whose payment staff had entered by mistake: they lower what was sold. */
const IS_CORRECTION = sql`(l.kind = 'PAYBACK' and starts_with(l.reason, ${CORRECTION_REASON}))`

/** The figures of a month, each with the rows of the ledger that it sums. Together they are all rows. */
const FIGURES = {
  sold: sql`(l.kind = 'GRANT' or ${IS_CORRECTION})`,
  adjusted: sql`l.kind = 'ADJUST'`,
  consumed: sql`l.kind in ('CONSUME', 'REFUND')`,
  refunded: sql`(l.kind not in ('GRANT', 'ADJUST', 'CONSUME', 'REFUND', 'EXPIRE') and not ${IS_CORRECTION})`,
  expired: sql`l.kind = 'EXPIRE'`,
} as const satisfies Record<Exclude<keyof HoursOfMonth, 'month'>, SQL>
type Figure = keyof typeof FIGURES

/** What went back is known to the fen, also where it had several prices. */
const WORTH = sql`case when r.id is null then l.remaining_change * l.unit_price else -r.amount_fen end`

/** Those that lower the balance are shown without their sign. */
const SIGN: Record<Figure, 1 | -1> = { sold: 1, adjusted: 1, consumed: -1, refunded: -1, expired: -1 }
const NAMES = Object.keys(FIGURES) as Figure[]

/**
 * The movements of lesson hours of a company by month, the latest first. It reads the rows of the ledgers between both
 * days alone.
 *
 * @throws ApiError period_invalid
 */
export async function readHours(db: Database, { companyId, period }: CompanyPeriod): Promise<HoursOfMonth[]> {
  assertPeriod(period)
  const sums = NAMES.flatMap((name) => [
    sql`coalesce(sum(l.remaining_change) filter (where ${FIGURES[name]}), 0) as ${sql.identifier(`${name}_sessions`)}`,
    sql`round(coalesce(sum(${WORTH}) filter (where ${FIGURES[name]}), 0)) as ${sql.identifier(`${name}_fen`)}`,
  ])
  const { rows } = await db.execute<Record<string, string>>(sql`
    select to_char(l.created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, ${sql.join(sums, sql`, `)}
    from ${contracts} c join ${lessonLedger} l on l.contract_id = c.id and l.remaining_change <> 0
      and l.created_at >= ${instantOf(period.from, 0)} and l.created_at < ${instantOf(addDays(period.until, 1), 0)}
    left join ${courseRefunds} r on r.contract_id = l.contract_id and r.seq = l.seq
    where c.company_id = ${companyId} group by month order by month desc`)
  return rows.map((row) => {
    // Minus times nothing would be a minus zero.
    const of = (name: Figure, unit: string) => SIGN[name] * Number(row[`${name}_${unit}`]) || 0
    const figure = (name: Figure) => ({ sessions: of(name, 'sessions'), fen: of(name, 'fen') })
    return {
      month: row.month ?? '',
      sold: figure('sold'),
      adjusted: figure('adjusted'),
      consumed: figure('consumed'),
      refunded: figure('refunded'),
      expired: figure('expired'),
    }
  })
}

/** The value of what is left on contracts: at what was paid for it, lot by lot, else at the contract's one price. */
export const LEFT_FEN = sql`coalesce(
  (select sum(l.left_hours * l.unit_price) from ${hourLots} l where l.contract_id = ${contracts}.id and l.left_hours > 0),
  ${contracts}.remaining_sessions * ${contracts}.unit_price)`

/** What a company owes by the month in which it ends, the earliest first. Held hours of ended contracts count too. */
export async function readOwedByMonth(db: Database, companyId: string): Promise<HoursOwed[]> {
  const month = sql<string>`to_char(${contracts.expiryDate}, 'YYYY-MM')`
  const rows = await db
    .select({
      month,
      sessions: sql<number>`sum(${contracts.remainingSessions})`.mapWith(Number),
      fen: sql<number>`round(sum(${LEFT_FEN}))`.mapWith(Number),
    })
    .from(contracts)
    .where(sql`${contracts.companyId} = ${companyId} and ${contracts.remainingSessions} > 0`)
    .groupBy(month)
    .orderBy(month)
  return rows.map(({ month, sessions, fen }) => ({ month, owed: { sessions, fen } }))
}

const HEADINGS: Record<Figure, string> = {
  sold: '售出',
  adjusted: '调整',
  consumed: '消课',
  refunded: '退课',
  expired: '到期失效',
}

/** The movements as a file, a line a month. @throws ApiError period_invalid */
export async function exportHours(
  db: Database,
  { format, ...input }: CompanyPeriod & { format: 'xlsx' | 'csv' },
): Promise<{ fileName: string; contentType: string; base64: string }> {
  const columns = NAMES.flatMap((name): FileColumn<HoursOfMonth>[] => [
    { heading: `${HEADINGS[name]}课时`, width: 12, number: (row) => row[name].sessions },
    { heading: `${HEADINGS[name]}金额（元）`, width: 16, fen: (row) => row[name].fen },
  ])
  return tableFile({
    name: `课时收入-${input.period.from}-${input.period.until}`,
    sheet: '按月',
    columns: [{ heading: '月份', width: 10, text: ({ month }) => month }, ...columns],
    rows: await readHours(db, input),
    format,
  })
}

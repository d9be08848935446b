import type { Income, MonthIncome } from '@paidang/api/areas/merchant-income'
import {
  type IncomeKind,
  incomeByMonth,
  kindOfLine,
  type Month,
  monthsUpTo,
} from '@paidang/domain/areas/stringing/income'
import { stringOfLine } from '@paidang/domain/areas/stringing/string-job'
import { firstOfMonth, instantOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import type { StaffUser } from '../../../http/session.ts'
import { type FileColumn, tableFile } from '../../../spreadsheet/table-file.ts'
import { shopOf } from '../stringing/shop-of.ts'
import { countPaidJobs, groupPaidLines, type LineGroup, sumRefunds } from './income-queries.ts'

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
function shares(lines: readonly (LineGroup & { kind: IncomeKind })[]): Income['services'] {
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

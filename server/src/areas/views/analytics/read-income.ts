import type { IncomeBy, IncomeRow } from '@paidang/api/areas/analytics'
import type { Page } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { type FileColumn, tableFile } from '../../../spreadsheet/table-file.ts'
import { assertPeriod } from './assert-period.ts'
import type { CompanyPeriod } from './figures-queries.ts'
import { type IncomeOrder, listIncome } from './income-queries.ts'

type IncomeQuery = CompanyPeriod & IncomeOrder & { by: IncomeBy }

/** One page of the income by coach, course or venue of a company. @throws ApiError period_invalid */
export async function readIncome(
  db: Database,
  { limit, offset, ...input }: IncomeQuery & { limit: number; offset: number },
): Promise<Page<IncomeRow>> {
  assertPeriod(input.period)
  const rows = await listIncome(db, input)
  return { rows: rows.slice(offset, offset + limit), total: rows.length }
}

const SUBJECT_NAMES: Record<IncomeBy, string> = { coach: '教练', course: '课程', venue: '场馆' }

const AMOUNTS: readonly FileColumn<IncomeRow>[] = [
  { heading: '课次', width: 8, number: ({ classes }) => classes },
  { heading: '授课小时', width: 10, number: ({ taughtHours }) => taughtHours },
  { heading: '学员人数', width: 10, number: ({ students }) => students },
  { heading: '消耗课时', width: 10, number: ({ consumedSessions }) => consumedSessions },
  { heading: '收入（元）', width: 14, fen: ({ incomeFen }) => incomeFen },
]

/** The same list as a file, complete. @throws ApiError period_invalid */
export async function exportIncome(
  db: Database,
  { format, ...input }: IncomeQuery & { format: 'xlsx' | 'csv' },
): Promise<{ fileName: string; contentType: string; base64: string }> {
  const { by, period } = input
  assertPeriod(period)
  const subject = SUBJECT_NAMES[by]
  return tableFile({
    name: `课程与收入-按${subject}-${period.from}-${period.until}`,
    sheet: `按${subject}`,
    columns: [{ heading: subject, width: 24, text: ({ name }) => name }, ...AMOUNTS],
    rows: await listIncome(db, input),
    format,
  })
}

import type { IncomeBy, IncomeRow } from '@paidang/api/areas/cockpit'
import type { Page } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import { type FileColumn, tableFile } from '../../spreadsheet/table-file.ts'
import { assertPeriod } from './assert-period.ts'
import type { CompanyPeriod } from './figures-queries.ts'
import { type IncomeOrder, listIncome } from './income-queries.ts'

type IncomeWanted = CompanyPeriod & IncomeOrder & { by: IncomeBy }

/** One page of what a company's coaches, courses or venues brought. @throws ApiError period_invalid */
export async function readIncome(
  db: Database,
  { limit, offset, ...wanted }: IncomeWanted & { limit: number; offset: number },
): Promise<Page<IncomeRow>> {
  assertPeriod(wanted.period)
  const rows = await listIncome(db, wanted)
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

/** The same as a file, all of it. @throws ApiError period_invalid */
export async function exportIncome(
  db: Database,
  { format, ...wanted }: IncomeWanted & { format: 'xlsx' | 'csv' },
): Promise<{ fileName: string; contentType: string; base64: string }> {
  const { by, period } = wanted
  assertPeriod(period)
  const subject = SUBJECT_NAMES[by]
  return tableFile({
    name: `课程与收入-按${subject}-${period.from}-${period.until}`,
    sheet: `按${subject}`,
    columns: [{ heading: subject, width: 24, text: ({ name }) => name }, ...AMOUNTS],
    rows: await listIncome(db, wanted),
    format,
  })
}

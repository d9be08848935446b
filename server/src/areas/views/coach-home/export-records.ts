import { ATTENDANCE_NAMES } from '@paidang/domain/areas/activities/classes/invitation'
import { dayOf, firstOfMonth, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { eq } from 'drizzle-orm'
import writeExcelFile, { type Row } from 'write-excel-file/node'
import type { Database } from '../../../db/database.ts'
import { fitForFile, sheetRows, textCell as text } from '../../../spreadsheet/table-file.ts'
import { users } from '../../../tables/identities.ts'
import { assertSeesCoach } from '../../places/companies/assert-sees-coach.ts'
import { type HeldClassRow, listHeldClasses, listRecordMonths, type RecordMonthRow } from './taught.ts'

/** The first day of this many calendar months, including the present one. */
export const firstRecordDay = (months: number, now: Date) => firstOfMonth(dayOf(now), months - 1)

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const FEN_PER_YUAN = 100

/** A column of a sheet: its heading, its width in characters, and the value of its cells. */
type Column<Item> = { heading: string; width: number; cell: (item: Item) => Row[number] }

const number = (value: number) => ({ value, type: Number })
const yuan = (fen: number) => ({ value: fen / FEN_PER_YUAN, type: Number, format: '#,##0.00' })

const MONTH_COLUMNS: readonly Column<RecordMonthRow>[] = [
  { heading: '月份', width: 10, cell: ({ month }) => text(month) },
  { heading: '课程', width: 24, cell: ({ courseDesignName }) => text(courseDesignName) },
  { heading: '课次', width: 8, cell: ({ classes }) => number(classes) },
  { heading: '授课小时', width: 10, cell: ({ taughtHours }) => number(taughtHours) },
  { heading: '消耗课时', width: 10, cell: ({ consumedSessions }) => number(consumedSessions) },
  { heading: '收入（元）', width: 14, cell: ({ incomeFen }) => yuan(incomeFen) },
]

const CLASS_COLUMNS: readonly Column<HeldClassRow>[] = [
  { heading: '日期', width: 12, cell: ({ courseDate }) => text(courseDate) },
  { heading: '星期', width: 8, cell: ({ courseDate }) => text(WEEKDAY_NAMES[weekdayOf(courseDate)]) },
  {
    heading: '时间',
    width: 14,
    cell: ({ beginTimeSlot, endTimeSlot }) => text(whenOf(beginTimeSlot, endTimeSlot)),
  },
  { heading: '场馆', width: 24, cell: ({ venueName }) => text(venueName) },
  { heading: '场地', width: 12, cell: ({ courtName }) => text(courtName) },
  { heading: '课程', width: 24, cell: ({ courseDesignName }) => text(courseDesignName) },
  { heading: '学员', width: 24, cell: ({ players }) => text(players.map(({ nickname }) => nickname).join('、')) },
  {
    heading: '出勤',
    width: 18,
    cell: ({ players }) => text(players.map(({ attendance }) => ATTENDANCE_NAMES[attendance]).join('、')),
  },
  { heading: '补录', width: 8, cell: ({ isPast }) => text(isPast ? '补录' : '') },
  { heading: '课时', width: 8, cell: ({ consumedSessions }) => number(consumedSessions) },
  { heading: '收入（元）', width: 14, cell: ({ incomeFen }) => yuan(incomeFen) },
]

/** The nickname of a user. */
async function findNickname(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ nickname: users.nickname }).from(users).where(eq(users.id, userId))
  return row?.nickname ?? ''
}

/**
 * A coach's records as an XLSX workbook. 汇总 has months and courses with their total. 明细 has one row for each held
 * class, latest first. The coach gets everything, the admin of a company what the coach taught for that company.
 *
 * @throws ApiError data_of_others
 */
export async function exportRecords(
  db: Database,
  { coachId, actorId, months: count, now }: { coachId: string; actorId: string; months: number; now: Date },
): Promise<{ fileName: string; contentType: string; base64: string }> {
  await assertSeesCoach(db, actorId, coachId)
  const from = firstRecordDay(count, now)
  const [nickname, months, held] = await Promise.all([
    findNickname(db, coachId),
    listRecordMonths(db, { coachId, actorId }, from),
    listHeldClasses(db, { coachId, actorId }, from),
  ])
  const workbook = await writeExcelFile([
    sheetOf('汇总', MONTH_COLUMNS, months, totalOf(months)),
    sheetOf('明细', CLASS_COLUMNS, held),
  ]).toBuffer()
  return {
    fileName: `授课记录-${fitForFile(nickname)}-${from}-${dayOf(now)}.xlsx`,
    contentType: CONTENT_TYPE,
    base64: workbook.toString('base64'),
  }
}

function sheetOf<Item>(name: string, columns: readonly Column<Item>[], items: readonly Item[], ...below: Row[]) {
  const heading: Row = columns.map((column) => ({ ...text(column.heading), fontWeight: 'bold' }))
  const table = [heading, ...items.map((item) => columns.map(({ cell }) => cell(item))), ...below]
  const data = table.flatMap(sheetRows)
  return { sheet: name, data, columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 }
}

function totalOf(months: readonly RecordMonthRow[]): Row {
  const sumOf = (amount: (row: RecordMonthRow) => number) => months.reduce((sum, row) => sum + amount(row), 0)
  return [
    text('合计'),
    null,
    number(sumOf(({ classes }) => classes)),
    number(sumOf(({ taughtHours }) => taughtHours)),
    number(sumOf(({ consumedSessions }) => consumedSessions)),
    yuan(sumOf(({ incomeFen }) => incomeFen)),
  ]
}

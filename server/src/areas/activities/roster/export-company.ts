import { ATTENDANCE_NAMES } from '@paidang/domain/areas/activities/classes/invitation'
import {
  COLUMN_HEADINGS,
  IMPORT_COLUMNS,
  type ImportColumn,
} from '@paidang/domain/areas/activities/roster/import-cells'
import type { RegistrationState } from '@paidang/domain/areas/activities/roster/registration'
import { dayOf, formatDateTime } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { sql } from 'drizzle-orm'
import writeExcelFile, { type Row, type SheetData } from 'write-excel-file/node'
import type { Database } from '../../../db/database.ts'
import { fitForFile, sheetRows, textCell as text } from '../../../spreadsheet/table-file.ts'
import type { LedgerKind } from '../../../tables/contracts.ts'

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const FEN_PER_YUAN = 100

type File = { fileName: string; contentType: string; base64: string }
type Column<Item> = { heading: string; width: number; cell: (item: Item) => Row[number] }

const number = (value: number | string) => ({ value: Number(value), type: Number })
const yuan = (fen: number | string) => ({ value: Number(fen) / FEN_PER_YUAN, type: Number, format: '#,##0.00' })

const STATE_NAMES: Record<RegistrationState, string> = {
  WAITING: '未认领',
  CLAIMED: '已认领',
  GUARDED: '家长已认领',
  REFUSED: '号码不认识',
  WITHDRAWN: '已撤销',
}

const KIND_NAMES: Record<LedgerKind, string> = {
  GRANT: '购入',
  HOLD: '预占',
  VOID: '释放',
  CONSUME: '消课',
  REFUND: '退回',
  ADJUST: '调整',
  EXPIRE: '过期',
  PAYBACK: '退课',
}

/** Everybody with a contract, or registered by the company. A number is told where the company wrote it down itself. */
type StudentRow = {
  id: string
  name: string
  phone: string | null
  state: RegistrationState | null
  remaining: string
  held: string
}

const STUDENTS: readonly Column<StudentRow>[] = [
  { heading: '编号', width: 10, cell: ({ id }) => text(id) },
  { heading: '学员', width: 16, cell: ({ name }) => text(name) },
  { heading: '登记的手机号', width: 16, cell: ({ phone }) => text(phone ?? '') },
  { heading: '状态', width: 12, cell: ({ state }) => text(state ? STATE_NAMES[state] : '已注册') },
  { heading: '剩余课时', width: 10, cell: ({ remaining }) => number(remaining) },
  { heading: '其中预占', width: 10, cell: ({ held }) => number(held) },
]

type ContractRow = {
  id: string
  name: string
  course: string
  coach: string | null
  remaining: string
  held: string
  price: string
  expiry: string
  at: string
}

const CONTRACTS: readonly Column<ContractRow>[] = [
  { heading: '合同编号', width: 10, cell: ({ id }) => text(id) },
  { heading: '学员', width: 16, cell: ({ name }) => text(name) },
  { heading: '课程', width: 24, cell: ({ course }) => text(course) },
  { heading: '教练', width: 14, cell: ({ coach }) => text(coach ?? '') },
  { heading: '剩余课时', width: 10, cell: ({ remaining }) => number(remaining) },
  { heading: '其中预占', width: 10, cell: ({ held }) => number(held) },
  { heading: '每课时单价（元）', width: 16, cell: ({ price }) => yuan(price) },
  { heading: '有效期至', width: 12, cell: ({ expiry }) => text(expiry) },
  { heading: '签约时间', width: 20, cell: ({ at }) => text(formatDateTime(new Date(at))) },
]

type MovementRow = {
  contract: string
  seq: number
  name: string
  course: string
  kind: LedgerKind
  change: string
  held: string
  after: string
  price: string
  actor: string | null
  reason: string
  at: string
}

const MOVEMENTS: readonly Column<MovementRow>[] = [
  { heading: '合同编号', width: 10, cell: ({ contract }) => text(contract) },
  { heading: '序号', width: 6, cell: ({ seq }) => number(seq) },
  { heading: '学员', width: 16, cell: ({ name }) => text(name) },
  { heading: '课程', width: 24, cell: ({ course }) => text(course) },
  { heading: '类型', width: 8, cell: ({ kind }) => text(KIND_NAMES[kind]) },
  { heading: '课时变化', width: 10, cell: ({ change }) => number(change) },
  { heading: '预占变化', width: 10, cell: ({ held }) => number(held) },
  { heading: '变化后剩余', width: 12, cell: ({ after }) => number(after) },
  { heading: '单价（元）', width: 12, cell: ({ price }) => yuan(price) },
  { heading: '经手人', width: 14, cell: ({ actor }) => text(actor ?? '系统') },
  { heading: '说明', width: 32, cell: ({ reason }) => text(reason) },
  { heading: '时间', width: 20, cell: ({ at }) => text(formatDateTime(new Date(at))) },
]

type ClassRow = {
  day: string
  begin: number
  end: number
  venue: string
  course: string
  coach: string
  name: string
  attendance: 'present' | 'late' | 'absent' | 'leave'
  isPast: boolean
  sessions: string
}

const CLASSES: readonly Column<ClassRow>[] = [
  { heading: '日期', width: 12, cell: ({ day }) => text(day) },
  { heading: '时间', width: 14, cell: ({ begin, end }) => text(whenOf(begin, end)) },
  { heading: '场馆', width: 24, cell: ({ venue }) => text(venue) },
  { heading: '课程', width: 24, cell: ({ course }) => text(course) },
  { heading: '教练', width: 14, cell: ({ coach }) => text(coach) },
  { heading: '学员', width: 16, cell: ({ name }) => text(name) },
  { heading: '出勤', width: 8, cell: ({ attendance }) => text(ATTENDANCE_NAMES[attendance]) },
  { heading: '补录', width: 8, cell: ({ isPast }) => text(isPast ? '补录' : '') },
  { heading: '扣除课时', width: 10, cell: ({ sessions }) => number(sessions) },
]

const sheetOf = <Item>(sheet: string, columns: readonly Column<Item>[], items: readonly Item[]) => {
  const heading: Row = columns.map((column) => ({ ...text(column.heading), fontWeight: 'bold' }))
  const data: SheetData = [heading, ...items.map((item) => columns.map(({ cell }) => cell(item)))].flatMap(sheetRows)
  return { sheet, data, columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 }
}

/** Everything that a company keeps of its students, read at one moment. */
export async function exportCompany(db: Database, { companyId, now }: { companyId: string; now: Date }): Promise<File> {
  const read = await db.transaction(
    async (tx) => {
      const rows = async <T extends object>(query: ReturnType<typeof sql>) =>
        (await tx.execute(query)).rows as unknown as T[]
      const [company] = await rows<{ name: string }>(
        sql`select company_name as name from companies where id = ${companyId}`,
      )
      return {
        companyName: company?.name ?? '',
        students: await rows<StudentRow>(sql`
          select u.id::text, coalesce(r.name, u.nickname) as name, r.phone, r.state,
            coalesce(sum(c.remaining_sessions), 0)::text as remaining, coalesce(sum(c.held_sessions), 0)::text as held
          from users u
          left join contracts c on c.user_id = u.id and c.company_id = ${companyId}
          left join roster_students r on r.company_id = ${companyId} and r.user_id = u.id
          where c.id is not null or r.user_id is not null
          group by u.id, r.user_id order by u.id`),
        contracts: await rows<ContractRow>(sql`
          select c.id::text, coalesce(r.name, u.nickname) as name, k.course_name as course, t.nickname as coach,
            c.remaining_sessions::text as remaining, c.held_sessions::text as held, c.unit_price::text as price,
            c.expiry_date::text as expiry, to_json(c.created_at) #>> '{}' as at
          from contracts c join users u on u.id = c.user_id join courses k on k.id = c.course_id
          left join users t on t.id = c.coach_id left join roster_students r on r.user_id = u.id
          where c.company_id = ${companyId} order by c.id`),
        movements: await rows<MovementRow>(sql`
          select c.id::text as contract, l.seq, coalesce(r.name, u.nickname) as name, k.course_name as course, l.kind,
            l.remaining_change::text as change, l.held_change::text as held, l.remaining_after::text as after,
            l.unit_price::text as price, a.nickname as actor, l.reason, to_json(l.created_at) #>> '{}' as at
          from contracts c join lesson_ledger l on l.contract_id = c.id join users u on u.id = c.user_id
          join courses k on k.id = c.course_id left join users a on a.id = l.actor_id
          left join roster_students r on r.user_id = u.id
          where c.company_id = ${companyId} order by c.id, l.seq`),
        classes: await rows<ClassRow>(sql`
          select i.course_date::text as day, i.begin_time_slot as begin, i.end_time_slot as "end", v.name as venue,
            i.course_design_name as course, t.nickname as coach, coalesce(r.name, u.nickname) as name,
            coalesce(s.attendance, 'present') as attendance, i.past_reason is not null as "isPast",
            coalesce((select sum(d.used_sessions) from used_records d
              where d.invitation_id = i.id and d.user_id = s.user_id), 0)::text as sessions
          from invitations i join seats s on s.invitation_id = i.id and s.state = 'JOINED'
          join users u on u.id = s.user_id join users t on t.id = i.coach_id join venues v on v.id = i.stadium_id
          left join roster_students r on r.user_id = u.id
          where i.company_id = ${companyId} and i.invitation_status = 'COMPLETED'
          order by i.course_date, i.begin_time_slot, i.id, s.user_id`),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const workbook = await writeExcelFile([
    sheetOf('学员', STUDENTS, read.students),
    sheetOf('合同', CONTRACTS, read.contracts),
    sheetOf('课时流水', MOVEMENTS, read.movements),
    sheetOf('上课记录', CLASSES, read.classes),
  ]).toBuffer()
  return {
    fileName: `${fitForFile(read.companyName)}-学员与课时-${dayOf(now)}.xlsx`,
    contentType: CONTENT_TYPE,
    base64: workbook.toString('base64'),
  }
}

const WIDTHS: Record<ImportColumn, number> = {
  name: 12,
  phone: 16,
  course: 24,
  coach: 12,
  sessions: 10,
  price: 12,
  expiry: 14,
}

/** The template of an import, with the company's courses and coaches on a sheet of their own. */
export async function exportTemplate(db: Database, { companyId }: { companyId: string }): Promise<File> {
  const { rows } = await db.execute<{ course: string | null; coach: string | null }>(sql`
    select k.name as course, t.name as coach
    from (select course_name as name, row_number() over (order by id) as place from courses
      where company_id = ${companyId} and not del_flag) k
    full join (select u.nickname as name, row_number() over (order by u.id) as place from company_members m
      join users u on u.id = m.user_id where m.company_id = ${companyId}) t on t.place = k.place
    order by coalesce(k.place, t.place)`)
  const columns = IMPORT_COLUMNS.map((column) => ({ width: WIDTHS[column] }))
  const heading: Row = IMPORT_COLUMNS.map((column) => ({ ...text(COLUMN_HEADINGS[column]), fontWeight: 'bold' }))
  const workbook = await writeExcelFile([
    { sheet: '学员', data: [heading].flatMap(sheetRows), columns, stickyRowsCount: 1 },
    sheetOf<(typeof rows)[number]>(
      '课程和教练',
      [
        { heading: '可填的课程', width: 24, cell: ({ course }) => text(course ?? '') },
        { heading: '可填的教练', width: 16, cell: ({ coach }) => text(coach ?? '') },
      ],
      rows,
    ),
  ]).toBuffer()
  return { fileName: '学员导入模板.xlsx', contentType: CONTENT_TYPE, base64: workbook.toString('base64') }
}

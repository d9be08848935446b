import { nameFault, withoutHidden } from '../../../kernel/name.ts'
import { isMobile, plainPhone } from '../../../kernel/phone.ts'
import { dayOfText, type ImportCells, type ImportColumn, numberOf } from './import-cells.ts'

/** What becomes of a row: a student who is new to the club, a contract more for one it has, nothing, or nothing yet. */
export const ROW_RESULTS = ['FAULTY', 'DUPLICATE', 'KNOWN', 'NEW'] as const
export type RowResult = (typeof ROW_RESULTS)[number]

/** The days after which a table that nobody confirmed is given up. */
export const DRAFT_DAYS = 30

/** The states of a batch. Of an undone one nothing is left. */
export const IMPORT_STATES = ['DRAFT', 'WRITTEN', 'UNDONE'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const MAX_IMPORT_ROWS = 5000
/** The last line that a program for tables has. A table may have empty lines between its rows. */
export const MAX_IMPORT_LINE = 1_048_576
export const MAX_NAME = 20
const MAX_SESSIONS = 1000
const MAX_PRICE_YUAN = 100_000
const FEN_PER_YUAN = 100
const MOBILE_DIGITS = 11

/** One student of one number: an account, or one registered by the club. `remaining` are hours of this club. */
type KnownStudent = { userId: string; remaining: number }

/** What the rows are compared with. Students are known by `studentKey`, written rows by `rowKey`. */
export type ImportContext = {
  companyName: string
  adminId: string
  today: string
  courses: readonly { id: string; name: string }[]
  coaches: readonly { id: string; name: string }[]
  students: ReadonlyMap<string, KnownStudent>
  written: ReadonlyMap<string, { number: number; line: number }>
}

export const studentKey = (phone: string, name: string) => `${phone}|${name}`

/** A row that can be written. Hours in steps of 0.5, the price in fen. */
export type ImportValues = {
  name: string
  phone: string
  courseId: string
  coachId: string
  sessions: number
  unitPrice: number
  expiryDate: string
}

/** Two rows with one key say the same. */
export const rowKey = ({ name, phone, courseId, sessions, unitPrice, expiryDate }: Omit<ImportValues, 'coachId'>) =>
  [phone, name, courseId, sessions, unitPrice, expiryDate].join('|')

/** A row as it was judged. `cell` is the wrong one; `known` is whose contract a KNOWN row adds. */
export type JudgedRow = {
  line: number
  cells: ImportCells
  result: RowResult
  note: string
  cell?: ImportColumn
  values?: ImportValues
  known?: KnownStudent
}

type Fault = { cell: ImportColumn; note: string }

const fault = (cell: ImportColumn, note: string): Fault => ({ cell, note })

export const plainName = (text: string) => withoutHidden(text.normalize('NFKC')).replace(/\s+/g, ' ').trim()

/** Why a name cannot be that of a registered student; undefined if it can. */
export function studentNameFault(name: string): string | undefined {
  if (name === '') return '姓名没填'
  if (name.length > MAX_NAME) return `姓名最多 ${MAX_NAME} 个字`
  return nameFault(name) ? '姓名里有不能用的字' : undefined
}

function phoneFault(phone: string): string | undefined {
  if (phone === '') return '手机号没填'
  if (isMobile(phone)) return undefined
  const { length } = phone
  if (!/^1\d+$/.test(phone) || length === MOBILE_DIGITS) return '不是手机号'
  return length < MOBILE_DIGITS ? `手机号只有 ${length} 位` : `手机号有 ${length} 位`
}

/** Why so many hours cannot be granted; undefined if they can. */
export function sessionsFault(sessions: number): string | undefined {
  if (!Number.isInteger(sessions * 2)) return '课时要是 0.5 的倍数'
  if (sessions <= 0) return '课时要大于 0'
  return sessions > MAX_SESSIONS ? `课时最多 ${MAX_SESSIONS}` : undefined
}

const isFormula = (text: string) => /^[=＝]/.test(text.trim())

function valuesOf(cells: ImportCells, { courses, coaches, adminId, companyName, today }: ImportContext) {
  for (const column of ['name', 'phone', 'sessions', 'price', 'expiry'] as const)
    if (isFormula(cells[column])) return fault(column, '单元格是公式，请填文字或数字')
  const name = plainName(cells.name)
  const ofName = studentNameFault(name)
  if (ofName) return fault('name', ofName)
  const phone = plainPhone(cells.phone)
  const ofPhone = phoneFault(phone)
  if (ofPhone) return fault('phone', ofPhone)

  const courseName = plainName(cells.course)
  if (courseName === '') return fault('course', '课程没填')
  const [course, another] = courses.filter((one) => plainName(one.name) === courseName)
  if (!course) return fault('course', `${companyName}没有这门课`)
  if (another) return fault('course', '有两门课同名，请先改课程名')

  const coachName = plainName(cells.coach)
  const named = coaches.filter((one) => plainName(one.name) === coachName)
  if (coachName !== '' && named.length === 0) return fault('coach', `${companyName}没有这位教练`)
  if (named.length > 1) return fault('coach', '有两位教练同名，请空着这一格')

  if (cells.sessions.trim() === '') return fault('sessions', '课时没填')
  const sessions = numberOf(cells.sessions)
  if (sessions === undefined) return fault('sessions', `课时要填 0.5 到 ${MAX_SESSIONS} 的数字`)
  const ofSessions = sessionsFault(sessions)
  if (ofSessions) return fault('sessions', ofSessions)

  if (cells.price.trim() === '') return fault('price', '每课时实付多少')
  const price = numberOf(cells.price)
  const unitPrice = price === undefined ? Number.NaN : Math.round(price * FEN_PER_YUAN)
  const isPrice = price !== undefined && price <= MAX_PRICE_YUAN && Math.abs(unitPrice - price * FEN_PER_YUAN) < 1e-6
  if (!isPrice) return fault('price', `单价要填 0 到 ${MAX_PRICE_YUAN} 元，精确到分`)

  if (cells.expiry.trim() === '') return fault('expiry', '有效期没填')
  const expiryDate = dayOfText(cells.expiry)
  if (expiryDate === undefined) return fault('expiry', '没有这一天')
  if (expiryDate < today) return fault('expiry', '已经过期')
  return { name, phone, courseId: course.id, coachId: named[0]?.id ?? adminId, sessions, unitPrice, expiryDate }
}

/** Judges the rows of a table in their order. Nothing of it is written. */
export function judgeRows(rows: readonly { line: number; cells: ImportCells }[], context: ImportContext): JudgedRow[] {
  const lineOfRow = new Map<string, number>()
  const lineOfPhone = new Map<string, { line: number; name: string }>()
  return rows.map(({ line, cells }) => {
    const values = valuesOf(cells, context)
    if ('note' in values) return { line, cells, result: 'FAULTY', ...values }
    const key = rowKey(values)
    const before = context.written.get(key)
    if (before) {
      const note = `和批次 #${before.number} 第 ${before.line} 行一样`
      return { line, cells, values, result: 'DUPLICATE', note }
    }
    const twin = lineOfRow.get(key)
    if (twin !== undefined) return { line, cells, values, result: 'DUPLICATE', note: `和本表第 ${twin} 行一样` }
    lineOfRow.set(key, line)

    const known = context.students.get(studentKey(values.phone, values.name))
    if (known) {
      const note = `加一份合同，原有 ${known.remaining} 课时不变`
      return { line, cells, values, known, result: 'KNOWN', note }
    }
    const other = lineOfPhone.get(values.phone)
    if (!other) lineOfPhone.set(values.phone, { line, name: values.name })
    if (!other) return { line, cells, values, result: 'NEW', note: '本人认领前由教练代约' }
    const note = other.name === values.name ? `与第 ${other.line} 行同一人` : `与第 ${other.line} 行同号，由家长认领`
    return { line, cells, values, result: 'NEW', note }
  })
}

/** Whether a row is written when its batch is confirmed. */
export const isWritten = ({ result }: Pick<JudgedRow, 'result'>) => result === 'NEW' || result === 'KNOWN'

/** Rows and hours of a result. Hours that cannot be read count as none. */
export type ImportSum = { rows: number; sessions: number }

/** The sums of a table, which add up: all rows are those that are written, the duplicates and the faulty ones. */
export function sumsOf(rows: readonly JudgedRow[]) {
  const hoursOf = ({ values, cells }: JudgedRow) => {
    const read = values?.sessions ?? numberOf(cells.sessions)
    return read !== undefined && sessionsFault(read) === undefined ? read : 0
  }
  const sumOf = (some: readonly JudgedRow[]): ImportSum => ({
    rows: some.length,
    sessions: some.reduce((sum, row) => sum + hoursOf(row), 0),
  })
  const written = rows.filter(isWritten)
  const courses = new Map<string, ImportSum & { fen: number }>()
  for (const { values } of written) {
    if (!values) continue
    const sum = courses.get(values.courseId) ?? { rows: 0, sessions: 0, fen: 0 }
    const fen = sum.fen + Math.round(values.sessions * values.unitPrice)
    courses.set(values.courseId, { rows: sum.rows + 1, sessions: sum.sessions + values.sessions, fen })
  }
  const people = new Set(
    rows.flatMap(({ result, values }) => (result === 'NEW' && values ? studentKey(values.phone, values.name) : [])),
  )
  return {
    all: sumOf(rows),
    written: sumOf(written),
    duplicate: sumOf(rows.filter(({ result }) => result === 'DUPLICATE')),
    faulty: sumOf(rows.filter(({ result }) => result === 'FAULTY')),
    known: sumOf(rows.filter(({ result }) => result === 'KNOWN')),
    new: sumOf(rows.filter(({ result }) => result === 'NEW')),
    newPeople: people.size,
    courses: [...courses].map(([courseId, sum]) => ({ courseId, ...sum })),
    fen: [...courses.values()].reduce((total, { fen }) => total + fen, 0),
  }
}

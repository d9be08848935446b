import { addDays, isDay } from '../../../kernel/day.ts'

/** The columns of a club's table, in the order of the template. */
export const IMPORT_COLUMNS = ['name', 'phone', 'course', 'coach', 'sessions', 'price', 'expiry'] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

/** The headings of the template. */
export const COLUMN_HEADINGS: Record<ImportColumn, string> = {
  name: '姓名',
  phone: '手机号',
  course: '课程',
  coach: '教练',
  sessions: '剩余课时',
  price: '每课时单价',
  expiry: '有效期至',
}

/** Other headings by which clubs call these columns, without marks and what stands in brackets. */
const OTHER_HEADINGS: Record<ImportColumn, readonly string[]> = {
  name: ['学员', '学员姓名', '学生', '学生姓名', '名字', '会员', '会员姓名'],
  phone: ['手机', '手机号码', '电话', '联系电话', '电话号码', '联系方式', '家长手机', '家长电话'],
  course: ['课程名称', '课程名', '课种', '班级', '科目'],
  coach: ['教练姓名', '授课教练', '老师', '主教练'],
  sessions: ['课时', '剩余', '剩余课次', '剩余次数', '余课', '剩余课时数', '可用课时'],
  price: ['单价', '课时单价', '每节单价', '每课时实付', '课单价', '价格'],
  expiry: ['有效期', '到期', '到期日', '到期日期', '有效期限', '截止日期', '失效日期'],
}

/** Columns without which a table cannot be read. A row without a coach belongs to the admin. */
const NEEDED: readonly ImportColumn[] = ['name', 'phone', 'course', 'sessions', 'price', 'expiry']

const plainHeading = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\(.*?\)|【.*?】|\[.*?\]/g, '')
    .replace(/[\s*:：_-]/g, '')

/** The cell of each column, by the headings; `missing` names those that no heading stands for. */
export function columnsOf(headings: readonly string[]) {
  const plain = headings.map(plainHeading)
  const at = Object.fromEntries(
    IMPORT_COLUMNS.map((column) => {
      const names = [COLUMN_HEADINGS[column], ...OTHER_HEADINGS[column]]
      return [column, names.map((name) => plain.indexOf(name)).find((place) => place >= 0) ?? -1]
    }),
  ) as Record<ImportColumn, number>
  return { at, missing: NEEDED.filter((column) => at[column] < 0) }
}

/** One row of a table as texts. */
export type ImportCells = Record<ImportColumn, string>

const DIGITS = '零一二三四五六七八九'
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }

const plainDigits = (text: string) => text.replace(/〇/g, '零').replace(/两/g, '二')

/** A number below ten thousand in Chinese characters; undefined when it is none. */
function chineseNumber(text: string): number | undefined {
  const [whole = '', decimals, ...rest] = plainDigits(text).split('点')
  if (rest.length > 0 || !/^[零一二三四五六七八九十百千]+$/.test(whole)) return undefined
  let sum = 0
  let digit = 0
  for (const letter of whole) {
    const unit = UNITS[letter]
    if (unit === undefined) digit = DIGITS.indexOf(letter)
    else {
      sum += (digit || 1) * unit
      digit = 0
    }
  }
  sum += digit
  if (decimals === undefined) return sum
  if (!/^[零一二三四五六七八九]{1,2}$/.test(decimals)) return undefined
  return Number(`${sum}.${[...decimals].map((letter) => DIGITS.indexOf(letter)).join('')}`)
}

/** A number as people write it in a table: with a unit, a thousands separator, full-width, or in Chinese characters. */
export function numberOf(text: string): number | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s,，]/g, '')
    .replace(/^(?:¥|￥|RMB)/i, '')
    .replace(/(?:元\/课时|元\/节|课时|小时|节课|节|次|元)$/, '')
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(plain)) return Number(plain)
  const [, halved] = /^(.+?)(?:个)?半$/.exec(plain) ?? []
  if (halved === undefined) return chineseNumber(plain)
  const whole = chineseNumber(halved) ?? (/^\d{1,4}$/.test(halved) ? Number(halved) : undefined)
  return whole === undefined ? undefined : whole + 0.5
}

/** The day 0 of the dates of spreadsheets. Source: ECMA-376 Part 1 §18.17.4.1 */
const SPREADSHEET_DAY_0 = '1899-12-30'

/** A day as people write it in a table; undefined when there is no such day. */
export function dayOfText(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(/\s/g, '')
  if (/^[4-7]\d{4}$/.test(plain)) return addDays(SPREADSHEET_DAY_0, Number(plain))
  const arabic = plain
    .replace(/〇/g, '零')
    .replace(/[零一二三四五六七八九十]+/g, (letters) =>
      letters.length > 3
        ? [...letters].map((letter) => DIGITS.indexOf(letter)).join('')
        : String(chineseNumber(letters)),
    )
  const [, year, month, date] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})[日号]?(?:T?00:00(?::00)?(?:\.000Z)?)?$/.exec(arabic) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(arabic) ??
    []
  if (!year || !month || !date) return undefined
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

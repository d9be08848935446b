import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnsOf, dayOfText, type ImportCells, numberOf } from './import-cells.ts'
import { type ImportContext, judgeRows, rowKey, studentKey, sumsOf } from './import-rows.ts'

test('columns are found by the names that clubs give them, in any order', () => {
  const { at, missing } = columnsOf([
    '序号',
    '有效期',
    '联系电话*',
    '学员姓名',
    ' 剩余课时（节） ',
    '课程名称',
    '单价(元)',
  ])
  expect(missing).toEqual([])
  expect(at).toEqual({ name: 3, phone: 2, course: 5, coach: -1, sessions: 4, price: 6, expiry: 1 })
  expect(columnsOf(['姓名', '备注']).missing).toEqual(['phone', 'course', 'sessions', 'price', 'expiry'])
})

describe('what people type', () => {
  test.each([
    ['12', 12],
    ['９．５', 9.5],
    ['12.5课时', 12.5],
    ['¥4,000.00', 4000],
    ['十二', 12],
    ['一百零五', 105],
    ['九点五', 9.5],
    ['十二个半', 12.5],
    ['3半', 3.5],
    ['两百', 200],
    ['约12', undefined],
    ['-3', undefined],
    ['', undefined],
  ])('%s is the number %s', (text, number) => expect(numberOf(text)).toBe(number))

  test.each([
    ['2027-06-30', '2027-06-30'],
    ['2027/6/3', '2027-06-03'],
    ['2027.6.30', '2027-06-30'],
    ['20270630', '2027-06-30'],
    ['2027年6月30日', '2027-06-30'],
    ['二〇二七年六月三十日', '2027-06-30'],
    ['二零二七年十二月三十一号', '2027-12-31'],
    ['46568', '2027-06-30'],
    ['2027-06-30T00:00:00.000Z', '2027-06-30'],
    ['2026-02-30', undefined],
    ['6月30日', undefined],
  ])('%s is the day %s', (text, day) => expect(dayOfText(text)).toBe(day))
})

const CONTEXT: ImportContext = {
  companyName: '青杉',
  adminId: '1',
  today: '2026-11-22',
  courses: [
    { id: '10', name: '成人私教 1 对 1' },
    { id: '11', name: '同名课' },
    { id: '12', name: '同名课' },
  ],
  coaches: [{ id: '2', name: '王启明' }],
  students: new Map([[studentKey('13800000018', '老周'), { userId: '9', remaining: 4 }]]),
  written: new Map([
    [
      rowKey({
        name: '何必',
        phone: '13800000032',
        courseId: '10',
        sessions: 14,
        unitPrice: 40_000,
        expiryDate: '2027-02-28',
      }),
      { number: 1, line: 9 },
    ],
  ]),
}
const CELLS: ImportCells = {
  name: '孟晴',
  phone: '13800000077',
  course: '成人私教 1 对 1',
  coach: '王启明',
  sessions: '12',
  price: '400',
  expiry: '2027-05-31',
}
const judge = (...rows: Partial<ImportCells>[]) =>
  judgeRows(
    rows.map((row, at) => ({ line: at + 2, cells: { ...CELLS, ...row } })),
    CONTEXT,
  )

test.each<[Partial<ImportCells>, string, string]>([
  [{ phone: '1380000567' }, 'phone', '手机号只有 10 位'],
  [{ phone: '021-61234567' }, 'phone', '不是手机号'],
  [{ expiry: '2026-02-30' }, 'expiry', '没有这一天'],
  [{ expiry: '2026-11-21' }, 'expiry', '已经过期'],
  [{ course: '少儿基础' }, 'course', '青杉没有这门课'],
  [{ course: '同名课' }, 'course', '有两门课同名，请先改课程名'],
  [{ coach: '高远' }, 'coach', '青杉没有这位教练'],
  [{ price: '' }, 'price', '每课时实付多少'],
  [{ price: '400.005' }, 'price', '单价要填 0 到 100000 元，精确到分'],
  [{ price: '100001' }, 'price', '单价要填 0 到 100000 元，精确到分'],
  [{ sessions: '9.3' }, 'sessions', '课时要是 0.5 的倍数'],
  [{ sessions: '=A1+B1' }, 'sessions', '单元格是公式，请填文字或数字'],
  [{ sessions: '-3' }, 'sessions', '课时要填 0.5 到 1000 的数字'],
  [{ sessions: '1e9' }, 'sessions', '课时要填 0.5 到 1000 的数字'],
  [{ sessions: '0' }, 'sessions', '课时要大于 0'],
  [{ name: ' ' }, 'name', '姓名没填'],
])('%o: the cell %s says %s', (row, cell, note) => {
  expect(judge(row)[0]).toMatchObject({ result: 'FAULTY', cell, note })
})

test('a row is new, known, or says the same as another', () => {
  const judged = judge(
    {},
    { name: '孟小禾' },
    { sessions: '5' },
    {},
    { name: '老周', phone: '138 0000 0018' },
    { name: '老\u200B周', phone: '13800000018' },
    { name: '何必', phone: '13800000032', sessions: '14', expiry: '2027年2月28日' },
    { name: '林溪', phone: '13600008801', coach: '' },
  )
  expect(judged.map(({ result, note }) => `${result} ${note}`)).toEqual([
    'NEW 本人认领前由教练代约',
    'NEW 与第 2 行同号，由家长认领',
    'NEW 与第 2 行同一人',
    'DUPLICATE 和本表第 2 行一样',
    'KNOWN 加一份合同，原有 4 课时不变',
    'DUPLICATE 和本表第 6 行一样',
    'DUPLICATE 和批次 #1 第 9 行一样',
    'NEW 本人认领前由教练代约',
  ])
  expect(judged.map(({ values }) => values?.coachId)).toEqual(['2', '2', '2', '2', '2', '2', '2', '1'])
  expect(sumsOf(judged)).toMatchObject({ newPeople: 3, written: { rows: 5 }, duplicate: { rows: 3 } })
})

test('the sums of any table add up, and those of its courses are what is written', () => {
  const cell = <K extends keyof ImportCells>(...values: ImportCells[K][]) => fc.constantFrom(...values)
  const row = fc.record({
    name: cell('孟晴', '孟小禾', '老周', ''),
    phone: cell('13800000077', '13800000018', '1380000567'),
    course: cell('成人私教 1 对 1', '少儿基础'),
    coach: cell('王启明', ''),
    sessions: cell('12', '9.5', '九点三', '十二个半'),
    price: cell('400', '333.33', ''),
    expiry: cell('2027-05-31', '2026-02-30'),
  })
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const sums = sumsOf(judge(...rows))
      for (const what of ['rows', 'sessions'] as const) {
        expect(sums.all[what]).toBe(sums.written[what] + sums.duplicate[what] + sums.faulty[what])
        expect(sums.written[what]).toBe(sums.new[what] + sums.known[what])
        expect(sums.courses.reduce((sum, course) => sum + course[what], 0)).toBe(sums.written[what])
      }
    }),
  )
})

import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { draw } from '../../../testing/draw'
import { HoursPage } from './hours-page'
import { IncomePage } from './income-page'
import { OverviewPage } from './overview-page'
import { StudentsPage } from './students-page'
import { UsePage } from './use-page'

const OVERVIEW = 'GET /analytics/overview'
const figures = {
  soldSessions: 30,
  consumedSessions: 12.5,
  incomeFen: 375_050,
  trials: 2,
  trialFen: 33_600,
  newStudents: 2,
  classesHeld: 10,
  classesCancelled: 3,
  classesCancelledLate: 1,
  attendance: { present: 7, late: 1, absent: 1, leave: 1 },
}
const before = {
  ...figures,
  soldSessions: 24,
  consumedSessions: 25,
  incomeFen: 375_050,
  newStudents: 0,
  attendance: { present: 9, late: 0, absent: 1, leave: 0 },
}
const owed = { day: '2026-11-22', sessions: 88, fen: 2_640_000, expiringSessions: 4.5 }
const said = { data: { figures, before: { from: '2026-10-01', until: '2026-10-22', figures: before }, owed } }
const STAFF = { role: 'company', companyId: '1' } as const
const textOf = (name: string) => screen.getByRole('group', { name }).textContent

test('every figure is compared with the one before, and explains its meaning', async () => {
  draw(<OverviewPage />, {
    at: '/analytics?from=2026-11-01&until=2026-11-22',
    staff: STAFF,
    answers: { [OVERVIEW]: said },
  })
  await screen.findByText('与 2026-10-01 至 2026-10-22 比较')
  expect(textOf('净售课时')).toBe('净售课时30课时比上期 +25%')
  expect(
    screen.getByRole('button', { name: /^净售课时是什么：.*减去调整收回的和退课的.*售出 \+ 调整 − 退课。$/ }),
  ).toBeTruthy()
  expect(textOf('消耗课时')).toBe('消耗课时12.5课时比上期 −50%')
  expect(textOf('确认收入')).toBe('确认收入¥3,750.50与上期持平')
  expect(textOf('体验课')).toBe('体验课2节收入 ¥336，与上期持平')
  expect(textOf('新学员')).toBe('新学员2人上期没有')
  expect(textOf('取消课程')).toBe('取消课程3节其中临时取消 1 节，与上期持平')
  expect(textOf('出勤率')).toBe('出勤率80%比上期 −10 个百分点')
  const today = within(screen.getByRole('region', { name: '截至今天（2026-11-22）' }))
  expect(today.getByRole('group', { name: '预收余额' }).textContent).toContain('¥26,400')
  expect(
    screen.getByRole('button', { name: '确认收入是什么：消耗课时 × 合同单价：预收的钱，上了课才算收入。' }),
  ).toBeTruthy()
})

test.each([
  ['says', '?from=2026-11-01&until=2026-11-22', { from: '2026-11-01', until: '2026-11-22' }],
  [
    'says wrongly',
    '?from=2026-11-31&until=2026-01-01',
    { from: expect.stringMatching(/-01$/), until: expect.any(String) },
  ],
])('the period is what the address %s', async (_case, search, query) => {
  const { heard } = draw(<OverviewPage />, { at: `/analytics${search}`, staff: STAFF, answers: { [OVERVIEW]: said } })
  await screen.findByRole('group', { name: '净售课时' })
  expect(Object.fromEntries(heard[0]?.query ?? [])).toEqual(query)
})

test('a failed read is reported', async () => {
  const refusal = { status: 400, code: 'period_invalid', msg: '请选择一年以内的时间段' }
  draw(<OverviewPage />, { staff: STAFF, answers: { [OVERVIEW]: { refusal } } })
  expect(await screen.findByText('请选择一年以内的时间段')).toBeTruthy()
})

const INCOME = '/analytics/income?from=2026-11-01&until=2026-11-22'
const row = (name: string, incomeFen: number) => ({
  id: name,
  name,
  classes: 4,
  taughtHours: 5.5,
  students: 3,
  consumedSessions: 6,
  incomeFen,
  trials: 1,
  trialFen: 16_800,
})
const coaches = { data: [row('王启明', 180_000), row('顾南', 90_050)], total: 2 }

test('the income of each coach is shown as a table and a chart, both with the server’s numbers', async () => {
  const { heard } = draw(<IncomePage />, {
    at: INCOME,
    staff: STAFF,
    answers: { 'GET /analytics/income/coach': coaches },
  })
  const [table] = await screen.findAllByRole('table')
  await screen.findAllByText('¥900.50')
  expect(table).toBeTruthy()
  expect(screen.getByRole('img', { name: '按教练的收入，单位元' })).toBeTruthy()
  expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject({
    from: '2026-11-01',
    until: '2026-11-22',
    sort: 'income',
    sord: 'desc',
  })
})

test('the view by venue is kept in the address', async () => {
  const user = userEvent.setup()
  const { address } = draw(<IncomePage />, {
    at: INCOME,
    staff: STAFF,
    answers: {
      'GET /analytics/income/coach': coaches,
      'GET /analytics/income/venue': { data: [row('星湖网球中心', 270_050)], total: 1 },
    },
  })
  await screen.findAllByText('王启明')
  await user.click(screen.getByText('按场馆'))
  expect((await screen.findAllByText('星湖网球中心')).length).toBeGreaterThan(0)
  expect(address()).toContain('by=venue')
  expect(address()).toContain('from=2026-11-01')
})

test('the file is requested with the same period and order', async () => {
  const user = userEvent.setup()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
  const file = { fileName: '课程与收入.csv', contentType: 'text/csv', base64: 'AAAA' }
  const { heard } = draw(<IncomePage />, {
    at: `${INCOME}&sort=classes&order=asc`,
    staff: STAFF,
    answers: { 'GET /analytics/income/coach': coaches, 'GET /analytics/income-file/coach': { data: file } },
  })
  await screen.findAllByText('王启明')
  await user.click(screen.getByRole('button', { name: /导出/ }))
  await user.click(await screen.findByText('CSV 文件（.csv）'))
  await waitFor(() => expect(heard.some(({ path }) => path === '/analytics/income-file/coach')).toBe(true))
  const asked = heard.find(({ path }) => path === '/analytics/income-file/coach')
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    from: '2026-11-01',
    until: '2026-11-22',
    sort: 'classes',
    sord: 'asc',
    format: 'csv',
  })
  expect(await screen.findByText('已导出')).toBeTruthy()
})

test('a period without classes says so', async () => {
  draw(<IncomePage />, { at: INCOME, staff: STAFF, answers: { 'GET /analytics/income/coach': { data: [], total: 0 } } })
  const [table] = await screen.findAllByRole('table')
  if (!table) throw new Error('no table')
  expect(await within(table).findByText('这段时间没有上过课')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /收入/ })).toBeNull()
})

const today = dayOf(new Date())
const student = {
  contractId: '1',
  player: { id: '9', nickname: '陈默', avatar: null },
  phone: '139****0002',
  courseName: '成人私教',
  coachName: '顾南',
  remainingSessions: 3.5,
  availableSessions: 1.5,
  expiryDate: addDays(today, 12),
  lastClassDay: addDays(today, -33),
  nextClassDay: null,
  risks: ['AWAY', 'HOURS', 'EXPIRY'],
}
const answersOf = (rows: object[]) => ({
  'GET /analytics/coaches': { data: [{ id: '5', name: '顾南' }] },
  'GET /analytics/students-at-risk': { data: rows, total: rows.length },
})

test('a student at risk is listed with reason, coach, remaining hours and date', async () => {
  draw(<StudentsPage />, {
    staff: STAFF,
    answers: answersOf([student, { ...student, contractId: '2', lastClassDay: null }]),
  })
  expect((await screen.findAllByText('陈默')).length).toBe(2)
  const [, first, second] = screen.getAllByRole('row')
  expect(first?.textContent).toBe(
    `陈默139****000230天没上课课时将尽合同将到期成人私教顾南1.5 / 3.5${student.lastClassDay}（33 天前）—${student.expiryDate}（还有 12 天）`,
  )
  expect(second?.textContent).toContain('还没上过')
})

test('the filters of the address limit the list', async () => {
  const { heard } = draw(<StudentsPage />, {
    at: '/analytics/students?risk=HOURS&coachId=5&sort=lastClassDay&order=desc',
    staff: STAFF,
    answers: answersOf([student]),
  })
  await screen.findByText('陈默')
  const asked = heard.find(({ path }) => path === '/analytics/students-at-risk')
  expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
    risk: 'HOURS',
    coachId: '5',
    sort: 'lastClassDay',
    sord: 'desc',
  })
})

test('without students at risk the page says so', async () => {
  draw(<StudentsPage />, { staff: STAFF, answers: answersOf([]) })
  expect(await screen.findByText('没有需要关注的学员')).toBeTruthy()
})

const USE = '/analytics/use?from=2026-11-01&until=2026-11-22'
const hours = [
  { weekday: 5, hour: 18, booked: 9, bookable: 12 },
  { weekday: 5, hour: 19, booked: 0, bookable: 12 },
  { weekday: 0, hour: 18, booked: 6, bookable: 12 },
  { weekday: 0, hour: 19, booked: 3, bookable: 12 },
]
const courts = { data: { subjects: [{ id: '7', name: '星湖网球中心' }], hours } }

test('the map shows the average, the highest and the lowest utilisation, and its numbers as a table', async () => {
  draw(<UsePage />, { at: USE, staff: STAFF, answers: { 'GET /analytics/use/courts': courts } })
  expect((await screen.findByRole('group', { name: '平均利用率' })).textContent).toContain(
    '37.5%已约 9 小时，可约 24 小时',
  )
  expect(screen.getByRole('group', { name: '最忙的时段' }).textContent).toContain('周五 18:00利用率 75%')
  expect(screen.getByRole('group', { name: '最空的时段' }).textContent).toContain('周五 19:00利用率 0%')
  const rows = screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent)
  expect(rows).toEqual(['时间周一周二周三周四周五周六周日', '18:00————75%—50%', '19:00————0%—25%'])
})

test('the view by coach is fetched without the chosen venue', async () => {
  const user = userEvent.setup()
  const { heard, address } = draw(<UsePage />, {
    at: `${USE}&id=7`,
    staff: STAFF,
    answers: {
      'GET /analytics/use/courts': courts,
      'GET /analytics/use/coaches': { data: { subjects: [], hours: [] } },
    },
  })
  await screen.findByRole('group', { name: '平均利用率' })
  expect(heard[0]?.query.get('id')).toBe('7')
  await user.click(screen.getByText('教练'))
  expect(await screen.findByText('还没有可约的教练')).toBeTruthy()
  expect(address()).toContain('of=coaches')
  expect(heard.at(-1)?.query.get('id')).toBeNull()
})

test('a venue of another company is not found', async () => {
  const refusal = { status: 404, code: 'venue_not_found', msg: '场馆不存在' }
  draw(<UsePage />, { at: `${USE}&id=9`, staff: STAFF, answers: { 'GET /analytics/use/courts': { refusal } } })
  expect(await screen.findByText('场馆不存在')).toBeTruthy()
})

test('hours by month have their sums, and stand beside what is owed by month of expiry', async () => {
  const none = { sessions: 0, fen: 0 }
  const month = { sold: none, adjusted: none, consumed: none, refunded: none, expired: none }
  const months = [
    { ...month, month: '2026-11', sold: { sessions: 21, fen: 760_000 }, consumed: { sessions: 1.5, fen: 57_000 } },
    { ...month, month: '2026-10', consumed: { sessions: 3, fen: 126_000 } },
  ]
  draw(<HoursPage />, {
    at: '/analytics/hours?from=2026-10-01&until=2026-11-22',
    staff: STAFF,
    answers: {
      'GET /analytics/hours': {
        data: { months, owed: [{ month: '2027-08', owed: { sessions: 33.5, fen: 1_267_000 } }] },
      },
    },
  })
  const sum = (await screen.findByText('合计')).closest('tr')
  const cells = [...(sum?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)
  expect(cells).toEqual(['合计', '21 课时¥7,600', '—', '4.5 课时¥1,830', '—', '—'])
  expect(screen.getByText('2027-08')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^售出是什么：.*没有减调整和退课/ })).toBeTruthy()
})

import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { OverviewPage } from './overview-page'

const OVERVIEW = 'GET /analytics/overview'
const figures = {
  soldSessions: 30,
  consumedSessions: 12.5,
  incomeFen: 375_050,
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
  expect(textOf('售出课时')).toBe('售出课时30课时比上期 +25%')
  expect(textOf('消耗课时')).toBe('消耗课时12.5课时比上期 −50%')
  expect(textOf('确认收入')).toBe('确认收入¥3,750.50与上期持平')
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
  await screen.findByRole('group', { name: '售出课时' })
  expect(Object.fromEntries(heard[0]?.query ?? [])).toEqual(query)
})

test('a failed read is reported', async () => {
  const refusal = { status: 400, code: 'period_invalid', msg: '请选择一年以内的时间段' }
  draw(<OverviewPage />, { staff: STAFF, answers: { [OVERVIEW]: { refusal } } })
  expect(await screen.findByText('请选择一年以内的时间段')).toBeTruthy()
})

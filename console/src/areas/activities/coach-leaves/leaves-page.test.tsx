import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { LeavesPage } from './leaves-page'

const person = (id: string, nickname: string) => ({ id, nickname, avatar: null })
const leaveCase = (over: object = {}) => ({
  ...{ id: '7', leaveId: '3', state: 'OPEN', cause: 'LEFT', reason: null, firstDay: null, lastDay: null },
  ...{ coach: person('8', '苏晴'), player: person('10', '林小北'), company: { id: '2', name: '青杉网球俱乐部' } },
  remainingSessions: 6.5,
  contracts: [{ id: '5', courseId: '6', courseName: '单人私教', remainingSessions: 6.5, expiryDate: '2027-01-31' }],
  classes: [],
  ...{ proposed: null, newCoach: null, mayChange: true, mayWait: false, mayAskRefund: true, refund: null },
  ...{ endsAt: '2026-12-04T10:30:00.000Z', createTime: '2026-11-20T10:30:00.000Z' },
  ...over,
})
const lesson = {
  ...{
    id: '41',
    courseId: '6',
    courseDesignName: '单人私教',
    courseDate: '2026-11-28',
    beginTimeSlot: 36,
    endTimeSlot: 38,
  },
  ...{ stadiumName: '星湖网球中心', mayHandOver: true, callOffAt: '2026-11-27T10:00:00.000Z' },
}
const away = {
  ...{ id: '4', coach: person('9', '王启明'), reason: 'INJURY', firstDay: '2026-11-24', lastDay: '2026-11-26' },
  ...{ classes: 2, undecided: 1, mayEnd: true },
}
const [LIST, AWAY] = ['GET /company-coach-leaves', 'GET /company-coach-leaves/away']
const COACHES = { 'GET /analytics/coaches': { data: [{ id: '9', name: '王启明', courseIds: ['6'] }] } }
const pageOf = (cases: readonly object[], absences: readonly object[] = []) => ({
  [LIST]: { data: cases, total: cases.length },
  [AWAY]: { data: absences },
  ...COACHES,
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-23T18:30:00+08:00'))
})

test('who has not chosen stands with hours, classes and days; a proposal goes to those who were marked', async () => {
  const another = leaveCase({ id: '8', player: person('11', '陈立'), cause: 'STOPPED', classes: [lesson, lesson] })
  let isRefused = true
  const { heard, writes } = draw(<LeavesPage />, {
    answers: {
      ...pageOf([leaveCase(), another]),
      'POST /company-coach-leaves/propose': () =>
        isRefused ? refused('coach_not_of_company') : { data: { proposed: 1 } },
    },
  })
  await screen.findByText('陈立')
  expect(shownRows()).toEqual([
    ['林小北', '苏晴已离开', '6.5单人私教', '—', '3 天', '—'],
    ['陈立', '苏晴账号已停用', '6.5单人私教', '2 节最近 11.28 18:00–19:00', '3 天', '—'],
  ])
  expect(heard.find(({ path }) => path === '/company-coach-leaves')?.query.get('state')).toBe('open')
  expect(screen.getByRole('button', { name: '推荐教练' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('checkbox', { name: '陈立' }))
  await userEvent.click(screen.getByRole('button', { name: '给 1 位推荐教练' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('combobox', { name: '教练' }))
  await userEvent.click(await screen.findByTitle('王启明'))
  await userEvent.click(within(dialog).getByRole('button', { name: '推荐' }))
  await screen.findByText(/不属于这家公司/)
  isRefused = false
  await userEvent.click(within(dialog).getByRole('button', { name: '推荐' }))
  await screen.findByText('已推荐给 1 位学员')
  const sent = ['POST /company-coach-leaves/propose', { caseIds: ['8'], coachId: '9' }]
  expect(writes()).toEqual([sent, sent])
  await screen.findByRole('button', { name: '推荐教练' })
})

test('only who is still listed is proposed to, never the coach who is away; what the server passed over is said', async () => {
  let cases = [
    leaveCase({ ...away, id: '7', cause: 'AWAY', classes: [] }),
    leaveCase({ id: '8', player: person('11', '陈立') }),
  ]
  draw(<LeavesPage />, {
    answers: {
      ...pageOf([], [away]),
      [LIST]: () => ({ data: cases, total: cases.length }),
      'GET /analytics/coaches': {
        data: [away.coach, person('12', '顾南')].map(({ id, nickname: name }) => ({ id, name, courseIds: ['6'] })),
      },
      'POST /company-coach-leaves/end/4': () => {
        cases = cases.slice(0, 1)
        return { data: null }
      },
      'POST /company-coach-leaves/propose': { data: { proposed: 0 } },
    },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: '林小北' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '陈立' }))
  expect(screen.getByRole('button', { name: '给 2 位推荐教练' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '结束休假' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '结束休假' }))
  await userEvent.click(await screen.findByRole('button', { name: '给 1 位推荐教练' }))
  await screen.findByText('给 1 位学员推荐教练')
  await userEvent.click(screen.getByRole('combobox', { name: '教练' }))
  await userEvent.click(await screen.findByTitle('顾南'))
  expect(screen.queryByTitle('王启明')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '推荐' }))
  await screen.findByText('没有推荐，这些学员已经选择或不用再选')
})

test('only coaches are offered who teach something of every marked student', async () => {
  const [course, contract] = [(courseId: string) => ({ ...lesson, courseId }), leaveCase().contracts[0]]
  const teaches = (id: string, name: string, ...courseIds: string[]) => ({ id, name, courseIds })
  draw(<LeavesPage />, {
    answers: {
      ...pageOf([
        leaveCase({ contracts: [{ ...contract, courseId: '6' }] }),
        leaveCase({
          ...{ id: '8', player: person('11', '陈立'), contracts: [] },
          // A class that cannot be handed over counts for nothing.
          classes: [course('7'), { ...course('8'), mayHandOver: false }],
        }),
      ]),
      'GET /analytics/coaches': {
        data: [teaches('9', '王启明', '6'), teaches('12', '顾南', '7', '6'), teaches('13', '沈嘉禾', '8', '6')],
      },
    },
  })
  const offered = async () => {
    await userEvent.click(await screen.findByRole('combobox', { name: '教练' }))
    const names = [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)
    await userEvent.click(screen.getByRole('button', { name: '不了' }))
    return names
  }
  await userEvent.click(await screen.findByRole('checkbox', { name: '林小北' }))
  await userEvent.click(screen.getByRole('button', { name: '给 1 位推荐教练' }))
  expect(await offered()).toEqual(['王启明', '顾南', '沈嘉禾'])
  await userEvent.click(screen.getByRole('checkbox', { name: '陈立' }))
  await userEvent.click(screen.getByRole('button', { name: '给 2 位推荐教练' }))
  expect(await offered()).toEqual(['顾南'])
})

test.each([
  ['another coach', { state: 'CHANGED', newCoach: person('9', '王启明') }, '已换教练王启明'],
  ['to wait', { state: 'WAITING', cause: 'AWAY', ...{ firstDay: '2026-11-24', lastDay: '2026-11-24' } }, '等教练回来'],
  ['nothing', { state: 'ENDED' }, '一直没选择'],
  [
    'the end of the lessons',
    { state: 'REFUND_ASKED', refund: { id: '6', state: 'OPEN', text: '想退', answer: '' } },
    '申请退课，请在咨询里答复想退',
  ],
  [
    'the end of the lessons, and has an answer',
    { state: 'REFUND_ASKED', refund: { id: '6', state: 'ANSWERED', text: '想退', answer: '好的' } },
    '申请退课，已答复想退',
  ],
])('of who chose %s it says so', async (_what, over, expected) => {
  const { heard } = draw(<LeavesPage />, { at: '/leaves?state=answered', answers: pageOf([leaveCase(over)]) })
  await screen.findByText('林小北')
  expect(shownRows()[0]?.at(-1)).toBe(expected)
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(heard.find(({ path }) => path === '/company-coach-leaves')?.query.get('state')).toBe('answered')
})

test('an absence that the company did not enter is left to its coach', async () => {
  draw(<LeavesPage />, { answers: pageOf([], [{ ...away, mayEnd: false }]) })
  await screen.findByText('由教练本人结束')
  expect(screen.queryByRole('button', { name: '结束休假' })).toBeNull()
})

test('an absence is ended after a question; without cases the page says so', async () => {
  const { writes } = draw(<LeavesPage />, {
    answers: { ...pageOf([], [away]), 'POST /company-coach-leaves/end/4': { data: null } },
  })
  await screen.findByText('没有等学员选择的变动')
  await screen.findByText('11.24–11.26 受伤 · 还有 2 节课 · 1 位学员没选择')
  await userEvent.click(screen.getByRole('button', { name: '结束休假' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('王启明 提前回来？')
  await userEvent.click(within(dialog).getByRole('button', { name: '结束休假' }))
  await screen.findByText('休假已结束')
  expect(writes().map(([call]) => call)).toEqual(['POST /company-coach-leaves/end/4'])
})

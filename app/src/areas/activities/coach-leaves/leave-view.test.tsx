import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { freshCacheWithFeatures, givenServer, givenSession } from '../../../testing/fake-server'
import { DialogHost } from '../../../ui/dialog-host'
import { LeaveView } from './leave-view'

const person = (id: string, nickname: string) => ({ id, nickname, avatar: null })
const lesson = (id: string, courseDate: string) => ({
  ...{ id, courseDate, courseDesignName: '成人私教', beginTimeSlot: 36, endTimeSlot: 38, stadiumName: '星湖' },
  ...{ mayHandOver: true, mayMove: true, trialFen: null as number | null, callOffAt: '2026-11-23T10:00:00.000Z' },
})
const leave = (over: object = {}) => ({
  ...{ id: '7', leaveId: '3', state: 'OPEN', cause: 'LEFT', reason: null, firstDay: null, lastDay: null },
  ...{ coach: person('20', '王启明'), player: person('10', '林知夏'), company: { id: '2', name: '青杉' } },
  contracts: [
    {
      id: '5',
      courseName: '成人私教',
      remainingSessions: 6.5,
      expiryDate: '2027-01-31',
      extendedTo: null as string | null,
    },
  ],
  ...{ remainingSessions: 6.5, classes: [lesson('41', '2026-11-24'), lesson('42', '2026-11-26')] },
  ...{
    proposed: null,
    newCoach: null,
    restId: null as string | null,
    mayChange: true,
    mayWait: false,
    mayAskRefund: true,
    refund: null,
  },
  ...{ endsAt: '2026-12-04T02:00:00.000Z', createTime: '2026-11-20T02:00:00.000Z' },
  ...over,
})
const AWAY = { cause: 'AWAY', reason: 'INJURY', firstDay: '2026-11-24', lastDay: '2026-11-26', mayWait: true }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T10:00:00+08:00'))
  givenSession('10')
})

function open(before: object, after: object = before, lots: object[] = [], successor: object = {}) {
  const free = {
    coach: person('30', '沈嘉禾'),
    courseNames: ['成人私教'],
    freeClassIds: ['41'],
    contractIds: ['5'],
    isProposed: true,
    away: null,
    ...successor,
  }
  const calls = givenServer(({ method, path }) => {
    if (path === '/coach-leaves/coaches/7') return { data: [free] }
    if (path.startsWith('/course-refunds/contract/')) return { data: { lots } }
    return { data: method === 'GET' && calls.every((call) => call.method === 'GET') ? before : after }
  })
  render(
    <QueryClientProvider client={freshCacheWithFeatures()}>
      <LeaveView id="7" />
      <DialogHost />
    </QueryClientProvider>,
  )
  return () => calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => ({ path, body }))
}

test('another coach takes over what they are free for; the rest is called off, as was read before the yes', async () => {
  const changed = { state: 'CHANGED', newCoach: person('30', '沈嘉禾'), mayChange: false, classes: [] }
  const sent = open(leave(), leave(changed))
  await screen.findByText('王启明 已离开')
  expect(screen.getByText(/没有选择的课到时自动取消，课时退回/)).toBeTruthy()
  expect(screen.getByText('剩 6.5 课时 · 2027.01.31 到期')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: '换成 沈嘉禾，成人私教 · 能接 1 节' }))
  const question = await screen.findByRole('alertdialog', { name: '换成 沈嘉禾？' })
  expect(question.textContent).toMatch(/11\.24 .*由沈嘉禾来上，等对方确认；11\.26 .*取消，课时退回/)
  await userEvent.click(within(question).getByRole('button', { name: '换教练' }))
  await screen.findByText('已换成 沈嘉禾，课时照用，可以直接约课')
  expect(sent()).toEqual([{ path: '/coach-leaves/change/7', body: { coachId: '30', classIds: ['41'] } }])
})

test('of a coach who is on leave as well the days are read beside the name, and before the yes', async () => {
  const away = { firstDay: '2026-11-24', lastDay: '2026-11-26' }
  open(leave(), leave(), [], { freeClassIds: [], away })
  await userEvent.click(
    await screen.findByRole('button', { name: '换成 沈嘉禾，成人私教 · 11.24–11.26 休假 · 这些时间没空' }),
  )
  const question = await screen.findByRole('alertdialog', { name: '换成 沈嘉禾？' })
  expect(question.textContent).toMatch(/取消，课时退回；沈嘉禾 11\.24–11\.26 休假/)
})

test('who waits for a coach on leave reads that classes are called off', async () => {
  const sent = open(leave(AWAY), leave({ ...AWAY, state: 'WAITING', mayWait: false, classes: [] }))
  await screen.findByText('王启明 11.24–11.26 休假')
  await userEvent.click(screen.getByRole('button', { name: '等教练回来' }))
  const question = await screen.findByRole('alertdialog', { name: '等教练回来？' })
  await userEvent.click(within(question).getByRole('button', { name: '等教练回来' }))
  await screen.findByText('等教练回来，课时不受影响；不想等也可以换教练')
  expect(sent()).toEqual([{ path: '/coach-leaves/wait/7', body: undefined }])
})

const PAID = { purchaseId: '1', isGift: false, leftHours: 4 }

test.each([
  ['bought hours', [PAID], true],
  ['hours that the club gave', [{ ...PAID, purchaseId: null }], false],
  [
    'a gift alone',
    [
      { ...PAID, isGift: true },
      { ...PAID, leftHours: 0 },
    ],
    false,
  ],
] as const)('who has %s is offered to pay back a package, or not', async (_what, lots, isOffered) => {
  open(leave(), leave(), [...lots])
  await screen.findByRole('button', { name: /^申请退课/ })
  if (isOffered) await screen.findByText('成人私教，在合同里直接退，钱原路退回')
  else await waitFor(() => expect(screen.queryByText('退买的课包')).toBeNull())
})

test('the end of the lessons is asked for in words', async () => {
  const refund = { id: '6', state: 'OPEN', text: '想退', answer: '' }
  const sent = open(leave(), leave({ state: 'REFUND_ASKED', refund, mayAskRefund: false }))
  await userEvent.click(await screen.findByRole('button', { name: /^申请退课/ }))
  await userEvent.type(await screen.findByRole('textbox'), '想退')
  await userEvent.click(screen.getByRole('button', { name: '提交申请' }))
  await screen.findByText('已向俱乐部申请退课，俱乐部会答复您')
  expect(sent()).toEqual([{ path: '/coach-leaves/refund/7', body: { text: '想退' } }])
})

test('who has only a trial lesson reads of its money and the instant, never of hours or another time', async () => {
  const trial = { ...lesson('41', '2026-11-24'), mayHandOver: false, mayMove: false, trialFen: 12_800 }
  open(leave({ ...AWAY, contracts: [], remainingSessions: 0, classes: [trial] }))
  await screen.findByText('体验课上不了，到时自动取消，体验课 ¥128 原路退回')
  expect(screen.getByText(/自动取消$/)).toBeTruthy()
  expect(screen.getByText('体验课不能转给其他教练')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '取消体验课' }))
  const question = await screen.findByRole('alertdialog', { name: '取消体验课？' })
  expect(question.textContent).toMatch(/体验课 ¥128 原路退回/)
  expect(document.body.textContent).not.toMatch(/课时退回|改时间|课时请联系/)
})

test('only a class that the student may move says so', async () => {
  const byCoach = { ...lesson('42', '2026-11-26'), mayMove: false }
  open(leave({ ...AWAY, classes: [lesson('41', '2026-11-24'), byCoach] }))
  expect(await screen.findAllByText('可改时间')).toHaveLength(1)
})

test('before the press one reads what the new coach does not teach, and to when waiting extends', async () => {
  const more = {
    id: '6',
    courseName: '青少年',
    remainingSessions: 8,
    expiryDate: '2027-01-31',
    extendedTo: '2027-02-03',
  }
  open(leave({ ...AWAY, contracts: [...leave().contracts, more], remainingSessions: 14.5 }))
  await userEvent.click(await screen.findByRole('button', { name: /^换成 沈嘉禾/ }))
  const question = await screen.findByRole('alertdialog', { name: '换成 沈嘉禾？' })
  expect(question.textContent).toMatch(/沈嘉禾 不教青少年，这些课时之后再选/)
  await userEvent.click(within(question).getByRole('button', { name: '再想想' }))
  await userEvent.click(screen.getByRole('button', { name: '等教练回来' }))
  const wait = await screen.findByRole('alertdialog', { name: '等教练回来？' })
  expect(wait.textContent).toMatch(/青少年 有效期预计延到 2027\.02\.03/)
})

test.each([
  [{ state: 'RETURNED', mayChange: false }, '教练回来授课了，可以继续约课'],
  [{ state: 'ENDED', mayChange: false }, '教练回来授课了，可以继续约课'],
  [{ state: 'REPLACED', mayChange: false }, '又有新的变动，请看最新的通知'],
  [{ state: 'ENDED', classes: [] }, '没有选择，未上的课已取消，课时还在，随时可以换教练'],
  [{ classes: [] }, /^课时都在，请在 .* 前选择$/],
])('it says how it stands: %o', async (over, text) => {
  open(leave(over))
  expect(await screen.findByText(text)).toBeTruthy()
})

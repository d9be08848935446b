import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { bookingClassPath, bookingViewPath, locksPath, studentPath, studentsPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import type { FakeCall } from '../../../testing/fake-server'
import { held } from '../../../testing/held'
import { serveLive } from '../../../testing/live-server'
import Taro, { fire } from '../../../testing/taro'
import { DialogHost } from '../../../ui/dialog-host'
import { coachDraft } from '../../activities/booking/draft-store'
import { at, CONFIRMED } from '../../activities/classes/testing/given-invitation'
import { DayBoardView } from './day-board-view'
import { endingFacts } from './parts/ending-students'
import { givenRow, openAsCoach } from './testing/coach-world'

// One for all tests, because the app has one connection, which outlives a screen.
const live = serveLive()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  endSession()
})

const on = (day: string, beginTimeSlot: number, endTimeSlot: number) => ({
  courseDate: `2026-11-${day}`,
  beginTimeSlot,
  endTimeSlot,
  expiresAt: at('21', '09:36').toISOString(),
})
const REQUEST = givenRow({ id: '1', ...on('20', 28, 30) })
const LOCK = {
  id: '7',
  coachId: '20',
  date: '2026-11-20',
  beginTimeSlot: 24,
  endTimeSlot: 27,
  reason: '午休',
  seriesId: '70',
}
const BROKEN = { status: 500, code: 'unexpected', msg: '服务器开小差了，请稍后再试' }
const changes = (calls: readonly FakeCall[]) =>
  calls.filter(({ method, path }) => method !== 'GET' && !path.includes('byCoachAndDate'))
const blocks = () =>
  within(screen.getByRole('list', { name: '这一天的日程' }))
    .getAllByRole('listitem')
    .map((item) => within(item).getAllByRole('button')[0]?.getAttribute('aria-label'))

const places = () =>
  within(screen.getByRole('list', { name: '这一天的日程' }))
    .getAllByRole('listitem')
    .map(({ style }) => style.cssText)

test('the day lists its classes by time, each with its one next step', async () => {
  openAsCoach(<DayBoardView />, {
    '/inviteInfo/byCoachAndDate': () => ({
      data: [
        givenRow({ id: '2', ...on('20', 16, 18), invitationStatus: 'COMPLETED' }, '许念安'),
        givenRow({ id: '3', ...on('20', 20, 22), ...CONFIRMED, participantsCount: 4, seatsTaken: 3 }),
        REQUEST,
        givenRow({ id: '4', ...on('20', 30, 32), invitationStatus: 'CANCELLED' }, '陈默'),
      ],
    }),
    '/coach-lock-time/by-coach-date': () => ({ data: [LOCK] }),
  })
  await screen.findByText('许念安')
  await screen.findByText('午休')
  expect(blocks()).toEqual([
    '08:00 至 09:00，许念安，星湖网球中心 3号场，成人私教 1 对 1，已完成',
    '10:00 至 11:00，成人私教 1 对 1 3/4 人，星湖网球中心 3号场，待签到',
    '12:00 至 13:30，不可约，午休',
    '14:00 至 15:00，林知夏，星湖网球中心 3号场，成人私教 1 对 1，待确认',
  ])
  await userEvent.click(screen.getByRole('button', { name: /^签到，/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('3', undefined, 'sign') })
  await userEvent.click(screen.getByRole('button', { name: /^14:00/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('1') })
})

test('unfinished classes of other days are listed with the step they wait for and the time of automatic completion', async () => {
  openAsCoach(<DayBoardView />, {
    '/coach-home/unfinished': () => ({
      data: [
        givenRow({ id: '9', ...on('19', 20, 22), ...CONFIRMED }, '许念安'),
        // A class of the shown day, which is not in this list because the board has its buttons.
        givenRow({ id: '8', ...on('20', 16, 18), ...CONFIRMED }, '许念安'),
      ],
    }),
  })
  const list = await screen.findByRole('list', { name: '待完成' })
  expect(list.textContent).toContain('11.20 11:00 自动完成')
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(within(list).getByRole('button', { name: /^完成，许念安/ }))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('9', undefined, 'finish') }))
})

test('a request is confirmed on the board by one press, and everything is read again', async () => {
  let isConfirmed = false
  const answer = held()
  const calls = openAsCoach(<DayBoardView />, {
    '/inviteInfo/byCoachAndDate': () => ({
      data: [isConfirmed ? { ...REQUEST, invitation: { ...REQUEST.invitation, ...CONFIRMED } } : REQUEST],
    }),
    '/confirm/by-coach/1': async () => {
      await answer.released
      isConfirmed = true
      return { data: REQUEST.invitation }
    },
  })
  const confirm = await screen.findByRole('button', { name: '确认，林知夏' })
  await userEvent.dblClick(confirm)
  answer.release()
  await screen.findByText('已确认')
  expect(changes(calls).map(({ path }) => path)).toEqual(['/course-invitation/confirm/by-coach/1'])
  await waitFor(() => expect(calls.filter(({ path }) => path === '/coach-home/datas').length).toBeGreaterThan(1))
})

test('a request that expires, and an hour that passes, leave every class of the board in its place', async () => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: at('20', '09:59').getTime() + 50_000 })
  openAsCoach(<DayBoardView />, {
    '/inviteInfo/byCoachAndDate': () => ({
      data: [
        givenRow({ id: '1', ...on('20', 22, 24), expiresAt: at('20', '10:00').toISOString() }, '陈默'),
        givenRow({ id: '2', ...on('20', 40, 42) }, '许念安'),
        givenRow({ id: '3', ...on('20', 43, 44), invitationStatus: 'CANCELLED' }),
      ],
    }),
  })
  await vi.waitFor(() => screen.getByText('许念安'))
  const before = places()
  expect(before).toHaveLength(2)
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(blocks()).toEqual([
    '11:00 至 12:00，陈默，星湖网球中心 3号场，成人私教 1 对 1，已过期',
    '20:00 至 21:00，许念安，星湖网球中心 3号场，成人私教 1 对 1，待确认',
  ])
  expect(screen.queryByRole('button', { name: '确认，陈默' })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2 * 3_600_000))
  expect(places()).toEqual(before)
})

test('at midnight the figures are read for the new day', async () => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: at('20', '23:59').getTime() + 50_000 })
  const calls = openAsCoach(<DayBoardView />)
  await vi.waitFor(() => screen.getByText('今天没有课'))
  const reads = () => calls.filter(({ path }) => path === '/coach-home/datas').length
  const before = reads()
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(reads()).toBe(before)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await vi.waitFor(() => expect(reads()).toBe(before + 1))
})

describe('what comes from another device while the coach looks on', () => {
  const STANDING = givenRow({ id: '2', ...on('20', 20, 22), ...CONFIRMED }, '许念安')
  let rows = [STANDING]
  let locks = [LOCK]
  let waiting: typeof rows = []
  let unfinished: typeof rows = []
  let broken: string | undefined
  const answerOf = (path: string, data: unknown) => (path === broken ? BROKEN : { data })
  const open = async () => {
    const calls = openAsCoach(<DayBoardView />, {
      '/inviteInfo/byCoachAndDate': () => answerOf('byCoachAndDate', rows),
      '/coach-lock-time/by-coach-date': () => answerOf('by-coach-date', locks),
      '/course-invitation-response/pageByUser': () => ({ data: waiting, total: waiting.length }),
      '/coach-home/unfinished': () => ({ data: unfinished }),
    })
    await waitFor(() => expect(live.watched()).toContain('own-day|2026-11-20'))
    return async () => {
      const before = calls.length
      act(() => {
        live.changed({ kind: 'messages' })
        live.changed({ kind: 'own-day', date: '2026-11-20' })
      })
      const read = (path: string) => calls.slice(before).some((one) => one.path.includes(path))
      await waitFor(() => expect(read('byCoachAndDate') && read('by-coach-date')).toBe(true))
    }
  }
  const show = () => userEvent.click(screen.getByRole('button', { name: '显示' }))
  beforeEach(() => {
    rows = [STANDING]
    locks = [LOCK]
    waiting = []
    unfinished = []
    broken = undefined
  })

  test.each([
    ['before the shown hours', on('20', 12, 14)],
    ['after them', on('20', 40, 42)],
    ['across their first', on('20', 15, 17)],
    ['beside a class', on('20', 21, 23)],
    ['beside a lock', on('20', 26, 28)],
  ])('a class %s moves nothing, is announced and comes with a press', async (_where, time) => {
    const change = await open()
    await screen.findByText('许念安')
    const before = places()
    rows = [STANDING, givenRow({ id: '5', ...time }, '陈默')]
    await change()
    await screen.findByText('这一天有 1 项新安排')
    expect(screen.queryByText('陈默')).toBeNull()
    expect(places()).toEqual(before)
    await show()
    expect(blocks().join()).toContain('陈默')
    expect(screen.queryByText('这一天有 1 项新安排')).toBeNull()
  })

  test.each([
    ['the first shown half-hour', on('20', 16, 17)],
    ['the last one', on('20', 31, 32)],
    ['the half-hours up to a class', on('20', 18, 20)],
    ['those after it', on('20', 22, 24)],
  ])('a class in %s comes at once, since it moves nothing', async (_where, time) => {
    const change = await open()
    await screen.findByText('许念安')
    const before = places()
    rows = [STANDING, givenRow({ id: '5', ...time }, '陈默')]
    await change()
    await screen.findByText('陈默')
    expect(places()).toEqual(expect.arrayContaining(before))
    expect(screen.queryByText(/项新安排/)).toBeNull()
  })

  test('a class that goes to another time says so in its place', async () => {
    const change = await open()
    await screen.findByText('许念安')
    const before = places()
    rows = [givenRow({ id: '2', ...on('20', 28, 30), ...CONFIRMED }, '许念安')]
    await change()
    await screen.findByText('已移走')
    expect(places()).toEqual(expect.arrayContaining(before))
    expect(blocks()).toContain('14:00 至 15:00，许念安，星湖网球中心 3号场，成人私教 1 对 1，已确认')
  })

  test('a lock that is gone leaves those beside it as they are', async () => {
    rows = [STANDING, givenRow({ id: '5', ...on('20', 25, 27) }, '陈默')]
    const change = await open()
    await screen.findByText('午休')
    const [first, , beside] = places()
    locks = []
    await change()
    await waitFor(() => expect(screen.queryByText('午休')).toBeNull())
    expect(places()).toEqual([first, beside])
  })

  test('a lock that is set again at the same time stands where it was', async () => {
    const change = await open()
    await screen.findByText('午休')
    const before = places()
    locks = [{ ...LOCK, id: '9', reason: '开会' }]
    await change()
    await screen.findByText('开会')
    expect(places()).toEqual(before)
    expect(screen.queryByText(/项新安排/)).toBeNull()
  })

  test('a request moves no class that waits to be completed: the figure has it, and the card after the next opening', async () => {
    unfinished = [givenRow({ id: '9', ...on('19', 37, 40), ...CONFIRMED })]
    const change = await open()
    await screen.findByRole('list', { name: '待完成' })
    waiting = [givenRow({ id: '8', ...on('22', 37, 40) }, '陈默')]
    await change()
    await userEvent.click(screen.getByRole('button', { name: '待我确认 1 个' }))
    within(await screen.findByRole('dialog', { name: '待我确认 1 个' })).getByText('陈默')
    expect(screen.getAllByText('陈默')).toHaveLength(1)
    act(() => fire('hide'))
    act(() => fire('show'))
    await waitFor(() => expect(screen.getAllByText('陈默')).toHaveLength(2))
  })

  test.each([
    ['classes', 'byCoachAndDate'],
    ['locks', 'by-coach-date'],
  ])('a day whose %s could not be read again says so, and reads them with a press', async (_what, path) => {
    const change = await open()
    await screen.findByText('午休')
    broken = path
    await change()
    await screen.findByText('这一天的日程没有更新')
    expect(blocks()).toHaveLength(2)
    broken = undefined
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(screen.queryByText(/没有更新/)).toBeNull())
  })

  test.each([
    ['a request', '待我确认', () => (waiting = [givenRow({ id: '8', ...on('22', 37, 40) })])],
    ['an unfinished class', '待完成', () => (unfinished = [givenRow({ id: '9', ...on('19', 37, 40), ...CONFIRMED })])],
  ])('the first class of an empty day waits while %s stands below it', async (_what, list, stands) => {
    rows = []
    locks = []
    stands()
    const change = await open()
    await screen.findByRole('list', { name: list })
    rows = [STANDING]
    await change()
    await screen.findByText('这一天有 1 项新安排')
    screen.getByText('今天没有课')
    await show()
    await screen.findByText('许念安')
  })
})

test('a request with 允许冲突 is confirmed on the page that shows its clashes', async () => {
  const { invitation } = REQUEST
  const calls = openAsCoach(<DayBoardView />, {
    '/inviteInfo/byCoachAndDate': () => ({
      data: [{ ...REQUEST, invitation: { ...invitation, useUnavailable: true } }],
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: '去确认，林知夏' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('1') })
  expect(changes(calls)).toEqual([])
})

test('the third figure opens the waiting requests of all days; one without a contract leads to 缔约', async () => {
  openAsCoach(<DayBoardView />, {
    '/course-invitation-response/pageByUser': () => ({
      data: [
        givenRow({ id: '8', ...on('22', 37, 40) }),
        givenRow(
          {
            ...{ id: '9', ...on('25', 37, 40), needContract: true, expiresAt: at('20', '12:00').toISOString() },
            changed: '修改了时间',
          },
          '陈默',
        ),
      ],
      total: 2,
    }),
  })
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: '待我确认 1 个' }))
    return within(await screen.findByRole('dialog', { name: '待我确认 2 个' }))
  }
  let sheet = await open()
  expect(sheet.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^陈默11\.25 周三18:30–20:00.*修改了时间，\S.*内答复/),
    expect.stringMatching(/^林知夏11\.22 周日18:30–20:00(?!.*修改了)/),
  ])
  sheet.getByRole('button', { name: '确认约课，林知夏' })
  for (const [name, id, ask] of [
    ['拒绝，林知夏', '8', 'cancel'],
    ['改约，林知夏', '8', 'offer'],
    ['缔约，陈默', '9', 'contract'],
  ] as const) {
    await userEvent.click(sheet.getByRole('button', { name }))
    await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath(id, undefined, ask) }))
    // Who leaves the page leaves the sheet too.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    sheet = await open()
  }
})

test('a repeated lock can be removed for this time or for all later ones', async () => {
  const calls = openAsCoach(<DayBoardView />, {
    '/coach-lock-time/by-coach-date': () => ({ data: [LOCK] }),
    '/coach-lock-time/7': () => ({ data: { removed: 20 } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: /不可约，午休/ }))
  await screen.findByText('11.20 周五 12:00–13:30 不可约')
  await userEvent.click(screen.getByRole('button', { name: /解除这次和之后/ }))
  await waitFor(() =>
    expect(changes(calls).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /coach-lock-time/7?series=true',
    ]),
  )
})

test('the day in the address is shown, the strip shows its marks, and the links of the page use that day', async () => {
  openAsCoach(<DayBoardView date="2026-11-25" />, {
    '/coach-home/dayMarks': () => ({
      data: [{ date: '2026-11-22', classes: 5, waiting: 2, isResting: false }],
    }),
  })
  await screen.findByText('这一天没有课')
  await screen.findByLabelText('11月22日 周日 待确认 2 节，共 5 节')
  await userEvent.click(screen.getByText('设不可约'))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: locksPath('me', { date: '2026-11-25' }) })
  await userEvent.click(screen.getByText('替学员约课'))
  expect(Taro.switchTab).toHaveBeenCalledWith({ url: bookingClassPath() })
  expect(coachDraft.current().date).toBe('2026-11-25')
})

test('any day can be chosen from the calendar, the strip shows its two weeks, and one press returns to today', async () => {
  const calls = openAsCoach(<DayBoardView />)
  await screen.findByText('今天没有课')
  await userEvent.click(screen.getByText('选日期'))
  await userEvent.click(await screen.findByLabelText('2026 年 11 月 3 日'))
  await screen.findByText('11.3 周二')
  await waitFor(() => expect(calls.some(({ path }) => path.includes('from=2026-10-23'))).toBe(true))
  // The past cannot be locked.
  await userEvent.click(screen.getByText('设不可约'))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: locksPath('me', { date: '2026-11-20' }) })
  await userEvent.click(screen.getByText('回到今天'))
  await screen.findByText('今天 11.20 周五')
})

test('students whose hours run out are named with 续课, which sends the package that fits, and a link to all', async () => {
  let isSold = true
  const withDialogs = (
    <>
      <DayBoardView />
      <DialogHost />
    </>
  )
  const calls = openAsCoach(withDialogs, {
    '/packages/remind': () =>
      isSold
        ? { data: { id: '5' }, msg: '已提醒学员续课' }
        : { status: 409, code: 'renewal_without_package', msg: '这门课还没有课包，请直接调整课时' },
    '/coach-home/player-page/': ({ path }) => {
      expect(path).toContain('isRunningOut=true')
      return {
        data: [
          {
            player: { id: '11', nickname: '陈默', avatar: null },
            lastFinishedCourse: null,
            userCourseContracts: [
              {
                id: '1',
                courseDesign: { id: '40', courseName: '私教' },
                companyId: '30',
                totalSessions: 10,
                remainingSessions: 1.5,
                availableSessions: 1.5,
                expiryDate: '2027-03-01',
                contractStatus: 1,
              },
            ],
            theUserRelation: { id: '1', createdAt: at('01', '08:00').toISOString() },
            isRunningOut: true,
          },
        ],
        total: 6,
      }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '陈默，私教，可用 1.5 课时' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: studentPath('11') })
  const renew = async () => {
    await userEvent.click(screen.getByRole('button', { name: '续课，陈默' }))
    await userEvent.click(await screen.findByRole('button', { name: '发提醒' }))
  }
  await renew()
  const sent = () => changes(calls).map(({ path, body }) => [path, body])
  await waitFor(() => expect(sent()).toEqual([['/packages/remind', { contractId: '1' }]]))
  isSold = false
  await renew()
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledTimes(2))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: studentPath('11', 'sessions') })
  await userEvent.click(screen.getByRole('link', { name: '全部 6 人' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: studentsPath('ending') })
})

test('an empty day offers the waiting requests, and a failure is shown in its place and can be repeated', async () => {
  let fails = true
  openAsCoach(<DayBoardView />, {
    '/inviteInfo/byCoachAndDate': () => (fails ? BROKEN : { data: [] }),
    '/course-invitation-response/pageByUser': () => ({ data: [givenRow({ id: '8', ...on('22', 37, 40) })], total: 1 }),
  })
  await screen.findByText('服务器开小差了，请稍后再试')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('今天没有课')
  await userEvent.click(await screen.findByRole('button', { name: '看看待确认' }))
  await screen.findByRole('dialog', { name: '待我确认 1 个' })
})

const contract = (courseName: string, availableSessions: number, expiryDate: string, contractStatus = 1) => ({
  id: '1',
  courseDesign: { id: '40', courseName },
  companyId: '30',
  totalSessions: 10,
  remainingSessions: availableSessions,
  availableSessions,
  expiredSessions: 0,
  lastHeldDay: null,
  isRefunded: false,
  expiryDate,
  contractStatus,
  revision: 3,
})
const text = (...userCourseContracts: ReturnType<typeof contract>[]) =>
  endingFacts({ userCourseContracts }, '2026-11-20').join('，')

test.each([
  ['few hours', contract('私教', 1.5, '2027-05-01'), '私教，可用 1.5 课时'],
  ['little time', contract('私教', 8, '2026-11-25'), '私教，5 天后到期'],
  ['neither much time nor many hours', contract('私教', 1, '2026-11-20'), '私教，可用 1 课时，今天到期'],
  ['enough of both', contract('私教', 2, '2026-12-05'), ''],
] as const)('a contract with %s', (_what, of, expected) => {
  expect(text(of)).toBe(expected)
})

test('of several contracts the one that ends first is named; those that are over are not', () => {
  expect(
    text(contract('旧课', 1, '2026-11-19', 3), contract('小班', 1, '2026-12-30'), contract('私教', 8, '2026-11-25')),
  ).toBe('私教，5 天后到期')
})

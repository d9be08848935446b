import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { addStudentPath, bookingViewPath, claimPath, dayBoardPath, locksPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import { held } from '../../../testing/held'
import { serveLive } from '../../../testing/live-server'
import Taro, { fire } from '../../../testing/taro'
import { at, CONFIRMED, givenInfo, onTheWire } from '../../activities/classes/testing/given-invitation'
import { CoachHome, nextOf } from './coach-home-view'
import { toCoachClass } from './parts/coach-class'
import { givenRow, openAsCoach } from './testing/coach-world'

const live = serveLive()

beforeEach(() => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  endSession()
})

const on = (beginTimeSlot: number, endTimeSlot: number) => ({ courseDate: '2026-11-20', beginTimeSlot, endTimeSlot })
const agreed = (id: string, begin: number, end: number, more = {}) =>
  givenRow({ id, ...on(begin, end), ...CONFIRMED, ...more })
const open = (rows: object[], world = {}) =>
  openAsCoach(<CoachHome />, {
    '/inviteInfo/byCoachAndDate': () => ({ data: rows }),
    '/trial-lessons/received': () => ({ data: [] }),
    ...world,
  })

const DAY = [
  agreed('1', 16, 18, { invitationStatus: 'COMPLETED', completedAt: at('20', '09:05').toISOString() }),
  agreed('3', 28, 30),
  agreed('2', 20, 23),
  givenRow({ id: '4', ...on(24, 26), expiresAt: at('20', '11:00').toISOString() }),
  agreed('5', 40, 42, { invitationStatus: 'CANCELLED' }),
].map(toCoachClass)
const at20 = (time: string) => {
  const { row, after, begun, total } = nextOf(DAY, at('20', time))
  return [row?.invitation.id, after?.invitation.id, begun, total]
}

test.each([
  ['the next agreed class, and how much of the day has begun', '09:41', ['2', '3', 1, 3]],
  ['the running class from its first minute', '10:00', ['2', '3', 2, 3]],
  ['up to its last', '11:29', ['2', '3', 2, 3]],
  ['and then the one after it', '11:30', ['3', undefined, 2, 3]],
  ['nothing once the last one is over', '15:00', [undefined, undefined, 3, 3]],
])('the head of the page has %s', (_, time, expected) => {
  expect(at20(time)).toEqual(expected)
})

test('the next class says when it begins; 签到 opens half an hour before and leads to its window', async () => {
  open([agreed('2', 20, 23), agreed('3', 28, 30)])
  expect(await screen.findByText('下一节，19 分钟后开始')).toBeTruthy()
  expect(screen.getByText('今天 0 / 2 节')).toBeTruthy()
  expect(screen.getByText('之后 14:00 林知夏')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '签到' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('2', undefined, 'sign') })
})

test('before that the page says from when on', async () => {
  vi.setSystemTime(at('20', '09:29'))
  open([agreed('2', 20, 23)])
  expect(await screen.findByText('09:30 起可签到')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '签到' })).toBeNull()
})

test('a day without classes, and one whose classes are over, say so', async () => {
  open([])
  expect(await screen.findByText('今天没有课')).toBeTruthy()
})

test('a class that ended in the meantime waits for 完成 as soon as the tab is shown again', async () => {
  let unfinished: object[] = []
  open([], { '/coach-home/unfinished': () => ({ data: unfinished }) })
  await screen.findByText('今天没有课')
  unfinished = [agreed('2', 16, 18, { signedAt: at('20', '08:00').toISOString() })]
  vi.setSystemTime(at('20', '09:42'))
  await act(async () => fire('show'))
  expect(await screen.findByRole('list', { name: '待完成' })).toBeTruthy()
})

test('a class that ends while the page is open waits for 完成 at once', async () => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  vi.setSystemTime(at('20', '09:29'))
  let unfinished: object[] = []
  open([], { '/coach-home/unfinished': () => ({ data: unfinished }) })
  await vi.waitFor(() => screen.getByText('今天没有课'))
  unfinished = [agreed('2', 17, 19, { signedAt: at('20', '08:30').toISOString() })]
  await act(() => vi.advanceTimersByTimeAsync(62_000))
  await vi.waitFor(() => screen.getByRole('list', { name: '待完成' }))
})

test('the entries lead to what a coach does most', async () => {
  open([])
  for (const [name, url] of [
    ['设不可约', locksPath('me', { date: '2026-11-20' })],
    ['添加学员', addStudentPath()],
    ['整天日程', dayBoardPath()],
  ] as const) {
    await userEvent.click(await screen.findByRole('link', { name }))
    expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url })
  }
})

test('a request is confirmed in its row', async () => {
  const request = givenRow({ id: '7', ...on(28, 30), expiresAt: at('20', '12:00').toISOString() })
  const calls = open([], {
    '/course-invitation-response/pageByUser': () => ({ data: [request], total: 1 }),
    '/confirm/by-coach/7': () => ({ data: request.invitation }),
  })
  await userEvent.click(await screen.findByRole('button', { name: '确认约课，林知夏' }))
  expect(calls.some(({ path }) => path === '/course-invitation/confirm/by-coach/7')).toBe(true)
})

/** The rows of a list, and the names of their buttons besides the link of the whole row. */
const rowsOf = (label: string) =>
  within(screen.getByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map((item) => [item.textContent, within(item).queryAllByRole('button').length - 1])

test('requests that expire, are taken back, come or are confirmed leave every other one in its place', async () => {
  vi.useRealTimers()
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: at('20', '11:59').getTime() + 50_000,
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const request = (id: string, nickname: string, expires: string) =>
    givenRow({ id, ...on(40, 42), expiresAt: at('20', expires).toISOString() }, nickname)
  let waiting = [
    request('1', '陈默', '12:00'),
    request('2', '许念安', '13:00'),
    request('3', '林知夏', '14:00'),
    request('4', '顾南风', '15:00'),
  ]
  const became = (id: string, invitationStatus: 'CANCELLED' | 'CONFIRMED') => () => ({
    data: onTheWire(givenInfo('coach', { invitation: { id, invitationStatus } })),
  })
  const calls = open([], {
    '/course-invitation-response/pageByUser': () => ({ data: waiting, total: waiting.length }),
    '/confirm/by-coach/3': () => {
      waiting = [request('5', '方可心', '12:30'), ...waiting.filter(({ id }) => id === '4')]
      return { data: request('3', '林知夏', '14:00').invitation }
    },
    'full-info/2': became('2', 'CANCELLED'),
    'full-info/3': became('3', 'CONFIRMED'),
  })
  await vi.waitFor(() => screen.getByRole('list', { name: '待我确认' }))
  expect(rowsOf('待我确认').map(([, buttons]) => buttons)).toEqual([3, 3, 3])
  await pass(11_000)
  // 12:00. The first one is over, and the fourth comes behind the others.
  expect(rowsOf('待我确认')).toEqual([
    [expect.stringMatching(/^陈默.*已过期/), 0],
    [expect.stringMatching(/^许念安.*内答复/), 3],
    [expect.stringMatching(/^林知夏.*内答复/), 3],
    [expect.stringMatching(/^顾南风.*内答复/), 3],
  ])
  screen.getByRole('button', { name: '确认约课，林知夏' }).click()
  await pass(1_000)
  expect(calls.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
    '/course-invitation/confirm/by-coach/3',
  ])
  await pass(1_000)
  // Meanwhile 许念安 has taken the request back, and 方可心 asks.
  expect(rowsOf('待我确认')).toEqual([
    [expect.stringMatching(/^陈默.*已过期/), 0],
    [expect.stringMatching(/^许念安.*已取消/), 0],
    [expect.stringMatching(/^林知夏.*已确认/), 0],
    [expect.stringMatching(/^顾南风.*内答复/), 3],
    [expect.stringMatching(/^方可心.*内答复/), 3],
  ])
  await act(async () => fire('hide'))
  await act(async () => fire('show'))
  expect(rowsOf('待我确认').map(([text]) => String(text).slice(0, 3))).toEqual(['方可心', '顾南风'])
})

test('what comes while a class waits to be completed moves nothing: it is announced, and comes with a press', async () => {
  let waiting: object[] = []
  let trials: object[] = []
  let rows: object[] = []
  open([], {
    '/inviteInfo/byCoachAndDate': () => ({ data: rows }),
    '/coach-home/unfinished': () => ({ data: [agreed('9', 12, 14)] }),
    '/course-invitation-response/pageByUser': () => ({ data: waiting, total: waiting.length }),
    '/trial-lessons/received': () => ({ data: trials }),
  })
  await screen.findByRole('list', { name: '待完成' })
  await waitFor(() => expect(live.watched()).toContain('messages'))
  waiting = [givenRow({ id: '8', ...on(28, 30) }, '许念安')]
  trials = [{ id: '3', player: { id: '33', nickname: '陈默', avatar: null }, wishes: [], expiresAt: null }]
  rows = [agreed('2', 20, 23)]
  act(() => live.changed({ kind: 'messages' }))
  const news = await screen.findByRole('button', { name: '看另外 2 个约课' })
  // The head is as high as it was, and nothing has come below it.
  screen.getByRole('link', { name: '下一节，19 分钟后开始，10:00–11:30 林知夏' })
  expect(screen.getAllByRole('list').map((list) => list.getAttribute('aria-label'))).toEqual(['待完成'])
  await userEvent.click(news)
  screen.getByText('今天 0 / 1 节')
  expect(screen.getAllByRole('list').map((list) => list.getAttribute('aria-label'))).toEqual([
    '待我确认',
    '待确认体验课',
    '待完成',
  ])
  expect(screen.queryByRole('button', { name: /^看另外/ })).toBeNull()
  trials = []
  act(() => live.changed({ kind: 'messages' }))
  await screen.findByText('不再等你确认')
})

test.each([
  ['the requests', '/course-invitation-response/pageByUser', { data: [], total: 0 }],
  ['the trial lessons', '/trial-lessons/received', { data: [] }],
])('at the opening nothing is shown below the entries before %s are known', async (_what, path, answer) => {
  const { released, release } = held()
  open([], {
    '/coach-home/unfinished': () => ({ data: [agreed('9', 12, 14)] }),
    [path]: () => released.then(() => answer),
  })
  await screen.findByText('今天没有课')
  expect(screen.queryAllByRole('list')).toEqual([])
  release()
  await screen.findByRole('list', { name: '待完成' })
})

test('the first class of a day that nobody waits on comes at once', async () => {
  let rows: object[] = []
  open([], { '/inviteInfo/byCoachAndDate': () => ({ data: rows }) })
  await screen.findByText('今天没有课')
  await waitFor(() => expect(live.watched()).toContain('messages'))
  rows = [agreed('2', 20, 23)]
  act(() => live.changed({ kind: 'messages' }))
  await screen.findByText('今天 0 / 1 节')
})

test('a coach is asked for hours that a club keeps for their own number', async () => {
  const students = [{ id: '31', name: '陈默', state: 'WAITING', remainingSessions: 4, contracts: [], used: [] }]
  const claims = [{ company: { id: '1', name: '青杉网球俱乐部' }, students }]
  open([], { '/roster/claims': () => ({ data: claims }) })
  await userEvent.click(await screen.findByRole('button', { name: /^您是青杉网球俱乐部的学员吗？/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: claimPath() })
})

test('classes that could not be read are read again by a press', async () => {
  let fails = true
  open([], {
    '/inviteInfo/byCoachAndDate': () =>
      fails ? { status: 500, code: 'internal', data: null, msg: '操作失败' } : { data: [agreed('2', 20, 23)] },
  })
  expect(await screen.findByText('今天的课没有取到')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: /^重试/ }))
  expect(await screen.findByText('下一节，19 分钟后开始')).toBeTruthy()
})

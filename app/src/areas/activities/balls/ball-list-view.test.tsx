import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { type FakeAnswer, type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { BallListView } from './ball-list-view'
import { BallView } from './ball-view'
import { at, givenBall, givenSummary } from './testing/given-ball'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  endSession()
})

const open = () =>
  render(
    <QueryClientProvider client={freshCache()}>
      <BallListView />
    </QueryClientProvider>,
  )

const page = (...titles: string[]): FakeAnswer => ({
  data: titles.map((title, at) => givenSummary({ id: `${at + 1}`, title })),
  total: titles.length,
})

/** Sets up the public list as given, with the caller's own games and profile. */
function givenLists(list: (call: FakeCall) => FakeAnswer, own: FakeAnswer = page()): FakeCall[] {
  return givenServer((call) => {
    if (call.path.startsWith('/invitationball/list')) return list(call)
    if (call.path.includes('getUserBallsByStatusGroup')) return own
    return { data: { id: '10', level: 3.5 } }
  })
}
const asked = (calls: readonly FakeCall[]) =>
  calls.filter(({ path }) => path === '/invitationball/list').map(({ body }) => body)

test('a guest sees the public games, the nearest first, and a press opens one', async () => {
  const calls = givenLists(() => page('周六早场', '周日下午'))
  open()
  await screen.findByText('周日下午')
  expect(asked(calls)).toEqual([{ current: 1, rows: 10, sort: 'activityTime', sord: 'asc', filters: {} }])
  await userEvent.click(screen.getByRole('button', { name: /^周六早场，周日 11.22 08:00–10:00/ }))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/bookingBall/pages/ballDetail/index?id=1' }))
})

test('filters request the first page, stay when the tab changes, and can be cleared where nothing matches', async () => {
  givenSession('10')
  const calls = givenLists(({ body }) =>
    'hasSeats' in (body as { filters: object }).filters ? page() : page('周六早场'),
  )
  open()
  await screen.findByText('周六早场')
  await userEvent.click(screen.getByRole('button', { name: '有空位' }))
  await screen.findByText('没有符合条件的球局')
  await userEvent.click(screen.getByRole('tab', { name: '候补' }))
  await screen.findByText('没有候补中的球局')
  await userEvent.click(screen.getByRole('tab', { name: '附近' }))
  expect(screen.getByRole('button', { name: '有空位' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(await screen.findByRole('button', { name: '清除筛选' }))
  await screen.findByText('周六早场')
  expect(asked(calls).map((body) => (body as { filters: object }).filters)).toEqual(
    expect.arrayContaining([{}, { hasSeats: true }]),
  )
})

test('who never said a level cannot look for games that fit it, and reads where to say it', async () => {
  givenSession('10')
  givenServer(({ path }) =>
    path.endsWith('/list') || path.includes('getUserBallsByStatusGroup')
      ? page('周六早场')
      : { data: { id: '10', level: 3, levelIsUnsaid: true } },
  )
  open()
  await screen.findByText('周六早场')
  await userEvent.click(screen.getByRole('button', { name: '等级' }))
  await screen.findByText('在个人资料里填写等级后可选')
  expect(screen.queryByText(/我的等级/)).toBeNull()
})

test('a cancelled game leads to those of its day, also where the list is open already', async () => {
  const game = givenBall({ status: 'CANCELLED', cancelReason: 'INITIATOR' })
  const calls = givenServer(({ path }) =>
    path.startsWith('/invitationball/detail')
      ? { data: game }
      : path.endsWith('/list')
        ? page('周六早场')
        : { data: {} },
  )
  open()
  await screen.findByText('周六早场')
  render(
    <QueryClientProvider client={freshCache()}>
      <BallView id="1" />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: '看 11.22 的球局' }))
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: '/pages/bookingBall/index' }))
  const filters = { sport: 'tennis', dateFrom: '2026-11-22', dateTo: '2026-11-22' }
  await waitFor(() => expect(asked(calls)).toContainEqual(expect.objectContaining({ filters })))
  await screen.findByText('11.22')
})

test('level, time and order are part of the request', async () => {
  givenSession('10')
  const calls = givenLists(() => page('周六早场'))
  open()
  await screen.findByText('周六早场')
  await userEvent.click(screen.getByRole('button', { name: '等级' }))
  await screen.findByText('我的等级 3.5')
  await userEvent.click(screen.getByRole('radio', { name: /^适合我/ }))
  await userEvent.click(screen.getByRole('button', { name: '时间' }))
  await userEvent.click(await screen.findByRole('radio', { name: '本周末' }))
  await userEvent.click(screen.getByRole('button', { name: '时间 近→远' }))
  await waitFor(() =>
    expect(asked(calls).at(-1)).toEqual({
      current: 1,
      rows: 10,
      sort: 'activityTime',
      sord: 'desc',
      filters: { dateFrom: '2026-11-21', dateTo: '2026-11-22', levelFrom: 3.5, levelTo: 3.5 },
    }),
  )
})

test('the player’s location gives distances; without it the button to allow it is shown', async () => {
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    geolocation: {
      getCurrentPosition: (found: (place: object) => void) => found({ coords: { latitude: 31.2, longitude: 121.4 } }),
    },
  })
  const calls = givenLists(({ body }) =>
    'near' in (body as { filters: object }).filters
      ? { data: [givenSummary({ distanceKm: 1.84 })], total: 1 }
      : page('周六早场'),
  )
  open()
  await screen.findByText('开启定位，看附近球局')
  await userEvent.click(screen.getByRole('button', { name: '开启定位' }))
  await screen.findByText(/1.8 km/)
  expect(screen.queryByText('开启定位，看附近球局')).toBeNull()
  expect(asked(calls).at(-1)).toMatchObject({ filters: { near: { latitude: 31.2, longitude: 121.4 } } })
})

test('the player’s own games need a log-in, and are then listed by role', async () => {
  const calls = givenLists(() => page())
  const { unmount } = open()
  await userEvent.click(screen.getByRole('tab', { name: '我参加的' }))
  await screen.findByText('登录后查看')
  expect(calls.some(({ path }) => path.includes('getUserBalls'))).toBe(false)
  unmount()

  givenSession('10')
  const own = givenLists(() => page(), { data: [givenSummary({ title: '我的早场', mySeat: 'CONFIRMED' })], total: 1 })
  open()
  await userEvent.click(screen.getByRole('tab', { name: '我参加的' }))
  await screen.findByText('我的早场')
  expect(screen.getByText('已报名')).toBeTruthy()
  expect(own.map(({ path }) => path)).toContain(
    '/invitationball/getUserBallsByStatusGroup/1/10?current=1&rows=10&sort=activityTime&sord=asc&role=participant',
  )
})

test('an empty list offers to start a game, and a failure can be repeated', async () => {
  givenSession('10')
  let isBroken = true
  givenLists(() => (isBroken ? { status: 500, code: 'unexpected', msg: '获取约球记录失败' } : page()))
  open()
  await screen.findByText('获取约球记录失败')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await userEvent.click(await screen.findByRole('button', { name: '发起一场' }))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/bookingBall/pages/publishBall/index' }))
})

test('the foot of the page loads the next page, and pull-to-refresh starts again', async () => {
  const ten = Array.from({ length: 10 }, (_, n) => givenSummary({ id: `${n + 1}`, title: `球局 ${n + 1}` }))
  const calls = givenLists(({ body }) =>
    (body as { current: number }).current === 1
      ? { data: ten, total: 11 }
      : { data: [givenSummary({ id: '11', title: '最后一场' })], total: 11 },
  )
  open()
  await screen.findByText('球局 10')
  fire('bottom')
  await screen.findByText('最后一场')
  expect(asked(calls).map((body) => (body as { current: number }).current)).toEqual([1, 2])
  fire('pull')
  await waitFor(() => expect(Taro.stopPullDownRefresh).toHaveBeenCalled())
  expect(asked(calls)).toHaveLength(3)
})

test('on a desktop the first game is open beside the list, and another one after a press', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('min-width: 1024px'), media: query }))
  givenServer(({ path }) => {
    if (path.startsWith('/invitationball/list')) return page('周六早场', '周日下午')
    return { data: givenBall({ id: path.split('/').at(-1), title: `球局 ${path.split('/').at(-1)}` }) }
  })
  open()
  await screen.findByRole('heading', { name: '球局 1' })
  await userEvent.click(screen.getByRole('button', { name: /^周日下午/ }))
  await screen.findByRole('heading', { name: '球局 2' })
  expect(Taro.navigateTo).not.toHaveBeenCalled()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: false, media: query }))
})

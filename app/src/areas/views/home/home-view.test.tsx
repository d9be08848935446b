import type { BallSummary } from '@paidang/api/areas/activities/balls'
import type { Invitation } from '@paidang/api/areas/activities/classes'
import type { CoachRecord } from '@paidang/api/areas/places/relations'
import type { HomeStart } from '@paidang/api/areas/views/home'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  ballDetailPath,
  bookingViewPath,
  claimPath,
  dayBoardPath,
  myBallPath,
  searchPath,
  studentsPath,
  trialLessonPath,
} from '../../../paths'
import { endSession } from '../../../platform/session'
import { type FakeAnswer, type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { ToastHost } from '../../../ui/toast-host'
import { givenBall } from '../../activities/balls/testing/given-ball'
import { CONFIRMED, givenClass } from '../../activities/classes/testing/given-invitation'
import { givenPlayer } from '../../people/profile/testing/given-player'
import { HomeView } from './home-view'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T12:00:00+08:00'))
})

/** A coach of the user, so that the page says nothing of a first lesson. */
const givenCoachRecord = (): CoachRecord => ({
  coach: { id: '20', nickname: '王启明', avatar: null, likeCount: 0, companyId: null, companyName: null },
  courseIds: [],
  finishedClasses: 1,
  stadiums: [],
})

const ball = (over: Partial<BallSummary>): BallSummary => ({ ...givenBall(), ...over })
const TODAY = ball({ id: '6', title: '午间单打', activityDate: '2026-11-20', mySeat: 'CONFIRMED' })
const OTHER_DAY = ball({ id: '7', title: '周日双打', activityDate: '2026-11-22', mySeat: 'CONFIRMED' })
const PLAYED = ball({ id: '8', title: '夜场双打', activityDate: '2026-11-12', status: 'FINISHED', mySeat: 'CONFIRMED' })

const NOTHING: HomeStart = {
  topAdverts: [],
  usualCourses: [],
  live: [],
  unfinished: [],
  trials: [],
  today: [],
  games: [],
  nearbyGames: [],
  coaches: [givenCoachRecord()],
  claims: [],
  pastGames: [],
  adverts: [],
  profile: givenPlayer({ id: '10' }),
}

/** A home with these answers to the calls of the user's own games; all else is empty. */
function givenHome(own: { live: FakeAnswer; over: FakeAnswer }): FakeCall[] {
  return givenServer(async ({ path }) => {
    if (path.startsWith('/home/start')) {
      if (!('data' in own.live && 'data' in own.over)) return own.live
      return { data: { ...NOTHING, games: own.live.data, pastGames: own.over.data } }
    }
    if (path.startsWith('/invitationball/getUserBallsByStatusGroup/1')) return own.live
    if (path.startsWith('/invitationball/getUserBallsByStatusGroup/2')) return own.over
    if (path.startsWith('/stadium/')) {
      return { data: { name: '星湖网球中心', city: '上海市', district: '徐汇区', address: '星湖路 268 号' } }
    }
    return { data: [], total: 0 }
  })
}
const open = (cache = freshCache()) => {
  render(
    <QueryClientProvider client={cache}>
      <HomeView />
      <ToastHost />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const GAMES = { live: { data: [OTHER_DAY, TODAY], total: 2 }, over: { data: [PLAYED], total: 1 } }

test('the game of today is among today’s entries, games that are over are below, and each leads to its page', async () => {
  givenSession('10')
  givenHome(GAMES)
  const user = open()
  const list = await screen.findByRole('list', { name: '今天的课' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  await user.click(within(list).getByRole('button', { name: /午间单打/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: ballDetailPath('6') })
  const records = await screen.findByRole('list', { name: '球局记录' })
  within(records).getByText('夜场双打')
  await user.click(screen.getByLabelText('球局记录，全部'))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: myBallPath('2') })
})

test('without a map, the way to a game of today is the address of its venue', async () => {
  givenSession('10')
  const copy = vi.spyOn(Taro, 'setClipboardData').mockResolvedValue({ errMsg: 'ok' } as never)
  givenHome({ ...GAMES, live: { data: [{ ...TODAY, stadiumId: '4', stadiumName: '星湖网球中心' }], total: 1 } })
  const user = open()
  await user.click(await screen.findByRole('button', { name: '导航到 星湖网球中心' }))
  await screen.findByText('地址已复制')
  expect(copy).toHaveBeenCalledWith({ data: '上海市徐汇区星湖路 268 号 星湖网球中心' })
})

test.each(['10', '20'] as const)('the whole page of user %s is fetched in one call', async (userId) => {
  givenSession(userId)
  const calls = givenHome(GAMES)
  const cache = freshCache()
  // As in the app, a read that mounts a moment later finds the answer fresh.
  cache.setDefaultOptions({ queries: { retry: false, staleTime: 15_000 } })
  open(cache)
  await screen.findByRole('list', { name: '今天的课' })
  await screen.findByRole('list', { name: '球局记录' })
  expect(calls.map(({ path }) => path.split('?')[0])).toEqual(['/home/start'])
})

test('hours that a club registered under the own number are asked for', async () => {
  givenSession('10')
  const students = [{ id: '31', name: '陈默', state: 'WAITING', remainingSessions: 4, contracts: [], used: [] }]
  const claims = [{ company: { id: '1', name: '青杉网球俱乐部' }, students }]
  const answers: [string, unknown][] = [
    ['/home/start', { ...NOTHING, claims }],
    ['/roster/claims', claims],
  ]
  givenServer(({ path }) => ({ data: answers.find(([begin]) => path.startsWith(begin))?.[1] ?? [], total: 0 }))
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^您是青杉网球俱乐部的学员吗？/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: claimPath() })
})

test('a failed read is reported in its own block, and repeated there', async () => {
  givenSession('10')
  const away: FakeAnswer = { status: 503, code: 'server_busy', msg: '有点忙，请稍后再试' }
  const own: { live: FakeAnswer; over: FakeAnswer } = { live: away, over: away }
  givenHome(own)
  const user = open()
  await screen.findByText('今天的球局没有取到')
  await screen.findByText('球局记录没有取到')
  own.over = GAMES.over
  const block = (await screen.findByText('球局记录没有取到')).closest('[role="alert"]')
  await user.click(within(block as HTMLElement).getByRole('button', { name: '重试' }))
  await screen.findByRole('list', { name: '球局记录' })
})

const lesson = (id: string, changes: Partial<Invitation> = {}) => ({
  id,
  role: 'coach',
  responderId: '20',
  responseStatus: 'COACH',
  mustAgree: false,
  responseTime: '2026-11-20T01:36:00.000Z',
  players: [{ id: '10', nickname: '林知夏', avatar: null }],
  invitation: givenClass({
    id,
    ...CONFIRMED,
    courseDate: '2026-11-20',
    beginTimeSlot: 18,
    endTimeSlot: 20,
    ...changes,
  }),
})

test('a coach is led to the classes that wait for 签到 or 完成; with many of them, to the day board', async () => {
  givenSession('20')
  let unfinished = [lesson('1'), lesson('2', { signedAt: '2026-11-20T01:10:00.000Z' })]
  givenServer(({ path }) => {
    if (path.startsWith('/home/start')) return { data: { ...NOTHING, unfinished } }
    // Just after each half-hour it is read anew.
    return { data: path.startsWith('/coach-home/unfinished') ? unfinished : [], total: 0 }
  })
  const user = open()
  await user.click(await screen.findByRole('button', { name: '签到，待完成：林知夏' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: bookingViewPath('1', undefined, 'sign') })
  await user.click(screen.getByRole('button', { name: '完成，待完成：林知夏' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: bookingViewPath('2', undefined, 'finish') })
  await user.click(
    screen.getAllByRole('button', {
      name: /^待完成：林知夏，11.20 周五 09:00–10:00，11.21 10:00 自动完成$/,
    })[0] as Element,
  )
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: bookingViewPath('1') })
  cleanup()
  unfinished = ['1', '2', '3'].map((id) => lesson(id))
  await open().click(await screen.findByRole('button', { name: /^3 节课待完成/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: dayBoardPath() })
})

test('a coach is led to paid trial lessons that wait; with several of them, to the list', async () => {
  givenSession('20')
  const trial = (id: string) => ({ id, player: { nickname: '林知夏' }, expiresAt: '2026-11-20T13:00:00.000Z' })
  let trials = [trial('3')]
  givenServer(({ path }) => ({ data: path.startsWith('/home/start') ? { ...NOTHING, trials } : [], total: 0 }))
  await open().click(await screen.findByRole('button', { name: /^1 节体验课待你确认，最早 .*21:00 过期$/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: trialLessonPath('3') })
  cleanup()
  trials = [trial('3'), trial('4')]
  await open().click(await screen.findByRole('button', { name: /^2 节体验课待你确认/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: studentsPath() })
})

test('a guest has no records, but can search', async () => {
  endSession()
  const calls = givenHome(GAMES)
  const user = open()
  await screen.findByText('登录后查看')
  await user.click(screen.getByText('找教练、场馆、球局'))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: searchPath() })
  expect(screen.queryByText('球局记录')).toBeNull()
  expect(calls.some(({ path }) => path.includes('getUserBallsByStatusGroup'))).toBe(false)
})

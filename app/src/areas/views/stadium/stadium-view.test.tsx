import type { CoachRecord } from '@paidang/api/areas/places/relations'
import type { CoachCard } from '@paidang/api/areas/views/coach-pages'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenSummary } from '../../activities/balls/testing/given-ball'
import { EMPTY_DRAFT } from '../../activities/booking/draft'
import { currentDraft, saveDraft } from '../../activities/booking/draft-store'
import { givenWorld, open, type World } from '../cashier/testing/open-payments'
import { StadiumView } from './stadium-view'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T08:10:00+08:00'))
  givenSession('10')
  saveDraft(EMPTY_DRAFT)
})

const venue = {
  id: '3',
  name: '青杉网球俱乐部',
  address: '龙腾大道 1 号',
  city: '上海市',
  district: '徐汇区',
  phone: '02158880000',
  avatar: null,
  latitude: null,
  longitude: null,
  courtCodes: null,
  courtCount: 2,
  firstStart: 16,
  lastStart: 19,
  releasesCourts: false,
  courts: [
    { id: '31', courtCode: '1', name: '1号场', surface: '室内硬地' },
    { id: '32', courtCode: '2', name: '2号场', surface: '风雨棚' },
  ],
}
const wang = { id: '20', nickname: '王启明', avatar: null }
const card = (person: typeof wang): CoachCard => ({
  ...person,
  level: 5,
  isVerified: true,
  likesCount: 2,
  takesStudents: true,
  sport: null,
  club: null,
  priceFrom: 30_000,
  trialFrom: null,
  venue: { id: '3', name: '青杉网球俱乐部', district: '徐汇区' },
  distanceKm: null,
  starts: [{ date: '2026-11-21', beginTimeSlot: 18, stadiumId: '3' }],
})
const record: CoachRecord = {
  coach: { ...wang, likeCount: 0, companyId: null, companyName: null },
  courseIds: [],
  finishedClasses: 3,
  stadiums: [venue],
}
const calm: World = {
  '/stadium/3': () => ({ data: venue }),
  '/stadium/courtStatus/3': ({ path }) => ({
    data: path.includes('date=2026-11-20') ? [{ courtIndex: 1, timeIndex: 18 }] : [],
  }),
  '/coach-pages/list': () => ({ data: [card(wang), card({ id: '21', nickname: '陈可', avatar: null })], total: 2 }),
  '/user-relation/coach-by-player/10': () => ({ data: [record] }),
  '/invitationball/list': () => ({ data: [givenSummary()], total: 1 }),
}
const view = <StadiumView id="3" />

test('the page shows place, opening hours, courts, coaches and games', async () => {
  const calls = givenWorld(calm)
  open(view)
  await screen.findByRole('heading', { name: '青杉网球俱乐部' })
  expect(screen.getByText('徐汇区 龙腾大道 1 号')).toBeTruthy()
  expect(screen.getByText('08:00–10:00')).toBeTruthy()
  await screen.findByText('空闲 08:30–10:00')
  expect(screen.getByText('空闲 08:30–09:00、09:30–10:00')).toBeTruthy()
  expect(screen.getByText('风雨棚')).toBeTruthy()
  await screen.findByText('我的教练')
  await screen.findByRole('button', { name: /周六早场/ })
  const list = calls.find(({ path }) => path === '/invitationball/list')
  expect(list?.body).toMatchObject({ filters: { stadiumId: '3' }, sort: 'activityTime', sord: 'asc' })
})

test('another day shows its own half-hours', async () => {
  givenWorld(calm)
  const user = open(view)
  await screen.findByText('空闲 08:30–10:00')
  await user.click(screen.getByRole('radio', { name: /11月21日/ }))
  await waitFor(() => expect(screen.getAllByText('空闲 08:00–10:00')).toHaveLength(2))
})

test('the phone is called, the address is copied, and a game can be arranged here', async () => {
  givenWorld(calm)
  const user = open(view)
  await user.click(await screen.findByRole('button', { name: '拨打电话 02158880000' }))
  expect(Taro.makePhoneCall).toHaveBeenCalledWith({ phoneNumber: '02158880000' })
  await user.click(screen.getByRole('button', { name: '复制地址 青杉网球俱乐部' }))
  expect(Taro.setClipboardData).toHaveBeenCalledWith({ data: '上海市徐汇区 龙腾大道 1 号 青杉网球俱乐部' })
  await user.click(screen.getByRole('button', { name: '在这里发起约球' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/bookingBall/pages/publishBall/index?stadiumId=3' })
})

test('在这里约课 opens the booking tab with this venue and the reader’s coach there', async () => {
  givenWorld(calm)
  const user = open(view)
  await screen.findByText('我的教练')
  await user.click(screen.getByRole('button', { name: '在这里约课' }))
  expect(Taro.switchTab).toHaveBeenCalledWith({ url: '/pages/bookingClass/index' })
  expect(currentDraft()).toMatchObject({ ownerId: '10', coachId: '20', stadiumId: '3' })
})

test('在这里约课 leads who has no coach there to the coaches of the venue', async () => {
  givenWorld({ ...calm, '/user-relation/coach-by-player/10': () => ({ data: [{ ...record, stadiums: [] }] }) })
  const user = open(view)
  await screen.findByRole('link', { name: /^陈可/ })
  await user.click(screen.getByRole('button', { name: '在这里约课' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: '/bookingClass/pages/coaches/index?stadiumId=3' })
})

test('a guest can read it too, and comes from it to a coach', async () => {
  endSession()
  const calls = givenWorld(calm)
  const user = open(view)
  await screen.findByText('空闲 08:30–10:00')
  await user.click(await screen.findByRole('link', { name: /^陈可，¥300 起，最近 11.21 周六 09:00/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/bookingClass/pages/coach_page/index?id=21' })
  expect(calls.find(({ path }) => path === '/coach-pages/list')?.body).toMatchObject({ stadiumId: '3' })
})

test('each block reports its failure in its own place', async () => {
  let isAway = true
  const failed = { status: 500, code: 'unexpected', msg: '操作失败，请重试' }
  givenWorld({
    ...calm,
    '/stadium/courtStatus/3': () => (isAway ? failed : { data: [] }),
    '/invitationball/list': () => failed,
    '/coach-pages/list': () => failed,
  })
  const user = open(view)
  await screen.findByText('场地时间没有取到')
  await screen.findByText('球局没有取到')
  await screen.findByText('教练没有取到')
  expect(screen.getByRole('heading', { name: '青杉网球俱乐部' })).toBeTruthy()
  isAway = false
  await user.click(screen.getAllByRole('button', { name: '重试' })[0] as HTMLElement)
  await waitFor(() => expect(screen.getAllByText('空闲 08:30–10:00')).toHaveLength(2))
})

test('without games the page offers to arrange one', async () => {
  givenWorld({ ...calm, '/invitationball/list': () => ({ data: [], total: 0 }) })
  open(view)
  await screen.findByText('这里还没有公开的球局')
})

test('a venue that does not exist or is not approved is reported as absent', async () => {
  givenWorld({})
  open(view)
  await screen.findByText('场馆不存在')
})

test('a failed read says 获取场馆信息失败 and can be repeated', async () => {
  let isAway = true
  givenWorld({
    ...calm,
    '/stadium/3': () => (isAway ? { status: 500, code: 'unexpected', msg: '操作失败，请重试' } : { data: venue }),
  })
  const user = open(view)
  await screen.findByText('获取场馆信息失败')
  isAway = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('heading', { name: '青杉网球俱乐部' })
})

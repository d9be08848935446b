import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { freshCache, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { ToastHost } from '../../../ui/toast-host'
import { ok, refused, serveWorld, type World } from '../../activities/booking/testing/fake-server'
import { LocksView } from './locks-view'

const COACH = '20'
const date = '2026-11-21'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T12:00:00+08:00'))
  givenSession(COACH)
})

const courts = ['1号场', '2号场'].map((name, at) => ({ id: String(at), courtCode: name, name, surface: '室内' }))
const venue = (id: string, name: string, over = {}) => ({
  id,
  name,
  address: '龙腾大道 1 号',
  city: '上海',
  district: '徐汇区',
  phone: null,
  avatar: null,
  latitude: null,
  longitude: null,
  courtCodes: null,
  courtCount: 2,
  firstStart: 16,
  lastStart: 23,
  courts,
  approveStatus: 1,
  venueApproveStatus: 1,
  isManager: true,
  waitingRequests: 0,
  ...over,
})
const lock = { id: '5', courtNum: 1, courtCode: '2号场', date, beginTime: '08:00', endTime: '08:30' }
const closed = { courtCode: '2号场', timeIndex: 16, date, status: 'COURT_UNAVAILABLE', inviteId: null }
const lesson = { courtCode: '2号场', timeIndex: 18, date, status: 'MY_INVITING', inviteId: '7' }

/** The coach's class of that day, from 15:00 to 16:00. */
const LESSON = { id: '8', beginTimeSlot: 30, endTimeSlot: 32, courseDesignName: '成人私教', stadiumName: '星湖' }

type Sent = { path: string; body: unknown }

/** Sets up the server with one venue that the coach manages, and records the requests that change something. */
function givenWorld(over: World = {}): Sent[] {
  const sent: Sent[] = []
  const note = (path: string, data: unknown) => (body: unknown) => {
    sent.push({ path, body })
    return ok(data)
  }
  serveWorld({
    ...over,
    'managed-by-coach': over['managed-by-coach'] ?? (() => ok([venue('1', '星湖网球中心')])),
    courtStatusBy: () => ok([closed, lesson]),
    'by-stadium-date': () => ok([lock]),
    'update-lock-time': over['update-lock-time'] ?? note('lock', [lock]),
    'stadium-lock-time/unlock': note('unlock', []),
    dayMarks: () => ok([]),
    agenda: () => ok([{ responseStatus: 'COACH', invitation: LESSON }]),
    'by-coach-date': over['by-coach-date'] ?? (() => ok([])),
    'coach-lock-time/create': over['coach-lock-time/create'] ?? note('own', []),
    'coach-lock-time/': (_body, url) => {
      sent.push({ path: `delete ${url.pathname.split('/').at(-1)}${url.search}`, body: undefined })
      return ok({ removed: 1 })
    },
  })
  return sent
}

function open(props: Parameters<typeof LocksView>[0] = {}) {
  render(
    <QueryClientProvider client={freshCache()}>
      <LocksView date={date} {...props} />
      <ToastHost />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const cell = (name: string) => screen.findByRole('gridcell', { name })

test('chosen half-hours of several courts are locked with one press, and the selection is then empty', async () => {
  const sent = givenWorld()
  const user = open()
  await cell('1号场 09:30 至 10:00 可锁定')
  await user.click(screen.getByRole('button', { name: '锁定时段' }))
  expect(screen.getAllByText('请先选择要设为不可用的时段')).toHaveLength(2)
  expect(sent).toEqual([])
  await user.click(await cell('1号场 09:30 至 10:00 可锁定'))
  await user.click(await cell('2号场 10:00 至 10:30 可锁定'))
  expect(screen.getByText('1号场、2号场 2 格')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '锁定时段' }))
  await screen.findByText('设置成功')
  expect(sent).toEqual([
    {
      path: 'lock',
      body: {
        stadiumId: '1',
        date,
        slots: [
          { timeIndex: 19, courtIndex: 0 },
          { timeIndex: 20, courtIndex: 1 },
        ],
        repeatUntil: null,
      },
    },
  ])
  await screen.findByText('已锁定 1号场 09:30–10:00 等 2 段')
})

test('a first and a last tap lock a run, which is then named and can be undone with one press', async () => {
  const sent = givenWorld()
  const user = open()
  await user.click(await cell('1号场 08:00 至 08:30 可锁定'))
  await user.click(await cell('1号场 09:30 至 10:00 可锁定'))
  await user.click(screen.getByRole('button', { name: '锁定时段' }))
  await user.click(await screen.findByRole('button', { name: '撤销，已锁定 1号场 08:00–10:00' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  const slots = [16, 17, 18, 19].map((timeIndex) => ({ timeIndex, courtIndex: 0 }))
  expect(sent[1]).toEqual({ path: 'unlock', body: { stadiumId: '1', date, slots, series: false } })
  await screen.findByText('请先选择要设为不可用的时段')
})

test('the coach’s own time is named when it is locked, and is undone lock by lock', async () => {
  const made = ['31', '32'].map((id) => ({ id, date }))
  const sent = givenWorld({ 'coach-lock-time/create': () => ok(made) })
  const user = open({ of: 'me' })
  await user.click(await cell('我的时间 08:00 至 08:30 可锁定'))
  await user.click(await cell('我的时间 09:30 至 10:00 可锁定'))
  await user.click(screen.getByRole('button', { name: '锁定时段' }))
  await user.click(await screen.findByRole('button', { name: '撤销，已锁定 我的时间 08:00–10:00' }))
  await waitFor(() =>
    expect(sent.map(({ path }) => path)).toEqual(['delete 31?series=false', 'delete 32?series=false']),
  )
  await screen.findByText('请先选择要设为不可用的时段')
})

test('a half-hour with a class is refused, a lock can be opened again', async () => {
  const sent = givenWorld()
  const user = open()
  await user.click(await cell('2号场 09:00 至 09:30 有约课'))
  await screen.findByText('该时段有约课，请先处理')
  await user.click(await cell('2号场 08:00 至 08:30 已锁定'))
  await user.click(screen.getByRole('button', { name: '解除锁定' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    path: 'unlock',
    body: { stadiumId: '1', date, slots: [{ timeIndex: 16, courtIndex: 1 }], series: false },
  })
})

test('a lock can be repeated every week until a day', async () => {
  const sent = givenWorld()
  const user = open()
  await user.click(await screen.findByRole('button', { name: '1号场 整列' }))
  expect(screen.getByText('1号场 8 格')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '不重复' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('radio', { name: /至 12\.5 周六/ }))
  expect(screen.getByText('每周六重复至 12.5')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '锁定时段' }))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ repeatUntil: '2026-12-05' }))
  await user.click(await screen.findByRole('button', { name: /^撤销，已锁定 1号场/ }))
  await waitFor(() => expect(sent[1]).toMatchObject({ path: 'unlock', body: { date, series: true } }))
})

test('a weekly lock of the coach’s own time is undone with all its weeks', async () => {
  const made = [
    { id: '31', date },
    { id: '32', date: '2026-12-05' },
  ]
  const sent = givenWorld({ 'coach-lock-time/create': () => ok(made) })
  const user = open({ of: 'me' })
  await user.click(await cell('我的时间 08:00 至 08:30 可锁定'))
  await user.click(screen.getByRole('button', { name: '不重复' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('radio', { name: /至 12\.5 周六/ }))
  await user.click(screen.getByRole('button', { name: '锁定时段' }))
  await user.click(await screen.findByRole('button', { name: '撤销，已锁定 我的时间 08:00–08:30' }))
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['delete 31?series=true']))
})

test('nothing is locked over a class: it is named, and the selection stays', async () => {
  const bookings = [
    { invitationId: '7', title: '成人私教', date, beginTimeSlot: 19, endTimeSlot: 21, courtName: '1号场' },
    { invitationId: null, title: '约课', date, beginTimeSlot: 21, endTimeSlot: 22, courtName: '1号场' },
  ]
  givenWorld({
    'update-lock-time': () => refused(409, 'lock_over_booking', '该时段已有约课，不能锁定', { bookings }),
  })
  const user = open()
  await user.click(await cell('1号场 09:30 至 10:00 可锁定'))
  await user.click(screen.getByRole('button', { name: '锁定时段' }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getByText('该时段已有约课，不能锁定')).toBeTruthy()
  // The class of somebody else is named without a link.
  expect(sheet.queryByRole('button', { name: /^约课/ })).toBeNull()
  await user.click(sheet.getByRole('button', { name: /成人私教/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/booking_view/index?invitationId=7' })
  expect(screen.getByText('1号场 1 格')).toBeTruthy()
})

test('a network failure shows 锁定时段失败, and the selection stays', async () => {
  givenWorld({ 'update-lock-time': () => Promise.reject(new TypeError('network')) })
  const user = open()
  await user.click(await cell('1号场 09:30 至 10:00 可锁定'))
  await user.click(screen.getByRole('button', { name: '锁定时段' }))
  await screen.findByText('锁定时段失败')
  expect(screen.getByText('1号场 1 格')).toBeTruthy()
})

test('another venue begins with an empty selection', async () => {
  givenWorld({ 'managed-by-coach': () => ok([venue('1', '星湖网球中心'), venue('2', '滨江球馆')]) })
  const user = open()
  await user.click(await cell('1号场 09:30 至 10:00 可锁定'))
  await user.click(screen.getByRole('button', { name: '星湖网球中心，更换场馆' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('radio', { name: /滨江球馆/ }))
  await screen.findByText('请先选择要设为不可用的时段')
  expect(screen.getByRole('button', { name: '滨江球馆，更换场馆' })).toBeTruthy()
})

test('a venue that the platform has not approved is neither the default nor offered, even if the address names it', async () => {
  const own = [0, 2].map((status) => venue(`3${status}`, `新馆${status}`, { venueApproveStatus: status }))
  givenWorld({ 'managed-by-coach': () => ok([...own, venue('1', '星湖网球中心')]) })
  open({ stadiumId: '30' })
  await cell('1号场 09:30 至 10:00 可锁定')
  expect(screen.getByText('星湖网球中心')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /更换场馆/ })).toBeNull()
})

test('a manager whose only venue waits for approval reads that', async () => {
  givenWorld({ 'managed-by-coach': () => ok([venue('30', '新馆', { venueApproveStatus: 0 })]) })
  const user = open()
  await screen.findByText('新馆 平台审核中')
  await user.click(screen.getByRole('button', { name: '我的场馆' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/coach/pages/venues/index' })
})

test('a coach who manages no venue begins with their own time, and can open the page to find one', async () => {
  givenWorld({ 'managed-by-coach': () => ok([]) })
  const user = open()
  const own = await screen.findByRole('radio', { name: '锁我的时间' })
  await waitFor(() => expect(own.getAttribute('aria-checked')).toBe('true'))
  await user.click(screen.getByRole('radio', { name: '锁场地' }))
  await user.click(await screen.findByRole('button', { name: '关联场馆' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/coach/pages/find_venue/index' })
})

test('the coach’s own time is locked with one call, in several spans, with a reason', async () => {
  const sent = givenWorld()
  const user = open({ of: 'me' })
  await user.click(await cell('我的时间 12:00 至 12:30 可锁定'))
  await user.click(await cell('我的时间 12:30 至 13:00 可锁定'))
  await user.click(await cell('我的时间 18:00 至 18:30 可锁定'))
  await user.click(screen.getByRole('button', { name: '自定义' }))
  await user.type(screen.getByRole('textbox'), '比赛')
  await user.click(screen.getByRole('button', { name: '锁定时段' }))
  await screen.findByText('已锁定 我的时间 12:00–13:00 等 2 段')
  expect(sent.map(({ body }) => body)).toEqual([
    {
      date,
      beginTimeSlot: 24,
      endTimeSlot: 26,
      moreSpans: [{ beginTimeSlot: 36, endTimeSlot: 37 }],
      reason: '比赛',
      repeatUntil: null,
    },
  ])
})

test('a class in one span of the coach’s own time locks none of them: it is named, and the selection stays', async () => {
  const bookings = [
    { invitationId: '7', title: '成人私教', date, beginTimeSlot: 36, endTimeSlot: 38, courtName: '1号场' },
  ]
  givenWorld({
    'coach-lock-time/create': () => refused(409, 'lock_over_booking', '该时段已有约课，不能锁定', { bookings }),
  })
  const user = open({ of: 'me' })
  await user.click(await cell('我的时间 12:00 至 12:30 可锁定'))
  await user.click(await cell('我的时间 18:00 至 18:30 可锁定'))
  await user.click(screen.getByRole('button', { name: '锁定时段' }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getByRole('button', { name: /成人私教/ })).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: '知道了' }))
  expect(screen.getByText('我的时间 2 格')).toBeTruthy()
})

test('a lock of the coach’s own time is removed alone or with those that follow', async () => {
  const own = { id: '9', coachId: COACH, date, beginTimeSlot: 24, endTimeSlot: 26, reason: '午休', seriesId: '4' }
  const sent = givenWorld({ 'by-coach-date': () => ok([own]) })
  const user = open({ of: 'me' })
  await user.click(await cell('我的时间 12:00 至 12:30 午休'))
  await user.click(await screen.findByRole('button', { name: '连同之后 12:00–13:00' }))
  await waitFor(() => expect(sent).toEqual([{ path: 'delete 9?series=true', body: undefined }]))
})

test('a player reads that this page is for coaches', async () => {
  givenSession('10')
  givenWorld()
  open()
  expect(await screen.findByText('仅教练可用')).toBeTruthy()
})

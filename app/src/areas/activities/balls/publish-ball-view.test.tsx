import type { BallDetail } from '@paidang/api/areas/activities/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { readStored } from '../../../platform/storage'
import { useToast } from '../../../platform/toast-present'
import { type FakeAnswer, type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { emptyForm } from './parts/publish-form'
import { movesBall, PublishBallView, timeClashText } from './publish-ball-view'
import { at, givenBall, givenOrder, givenSeat } from './testing/given-ball'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  useToast.setState({ toast: null })
  givenSession('10')
})

const VENUE = {
  id: '3',
  name: '青杉网球俱乐部',
  address: '龙腾大道 1 号',
  city: '上海市',
  district: '徐汇区',
  phone: null,
  avatar: null,
  latitude: null,
  longitude: null,
  courtCodes: null,
  courtCount: 2,
  firstStart: 12,
  lastStart: 44,
  courts: ['1', '2'].map((id) => ({ id, courtCode: `C${id}`, name: `${id}号场`, surface: '硬地' })),
}

/** Sets up a venue with two courts. The first is occupied at 09:00 tomorrow. `saved` is the answer to an action. */
function givenVenue(saved: FakeAnswer, ball?: BallDetail): FakeCall[] {
  return givenServer(({ method, path }) => {
    if (method === 'POST') return saved
    if (path === '/features') return { data: ALL_FEATURES }
    if (path.startsWith('/stadium/courtStatus')) return { data: [{ courtIndex: 0, timeIndex: 18, isMine: false }] }
    if (path.startsWith('/stadium/search')) return { data: [VENUE], total: 1 }
    if (path.startsWith('/stadium/')) return { data: VENUE }
    return { data: ball ?? null }
  })
}

const open = (props: { id?: string; stadiumId?: string } = {}) =>
  render(
    <QueryClientProvider client={freshCache()}>
      <PublishBallView {...props} />
    </QueryClientProvider>,
  )

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (name: string) => screen.findByRole('textbox', { name })
const sent = (calls: readonly FakeCall[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => ({ path, body }))
const toast = () => useToast.getState().toast?.text
const cell = (name: string) => screen.findByRole('gridcell', { name })

test('a venue that is gone is not being fetched: another one can be chosen', async () => {
  givenServer(({ path }) =>
    path.startsWith('/stadium/') ? { code: 'venue_not_found', msg: '场馆不存在', status: 404 } : { data: [] },
  )
  open({ stadiumId: '3' })
  await screen.findByText('场馆不存在')
  await button('选择场馆')
  expect(screen.queryByText('正在取场馆')).toBeNull()
})

test('a game on a court of a venue is published once and opens its payment', async () => {
  const order = givenOrder({ kind: 'BALL_PUBLISH' })
  const calls = givenVenue({ data: givenBall({ status: 'UNPAID', viewer: { role: 'initiator', order } }) })
  open({ stadiumId: '3' })
  await userEvent.type(await field('标题'), '周六早场')
  await userEvent.click(await cell('2号场 08:00 至 08:30 可约'))
  await userEvent.click(await cell('2号场 09:30 至 10:00 可约'))
  await screen.findByText('2号场 08:00–10:00')
  // Four hours before the start is at night, so the game closes the evening before.
  expect(screen.getByRole('group', { name: '截止时间' }).textContent).toBe('12小时前')
  await userEvent.type(await field('场地费（元）'), '112')
  await userEvent.type(await field('用球等（元）'), '32')
  await screen.findByText('每人预付 ¥36')
  const publish = await button('发布并支付')
  fireEvent.click(publish)
  fireEvent.click(publish)
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/user/pages/cashier/index?orderId=70' }))
  expect(sent(calls)).toEqual([
    {
      path: '/invitationball/create',
      body: {
        title: '周六早场',
        description: '',
        sport: 'tennis',
        matchType: 1,
        stadiumId: '3',
        selectedCourt: 1,
        place: '',
        activityDate: '2026-11-21',
        beginTimeSlot: 16,
        endTimeSlot: 20,
        levelFrom: 2.5,
        levelTo: 4,
        genderRule: 'ANY',
        minPlayers: 4,
        maxPlayers: 4,
        feeMode: 'AA',
        courtFeeFen: 11_200,
        extrasFen: 3200,
        isPublic: true,
      },
    },
  ])
  expect(readStored('ballDraft')).toBeUndefined()
})

test('an occupied half-hour is refused with its own message', async () => {
  givenVenue({ data: null })
  open({ stadiumId: '3' })
  await userEvent.click(await cell('1号场 09:00 至 09:30 已被订'))
  expect(toast()).toBe('该时段已被占用，不能选择')
})

test('missing values are named at their fields once the form is sent, and no request is made', async () => {
  const calls = givenVenue({ data: null })
  open()
  const publish = await button('发布')
  expect(screen.queryByText('请选择场馆或填写地点')).toBeNull()
  await userEvent.click(publish)
  await screen.findByText('请选择场馆或填写地点')
  expect(sent(calls)).toEqual([])
})

test('a free game at a place given as text is open at once', async () => {
  const calls = givenVenue({ data: givenBall({ id: '9', feeFen: 0 }) })
  open()
  await userEvent.type(await field('标题'), '早场')
  await userEvent.click(screen.getByRole('radio', { name: '自己写地点' }))
  await userEvent.type(await field('地点'), '滨江公园')
  await userEvent.click(screen.getByRole('radio', { name: '免费' }))
  await userEvent.click(await button('发布'))
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/bookingBall/pages/ballDetail/index?id=9' }))
  expect(toast()).toBe('约球创建成功')
  expect(sent(calls)[0]?.body).toMatchObject({
    stadiumId: null,
    selectedCourt: null,
    place: '滨江公园',
    beginTimeSlot: 38,
    endTimeSlot: 42,
    courtFeeFen: 0,
  })
})

test('a venue is found by its name', async () => {
  givenVenue({ data: null })
  open()
  await userEvent.click(await button('选择场馆'))
  await userEvent.click(await screen.findByRole('radio', { name: /^青杉网球俱乐部/ }))
  await cell('2号场 08:00 至 08:30 可约')
})

test('a time chosen before the venue moves to the court that is pressed at that time', async () => {
  givenVenue({ data: null })
  open()
  await userEvent.click(await cell('时间 19:30 至 20:00 已选'))
  await userEvent.click(await cell('时间 21:00 至 21:30 可约'))
  await userEvent.click(await button('选择场馆'))
  await userEvent.click(await screen.findByRole('radio', { name: /^青杉网球俱乐部/ }))
  await screen.findByText('19:30–21:30，点一片场地')
  await userEvent.click(await cell('2号场 20:00 至 20:30 可约'))
  await screen.findByText('2号场 19:30–21:30')
})

test('a clash is shown by name at the time field until another time is chosen', async () => {
  const busyWith = { title: '成人私教', beginTimeSlot: 16, endTimeSlot: 18 }
  givenVenue({ status: 409, code: 'ball_player_busy', msg: '您在该时段已有安排', about: { busyWith } })
  open({ stadiumId: '3' })
  await userEvent.type(await field('标题'), '早场')
  await userEvent.click(screen.getByRole('radio', { name: '免费' }))
  await userEvent.click(await cell('2号场 08:00 至 08:30 可约'))
  await userEvent.click(await button('发布'))
  await screen.findByText('您在该时段已有安排：成人私教 08:00–09:00')
  await userEvent.type(await field('标题'), '！')
  expect(screen.getByText('您在该时段已有安排：成人私教 08:00–09:00')).toBeTruthy()
  await userEvent.click(await cell('2号场 08:30 至 09:00 可约'))
  expect(screen.queryByText('您在该时段已有安排：成人私教 08:00–09:00')).toBeNull()
})

test('the input is restored for the same user, and stays when the call fails', async () => {
  givenVenue({ status: 409, code: 'ball_player_busy', msg: '您在该时段已有安排' })
  const { unmount } = open()
  await userEvent.type(await field('标题'), '早场')
  await userEvent.click(screen.getByRole('radio', { name: '自己写地点' }))
  await userEvent.type(await field('地点'), '滨江公园')
  await userEvent.click(await button('发布'))
  await waitFor(() => expect(toast()).toBe('您在该时段已有安排'))
  unmount()

  open()
  expect(((await field('标题')) as HTMLInputElement).value).toBe('早场')
  givenSession('11')
  open()
  await waitFor(() =>
    expect(screen.getAllByRole('textbox', { name: '标题' }).map((input) => (input as HTMLInputElement).value)).toEqual([
      '早场',
      '',
    ]),
  )
})

const own = { viewer: { role: 'initiator' as const, userId: '10' } }

test('a game is changed starting with its current values; what others paid for cannot change', async () => {
  const ball = givenBall({ ...own, selectedCourt: 1, courtName: '2号场', description: '球我带' })
  const calls = givenVenue({ data: ball }, ball)
  open({ id: '1' })
  const title = (await field('标题')) as HTMLInputElement
  expect(title.value).toBe('周六早场')
  expect(screen.getByText('已有人支付，不能修改费用')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: '场地费（元）' })).toBeNull()
  await userEvent.type(title, '！')
  await userEvent.click(await button('保存修改'))
  await waitFor(() => expect(sent(calls)).toHaveLength(1))
  expect(sent(calls)[0]).toMatchObject({
    path: '/invitationball/update',
    body: { id: '1', title: '周六早场！', selectedCourt: 1, courtFeeFen: 11_200, description: '球我带' },
  })
  expect(readStored('ballDraft')).toBeUndefined()
})

test('a game of somebody else, and one that is over, cannot be changed', async () => {
  givenVenue({ data: null }, givenBall())
  const { unmount } = open({ id: '1' })
  await screen.findByText('只有发起人可以修改')
  unmount()
  givenVenue({ data: null }, givenBall({ ...own, status: 'CANCELLED', seats: [givenSeat('20')] }))
  open({ id: '1' })
  await screen.findByText('当前状态不允许此操作')
})

test('a guest is asked to log in', async () => {
  endSession()
  const calls = givenVenue({ data: null })
  open()
  await screen.findByText('登录后查看')
  expect(calls).toEqual([])
})

const COURTS = [{ name: '1号场' }, { name: '2号场' }]
const form = { ...emptyForm('2026-11-20', '3'), selectedCourt: 1, beginTimeSlot: 16, endTimeSlot: 20 }
const busyWith = { title: '成人私教', beginTimeSlot: 18, endTimeSlot: 20 }

test.each([
  [new ApiError('ball_player_busy', { data: { busyWith } }), '您在该时段已有安排：成人私教 09:00–10:00'],
  [new ApiError('ball_player_busy', { data: { busyWith: null } }), '您在该时段已有安排'],
  [new ApiError('ball_player_busy'), '您在该时段已有安排'],
  [new ApiError('slot_taken'), '2号场 08:00–10:00 已被订，请换一片场地或时段'],
  [new ApiError('participant_busy'), '有参与人在该时段已有约课'],
  [new ApiError('ball_free_limit'), undefined],
  [new TypeError('Failed to fetch'), undefined],
])('%s is shown at the time field as %s', (error, text) => {
  expect(timeClashText(error, form, COURTS)).toBe(text)
})

test('another time or place removes the shown clash, another text does not', () => {
  expect(movesBall(form, { beginTimeSlot: 17 })).toBe(true)
  expect(movesBall(form, { stadiumId: '4' })).toBe(true)
  expect(movesBall(form, { title: '晚场' })).toBe(false)
  expect(movesBall(form, { beginTimeSlot: 16 })).toBe(false)
})

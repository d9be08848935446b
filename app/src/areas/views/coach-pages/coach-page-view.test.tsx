import type { CoachCard, CoachPage } from '@paidang/api/areas/views/coach-pages'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { readStored } from '../../../platform/storage'
import { givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenWorld, open } from '../cashier/testing/open-payments'
import { FewCoaches } from './coach-list'
import { CoachPageView } from './coach-page-view'
import { CoachesView } from './coaches-view'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T12:00:00+08:00'))
})
afterEach(() => endSession())

const course = (id: string, courseName: string): CoachPage['courses'][number] => ({
  id,
  courseName,
  companyId: '5',
  companyName: '青杉网球俱乐部',
  pricePerSession: 42_000,
  sessionDuration: 60,
  maxParticipants: 1,
})
const PAGE: CoachPage = {
  coach: {
    id: '20',
    nickname: '王启明',
    avatar: null,
    level: 6,
    isVerified: true,
    likesCount: 67,
    takesStudents: true,
    description: '前市队队员',
    yearsTeaching: 12,
    classesCount: 106,
  },
  clubs: ['青杉网球俱乐部'],
  courses: [course('7', '成人私教 1 对 1'), course('8', '双人陪练')],
  venues: [],
  freeDays: [{ date: '2026-11-21', starts: [{ beginTimeSlot: 18, stadiumId: '3' }] }],
  tie: 'GUEST',
  request: null,
  asksAgainFrom: null,
  trial: null,
}
const given = (page: Partial<CoachPage>) =>
  givenWorld({
    '/coach-pages/one/20': () => ({ data: { ...PAGE, ...page } }),
    '/student-requests/send': () => ({ data: {} }),
    '/trial-lessons/ask': () => ({ data: { id: '4', state: 'UNPAID', orderId: '6' } }),
    // Only this day has free times.
    '/coach-pages/starts/20': ({ path }) => ({
      data: path.endsWith('?date=2026-11-23&courseId=9') ? [{ beginTimeSlot: 40, stadiumId: '3' }] : [],
    }),
  })
const view = <CoachPageView id="20" />
const apply = () => screen.findByRole('button', { name: '申请成为学员' })

test('a guest chooses a time, a course and words, logs in with the press that sends, and finds the choice again', async () => {
  endSession()
  given({})
  const user = open(view)
  await screen.findByText('年执教')
  await user.click(screen.getByRole('button', { name: '09:00' }))
  const sheet = await screen.findByRole('dialog', { name: '申请成为王启明的学员' })
  expect(within(sheet).getByRole('button', { name: '周末上午' }).getAttribute('aria-pressed')).toBe('true')
  await user.click(within(sheet).getByRole('radio', { name: /成人私教/ }))
  await user.click(within(sheet).getByRole('button', { name: '登录并发出申请' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: expect.stringContaining('/pages/login') })

  const calls = given({ tie: 'NONE' })
  act(() => givenSession('10'))
  await user.click(await screen.findByRole('button', { name: '发出申请' }))
  await waitFor(() => expect(calls.some(({ path }) => path === '/student-requests/send')).toBe(true))
  expect(calls.find(({ path }) => path === '/student-requests/send')?.body).toEqual({
    coachId: '20',
    courseId: '7',
    freeTimes: ['WEEKEND_MORNING'],
    words: '想上 11.21 周六 09:00',
  })
})

test('a time that was pressed in a list is chosen in the sheet of a trial lesson, which opens at once', async () => {
  endSession()
  const freeDays = [{ date: '2026-11-22', starts: [{ beginTimeSlot: 37, stadiumId: '3' }] }]
  const trial = { courseId: '9', courseName: '体验课', companyName: '青杉', priceFen: 9_900, minutes: 60, freeDays }
  const calls = given({ freeDays, trial: { ...trial, freeCancelHours: 6, isUsed: false, own: null } })
  open(<CoachPageView id="20" date="2026-11-22" at="37" />)
  const sheet = await screen.findByRole('dialog', { name: '约王启明的课' })
  expect(within(sheet).getByRole('button', { name: '11.22 周日 18:30' }).getAttribute('aria-pressed')).toBe('true')
  expect(calls.map(({ path }) => path)).toContain('/coach-pages/one/20?date=2026-11-22&beginTimeSlot=37')
})

const FREE = [{ date: '2026-11-22', starts: [20, 37].map((at) => ({ beginTimeSlot: at, stadiumId: '3' })) }]
const TRIAL: NonNullable<CoachPage['trial']> = {
  courseId: '9',
  courseName: '体验课',
  companyName: '青杉',
  priceFen: 9_900,
  minutes: 60,
  freeDays: FREE,
  freeCancelHours: 12,
  isUsed: false,
  own: null,
}

test.each<[string, Partial<CoachPage>, boolean]>([
  ['a guest', {}, true],
  ['who never had one', { tie: 'NONE' }, true],
  ['its coach', { tie: 'SELF' }, true],
  ['who cancelled theirs late', { tie: 'NONE', trial: { ...TRIAL, isUsed: true } }, false],
  ['a student', { tie: 'STUDENT' }, false],
])('a trial lesson that the server would refuse is not advertised: for %s', async (_who, page, isListed) => {
  given({ trial: TRIAL, ...page })
  open(view)
  await screen.findByText('课程与价格')
  const offered = screen.queryByText('首次')
  expect(offered !== null).toBe(isListed)
  // A tick would say that it was had already.
  expect(offered?.childElementCount ?? 0).toBe(0)
  expect(screen.queryByText('每人一次') !== null).toBe(isListed)
})

test('what a guest changed in the sheet counts more after the log-in than the address of the page', async () => {
  endSession()
  given({ freeDays: FREE, trial: TRIAL })
  const user = open(<CoachPageView id="20" date="2026-11-22" at="37" venue="3" />)
  const sheet = within(await screen.findByRole('dialog', { name: '约王启明的课' }))
  await user.click(sheet.getByRole('button', { name: '11.22 周日 18:30' }))
  await user.click(sheet.getByRole('button', { name: '11.22 周日 10:00' }))
  await user.type(sheet.getByRole('textbox'), '零基础')
  await user.click(sheet.getByRole('button', { name: '登录并申请' }))
  expect(readStored('coachWish')).toMatchObject({ wish: { words: '零基础' } })

  const calls = given({ tie: 'NONE', freeDays: FREE, trial: TRIAL })
  act(() => givenSession('10'))
  await user.click(await screen.findByRole('button', { name: '支付并申请' }))
  const sent = await waitFor(() => calls.find(({ path }) => path === '/trial-lessons/ask') ?? expect.fail())
  const wishes = [{ date: '2026-11-22', beginTimeSlot: 20, stadiumId: '3' }]
  expect(sent.body).toMatchObject({ wishes, words: '零基础' })
  expect(readStored('coachWish')).toBeUndefined()
})

const OWN = { id: '4', orderId: '6', invitationId: null, expiresAt: null, words: '零基础' }
const UNPAID: CoachPage['trial'] = {
  ...TRIAL,
  own: {
    ...OWN,
    state: 'UNPAID',
    wishes: [{ date: '2026-11-22', beginTimeSlot: 37, stadiumId: '3', stadiumName: '星湖' }],
  },
}

test.each([
  ['改时间 of the page', <CoachPageView key="1" id="20" />, '改时间'],
  ['the page of the trial lesson', <CoachPageView key="2" id="20" changes="1" />, null],
])('an unpaid trial lesson is changed: %s opens its hours and words', async (_from, page, name) => {
  givenSession('10')
  const calls = given({ tie: 'NONE', freeDays: FREE, trial: UNPAID })
  const user = open(page)
  await screen.findByText('11.22 周日 18:30 的体验课还没有付款，付款后教练才会收到')
  if (name) await user.click(screen.getByRole('button', { name }))
  const sheet = within(await screen.findByRole('dialog', { name: '约王启明的课' }))
  await user.click(sheet.getByRole('button', { name: '不选 11.22 周日 18:30' }))
  await user.click(sheet.getByRole('button', { name: '11.22 周日 10:00' }))
  await user.click(sheet.getByRole('button', { name: '支付并申请' }))
  const sent = await waitFor(() => calls.find(({ path }) => path === '/trial-lessons/ask') ?? expect.fail())
  const wishes = [{ date: '2026-11-22', beginTimeSlot: 20, stadiumId: '3' }]
  expect(sent.body).toMatchObject({ wishes, words: '零基础' })
})

test('another hour of the page changes an unpaid trial lesson, and the bar leads to its payment', async () => {
  givenSession('10')
  given({ tie: 'NONE', freeDays: FREE, trial: UNPAID })
  const user = open(view)
  await user.click(await screen.findByRole('button', { name: '去支付' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: expect.stringContaining('cashier/index?orderId=6') })
  await user.click(screen.getByRole('button', { name: '10:00' }))
  const sheet = within(await screen.findByRole('dialog', { name: '约王启明的课' }))
  expect(sheet.getByRole('button', { name: '11.22 周日 10:00' }).getAttribute('aria-pressed')).toBe('true')
  expect(sheet.getByDisplayValue('零基础')).toBeTruthy()
})

test('an hour that begins too soon says that cancelling it is never free', async () => {
  vi.setSystemTime(new Date('2026-11-22T06:00:00+08:00'))
  givenSession('10')
  given({ tie: 'NONE', freeDays: FREE, trial: TRIAL })
  const user = open(<CoachPageView id="20" date="2026-11-22" at="20" />)
  const sheet = within(await screen.findByRole('dialog', { name: '约王启明的课' }))
  expect(sheet.getByText('离开课不足 12 小时，教练确认后取消只退一半')).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: /18:30$/ }))
  expect(
    sheet.getByText(/^开课前 12 小时免费，之后退一半；.*10:00 离开课不足 12 小时，教练确认后取消只退一半$/),
  ).toBeTruthy()
})

test('who comes from a course finds it chosen', async () => {
  givenSession('10')
  given({ tie: 'NONE' })
  const user = open(<CoachPageView id="20" course="8" />)
  await user.click(await apply())
  expect((await screen.findByRole('radio', { name: /双人陪练/ })).getAttribute('aria-checked')).toBe('true')
})

test('every free time of two weeks can be wished for, and a chosen one be taken back', async () => {
  givenSession('10')
  const freeDays = [{ date: '2026-11-22', starts: [{ beginTimeSlot: 37, stadiumId: '3' }] }]
  const trial = { courseId: '9', courseName: '体验课', companyName: '青杉', priceFen: 9_900, minutes: 60, freeDays }
  const calls = given({ tie: 'NONE', freeDays, trial: { ...trial, freeCancelHours: 6, isUsed: false, own: null } })
  const user = open(<CoachPageView id="20" date="2026-11-22" at="37" />)
  const sheet = within(await screen.findByRole('dialog', { name: '约王启明的课' }))
  await user.click(sheet.getByRole('link', { name: '全部时间' }))
  await user.click(sheet.getByRole('radio', { name: /11月24日/ }))
  expect(await sheet.findByText('这一天约满了，看看其他日子')).toBeTruthy()
  await user.click(sheet.getByRole('radio', { name: /11月23日/ }))
  await user.click(
    within(await sheet.findByRole('group', { name: '晚上' })).getByRole('button', { name: '11.23 周一 20:00' }),
  )
  const chosen = () => within(sheet.getByRole('group', { name: '已选的时间' })).getAllByRole('button')
  expect(chosen().map((cross) => cross.getAttribute('aria-label'))).toEqual([
    '不选 11.22 周日 18:30',
    '不选 11.23 周一 20:00',
  ])
  await user.click(sheet.getByRole('button', { name: '不选 11.22 周日 18:30' }))
  await user.click(sheet.getByRole('button', { name: '支付并申请' }))
  const sent = await waitFor(() => calls.find(({ path }) => path === '/trial-lessons/ask') ?? expect.fail())
  expect(sent.body).toMatchObject({ wishes: [{ date: '2026-11-23', beginTimeSlot: 40, stadiumId: '3' }] })
})

test('a list is looked through by sport, day, part of the day and price; a free time of a row leads to the page with it', async () => {
  const row: CoachCard = {
    ...PAGE.coach,
    sport: 'badminton',
    club: '青杉网球俱乐部',
    priceFrom: 28_000,
    trialFrom: 9_900,
    venue: { id: '3', name: '星湖', district: '徐汇区' },
    distanceKm: null,
    starts: [{ date: '2026-11-21', beginTimeSlot: 37, stadiumId: '3' }],
  }
  const calls = givenWorld({
    '/coach-pages/list': ({ body }) => ({ data: 'on' in (body as object) ? [row] : [], total: 1 }),
  })
  const user = open(<CoachesView those={{ stadiumId: '3' }} />)
  await screen.findByText('还没有可约的教练')
  await user.click(screen.getByRole('button', { name: '价格' }))
  await user.click(await screen.findByRole('radio', { name: '每课时 ¥300 以内' }))
  await screen.findByText('没有这样的教练')
  await user.click(screen.getByRole('button', { name: '项目' }))
  await user.click(await screen.findByRole('radio', { name: '羽毛球' }))
  await user.click(screen.getByRole('button', { name: '时间' }))
  await user.click(await screen.findByRole('button', { name: '11.21 周六' }))
  await user.click(screen.getByRole('button', { name: '晚上' }))
  await user.click(screen.getByRole('button', { name: '看谁有空' }))
  await user.click(await screen.findByRole('button', { name: '约王启明 11.21 周六 18:30' }))
  const url = '/bookingClass/pages/coach_page/index?id=20&date=2026-11-21&at=37&venue=3'
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url })
  const on = { date: '2026-11-21', from: 36, to: 47 }
  expect(calls.filter(({ path }) => path === '/coach-pages/list').at(-1)?.body).toMatchObject({
    stadiumId: '3',
    sport: 'badminton',
    priceTo: 30_000,
    on,
  })
})

test('who comes from the few coaches of home finds all of them in the list', async () => {
  const calls = givenWorld({ '/coach-pages/list': () => ({ data: [], total: 0 }) })
  open(
    <>
      <FewCoaches size={3} />
      <CoachesView those={{}} />
    </>,
  )
  await screen.findByText('教练开课后会出现在这里')
  const sizes = calls
    .filter(({ path }) => path === '/coach-pages/list')
    .map(({ body }) => (body as { rows: number }).rows)
  expect(sizes).toEqual([3, 10])
})

test.each([
  ['NONE', false, '暂不收新学员'],
  ['BLOCKED', true, '暂时无法约这位教练'],
] as const)('for %s, taking students: %s, the button says why not', async (tie, takesStudents, reason) => {
  givenSession('10')
  given({ tie, coach: { ...PAGE.coach, takesStudents } })
  const user = open(view)
  await screen.findByText(reason)
  await user.click(await apply())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an open request shows until when the coach answers, and can be withdrawn', async () => {
  givenSession('10')
  const request = {
    id: '9',
    course: { id: '7', name: '成人私教 1 对 1', pricePerSession: 42_000, sessionDuration: 60 },
    freeTimes: [],
    words: '',
    expiresAt: '2026-11-21T04:00:00.000Z',
  }
  const calls = given({ tie: 'NONE', request })
  const user = open(view)
  await screen.findByText('申请已发出，最晚 11.21 12:00 答复')
  expect(screen.queryByRole('button', { name: '申请成为学员' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '撤回' }))
  await waitFor(() => expect(calls.some(({ path }) => path === '/student-requests/withdraw/9')).toBe(true))
})

test('the coach sees no way to ask, and closes the page to new requests', async () => {
  givenSession('20')
  const calls = given({ tie: 'SELF' })
  const user = open(view)
  await user.click(await screen.findByRole('switch', { name: '收新学员' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path === '/app-users/takes-students')?.body).toEqual({ takesStudents: false }),
  )
  expect(screen.queryByRole('button', { name: '申请成为学员' })).toBeNull()
})

import type { commonCoursesOfUser } from '@paidang/api/areas/activities/common-courses'
import type { Data } from '@paidang/api/endpoint'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { bookingClassPath, bookingViewPath, loginH5Path } from '../../../paths'
import { endSession } from '../../../platform/session'
import { useToast } from '../../../platform/toast-present'
import { type FakeAnswer, type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { EMPTY_DRAFT } from '../booking/draft'
import { currentDraft, saveDraft } from '../booking/draft-store'
import { CommonCoursesView } from './common-courses-view'

type Catalogue = Data<typeof commonCoursesOfUser>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-21T12:00:00+08:00'))
  useToast.setState({ toast: null })
  saveDraft({ ...EMPTY_DRAFT })
})

const course = {
  id: '1',
  courseName: '网球成人私教',
  courseDescription: '一对一，从握拍到实战。',
  pricePerSession: 40_000,
  sessionDuration: 60,
  maxParticipants: 1,
}
const offer = {
  coachId: '20',
  coachName: '王启明',
  coachAvatar: null,
  courseDesignId: '31',
  companyName: '青杉网球俱乐部',
  pricePerSession: 42_000,
  sessionDuration: 60,
  maxParticipants: 1,
  availableSessions: 0,
}
const CATALOGUE: Catalogue = [
  { ...course, offers: [offer] },
  { ...course, id: '2', courseName: '羽毛球小班课', maxParticipants: 6, sessionDuration: 90, offers: [] },
]
const venue = (id: string, name: string) => ({
  id,
  name,
  firstStart: 30,
  lastStart: 34,
  courts: [
    { id: '1', courtCode: 'A', name: 'A 场', surface: '' },
    { id: '2', courtCode: 'B', name: 'B 场', surface: '' },
  ],
})
const COACHES = [
  {
    coach: { id: '20', nickname: '王启明', avatar: null, likeCount: 0, companyId: '1', companyName: '青杉网球俱乐部' },
    courseIds: ['31'],
    finishedClasses: 3,
    stadiums: [venue('8', '源深'), venue('9', '世纪')],
  },
]
/** Court A is taken from 15:30 on. */
const GRID = [31, 32, 33, 34].map((timeIndex) => ({
  courtCode: 'A',
  timeIndex,
  date: '2026-11-21',
  status: 'COURT_OCCUPIED',
  inviteId: null,
}))

/** A server with this catalogue; `booking` is the answer to the booking. */
function givenCatalogue({
  catalogue = CATALOGUE,
  coaches = COACHES as unknown[],
  booking = { data: { id: '77' } } as FakeAnswer,
} = {}): FakeCall[] {
  return givenServer(({ path }): FakeAnswer => {
    if (path === '/user/common-courses') return { data: catalogue }
    if (path === '/company-course/common-courses') return { data: catalogue.map(({ offers: _, ...course }) => course) }
    if (path.startsWith('/user-relation/')) return { data: coaches }
    if (path === '/player-home/courtStatusBy') return { data: GRID }
    if (path === '/player-home/dayMarksBy') return { data: [] }
    return path === '/user/bookings' ? booking : { data: { version: '1' } }
  })
}
const bookings = (calls: readonly FakeCall[]) => calls.filter(({ path }) => path === '/user/bookings')

const open = () =>
  render(
    <QueryClientProvider client={freshCache()}>
      <CommonCoursesView />
    </QueryClientProvider>,
  )
const openSheet = async () => {
  await userEvent.click(await screen.findByRole('button', { name: '约 王启明 的网球成人私教' }))
  return within(await screen.findByRole('dialog', { name: '约 王启明' }))
}

test('each course shows its facts, its price and its coaches', async () => {
  givenSession('10')
  givenCatalogue()
  open()
  await screen.findByText('网球成人私教')
  screen.getByText('羽毛球小班课')
  expect(screen.getAllByText('参考价 ¥400/课时')).toHaveLength(2)
  const teachers = within(screen.getByRole('list', { name: '网球成人私教，谁在教' })).getAllByRole('listitem')
  expect(teachers.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('¥420/课时')])
  expect(screen.queryByRole('list', { name: '羽毛球小班课，谁在教' })).toBeNull()
})

test('a player whose coaches teach none of the courses reads so', async () => {
  givenSession('10')
  givenCatalogue({ catalogue: CATALOGUE.map((entry) => ({ ...entry, offers: [] })) })
  open()
  await screen.findByText(/您的教练还没有开设这些课程/)
  expect(screen.queryByRole('button', { name: /^约/ })).toBeNull()
})

test('a class is booked at a free time, on a free court, after its cost was shown', async () => {
  givenSession('10')
  const calls = givenCatalogue()
  open()
  const sheet = await openSheet()
  const submit = () => sheet.getByRole('button', { name: '提交预约' })
  expect(submit().getAttribute('aria-disabled')).toBe('true')
  const times = within(await sheet.findByRole('group', { name: '开始时间' }))
  await times.findByRole('button', { name: '15:00' })
  expect(times.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '15:00',
    '15:30',
    '16:00',
    '16:30',
  ])
  await userEvent.click(times.getByRole('button', { name: '15:30' }))
  expect(screen.getByRole('dialog').textContent).toContain('15:30–16:30B 场')
  sheet.getByText('本次 1 课时，¥420/课时；课时不足，教练会先与您缔约再确认')
  await userEvent.dblClick(submit())
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('77') }))
  expect(bookings(calls).map(({ body }) => body)).toEqual([
    {
      commonCourseId: '1',
      courseDesignPrice: 42_000,
      coachId: '20',
      stadiumId: '8',
      selectedCourt: 1,
      courseDate: '2026-11-21',
      beginTimeSlot: 31,
      endTimeSlot: 33,
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('another venue or day fetches again, and resets the choice', async () => {
  givenSession('10')
  const calls = givenCatalogue()
  open()
  const sheet = await openSheet()
  await userEvent.click(await sheet.findByRole('button', { name: '15:00' }))
  await userEvent.click(sheet.getByRole('button', { name: '世纪' }))
  expect(sheet.getByRole('button', { name: '提交预约' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(sheet.getByRole('radio', { name: /^11月22日/ }))
  await waitFor(() =>
    expect(calls.filter(({ path }) => path === '/player-home/courtStatusBy').map(({ body }) => body)).toContainEqual({
      coachId: '20',
      stadiumId: '9',
      date: '2026-11-22',
    }),
  )
})

test('a time that was taken meanwhile is reported; the sheet stays, and the times are read again', async () => {
  givenSession('10')
  const booking = { status: 409, code: 'slot_taken', msg: '该时段已被占用，不能选择' }
  const calls = givenCatalogue({ booking })
  open()
  const sheet = await openSheet()
  await userEvent.click(await sheet.findByRole('button', { name: '15:00' }))
  const before = calls.filter(({ path }) => path === '/player-home/courtStatusBy').length
  await userEvent.click(sheet.getByRole('button', { name: '提交预约' }))
  await waitFor(() => expect(useToast.getState().toast?.text).toBe('该时段已被占用，不能选择'))
  await sheet.findByText('选一个开始时间，场地为您留好')
  await waitFor(() =>
    expect(calls.filter(({ path }) => path === '/player-home/courtStatusBy').length).toBeGreaterThan(before),
  )
  expect(Taro.navigateTo).not.toHaveBeenCalled()
})

test('a price that changed meanwhile is reported and shown in the sheet, and the next press books at it', async () => {
  givenSession('10')
  const catalogue = structuredClone(CATALOGUE)
  const booking = { status: 409, code: 'revision_outdated', msg: '价格已改为 ¥450/课时，请核对后再操作' }
  const calls = givenCatalogue({ catalogue, booking })
  open()
  const sheet = await openSheet()
  await userEvent.click(await sheet.findByRole('button', { name: '15:00' }))
  for (const { offers } of catalogue) for (const offer of offers) offer.pricePerSession = 45_000
  const press = () => userEvent.click(sheet.getByRole('button', { name: '提交预约' }))
  await press()
  await waitFor(() => expect(useToast.getState().toast?.text).toBe('价格已改为 ¥450/课时，请核对后再操作'))
  await screen.findAllByText(/¥450\/课时/)
  await userEvent.click(await sheet.findByRole('button', { name: '15:00' }))
  await sheet.findByText(/¥450\/课时/)
  await press()
  await waitFor(() => expect(bookings(calls)).toHaveLength(2))
  expect(bookings(calls).map(({ body }) => (body as { courseDesignPrice: number }).courseDesignPrice)).toEqual([
    42_000, 45_000,
  ])
})

test('a player with hours of the course can choose court and length on the booking tab', async () => {
  givenSession('10')
  givenCatalogue({ catalogue: [{ ...course, offers: [{ ...offer, availableSessions: 5 }] }] })
  open()
  const sheet = await openSheet()
  await userEvent.click(await sheet.findByRole('button', { name: '15:00' }))
  sheet.getByText('预占 1 课时，约后可用 4 课时')
  await userEvent.click(sheet.getByRole('button', { name: '自选场地和时长' }))
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: bookingClassPath() }))
  expect(currentDraft()).toMatchObject({
    ownerId: '10',
    coachId: '20',
    stadiumId: '8',
    pendingCourse: { id: '31', name: '网球成人私教' },
  })
})

test('a coach without a venue cannot be booked yet', async () => {
  givenSession('10')
  givenCatalogue({ coaches: [{ ...COACHES[0], stadiums: [] }] })
  open()
  const sheet = await openSheet()
  await sheet.findByText('这位教练还没有场馆')
})

test('a failed read is reported, and can be repeated', async () => {
  givenSession('10')
  let isDown = true
  givenServer(() => (isDown ? { status: 500, code: 'unexpected', msg: '服务器开小差了' } : { data: CATALOGUE }))
  open()
  await screen.findByText('课程没有取到')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('网球成人私教')
})

test('an empty catalogue says what will be there', async () => {
  givenSession('10')
  givenCatalogue({ catalogue: [] })
  open()
  await screen.findByText('还没有通用课程')
})

test('a guest reads the courses, and logs in to book', async () => {
  endSession()
  givenCatalogue()
  open()
  await screen.findByText('羽毛球小班课')
  expect(screen.queryByRole('button', { name: /^约/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '登录' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: loginH5Path() })
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import Taro from '@tarojs/taro'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bookingViewPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import { readStored } from '../../../platform/storage'
import { DialogHost } from '../../../ui/dialog-host'
import { ToastHost } from '../../../ui/toast-host'
import { weekdayAndDate } from '../../time/schedule/strip-days'
import { BookingView } from './booking-view'
import { EMPTY_COACH_DRAFT } from './coach-draft'
import { chooseBookingSide, coachDraft } from './draft-store'
import { logInAs, ok, refused, type Sent, serveWorld, type World } from './testing/fake-server'
import { givenCourse, givenStudent, givenVenue, LATER, TOMORROW } from './testing/given-booking'

const lake = givenVenue('10', '星湖网球中心')
const STUDENTS = ['许念安', '赵一鸣', '何佳宁'].map((nickname, at) =>
  givenStudent(String(31 + at), nickname, 5 - at * 2.5),
)
let world: World
let sent: Sent[]
const searched: (string | null)[] = []

beforeEach(() => {
  searched.length = 0
  world = {
    '/user-relation/coach-by-player/': () => ok([]),
    '/coach-stadium/query-by-coach/1': () =>
      ok([
        { ...givenVenue('30', '未通过的场馆'), approveStatus: 0, venueApproveStatus: 1, isManager: false },
        { ...givenVenue('40', '待平台审核的新馆'), approveStatus: 1, venueApproveStatus: 0, isManager: true },
        { ...givenVenue('50', '平台停用的场馆'), approveStatus: 1, venueApproveStatus: 2, isManager: true },
        { ...lake, approveStatus: 1, venueApproveStatus: 1, isManager: true },
        { ...givenVenue('60', '滨江球馆'), approveStatus: 1, venueApproveStatus: 1, isManager: false },
      ]),
    '/coach-home/coachVO/1': () =>
      ok({
        id: '1',
        userType: 1,
        nickname: '王启明',
        avatar: null,
        likeCount: 0,
        companies: [{ id: '1', companyName: '青杉', isPerson: false, isAdmin: false }],
      }),
    '/company-course/all-by-company/1': () =>
      ok([
        givenCourse('5'),
        givenCourse('6', { maxParticipants: 2 }),
        { ...givenCourse('7'), isTaughtByMe: false },
        givenCourse('8', { delFlag: true }),
      ]),
    '/coach-home/player-page/1': (_body, url) => {
      const name = url.searchParams.get('userName')
      searched.push(name)
      const found = STUDENTS.filter(({ player }) => player.nickname.includes(name ?? ''))
      return ok(found, found.length)
    },
    '/coach-home/courtStatusBy': () =>
      ok([
        { courtCode: '2号场', timeIndex: 37, date: TOMORROW, status: 'COURT_OCCUPIED', inviteId: null },
        { courtCode: '1号场', timeIndex: 42, date: TOMORROW, status: 'COACH_UNAVAILABLE', inviteId: null },
      ]),
    '/player-home/dayMarksBy': () => ok([]),
    '/coach-home/dayMarks': () => ok([{ date: TOMORROW, classes: 3, waiting: 1, isResting: false }]),
    '/course-invitation/create/by-coach': () => ok({ id: '500' }),
    '/course-invitation/elsewhere': () => ok([]),
  }
  sent = serveWorld(world)
  logInAs('1', 1)
  chooseBookingSide('students')
  coachDraft.keep({ ...EMPTY_COACH_DRAFT, date: TOMORROW })
})
afterEach(() => {
  coachDraft.keep(EMPTY_COACH_DRAFT)
  endSession()
})

function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BookingView />
      <ToastHost />
      <DialogHost />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const press = async (name: string) => user.click(await screen.findByRole('gridcell', { name }))
  const chooseStudents = async (...names: string[]) => {
    await user.click(await screen.findByRole('button', { name: /^学员，/ }))
    for (const name of names) await user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }))
    await user.click(screen.getByRole('button', { name: /^选定/ }))
  }
  const chooseCourse = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: /^课程，/ }))
    await user.click(await screen.findByRole('radio', { name: new RegExp(name) }))
  }
  return { user, press, chooseStudents, chooseCourse, main: () => screen.findByRole('button', { name: '确认约课' }) }
}

test('a coach chooses for whom to book, and the choice is saved', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('radio', { name: '我要约课' }))
  expect(await screen.findByText(/^选一位教练，申请成为学员/)).toBeTruthy()
  expect(readStored('bookingFor')).toBe('self')
})

test('the dates show a coach the number of their classes', async () => {
  open()
  expect(await screen.findByRole('radio', { name: /待确认 1 节，共 3 节$/ })).toBeTruthy()
})

test('a player cannot choose for whom to book', async () => {
  logInAs('9')
  open()
  expect(await screen.findByText(/^选一位教练，申请成为学员/)).toBeTruthy()
  expect(screen.queryByRole('radio', { name: '替学员约课' })).toBeNull()
})

test('the coach’s approved venue is chosen at the start, students come first, and only courses that the coach teaches are offered', async () => {
  const { user } = open()
  expect(await screen.findByRole('button', { name: '场馆，星湖网球中心' })).toBeTruthy()
  expect(screen.getByText('先选学员', { selector: '[id]' })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '课程，先选课程' }))
  expect((await screen.findAllByRole('radio', { name: /课程/ })).length).toBe(2)
})

test('only venues approved by the platform are offered', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: '场馆，星湖网球中心' }))
  const sheet = await screen.findByRole('dialog', { name: '选择场馆' })
  const names = within(sheet)
    .getAllByRole('radio')
    .map(({ textContent }) => textContent?.slice(0, 4))
  expect(names).toEqual(['星湖网球', '滨江球馆'])
})

test('a coach whose only venue waits for approval reads that', async () => {
  world['/coach-stadium/query-by-coach/1'] = () =>
    ok([{ ...givenVenue('40', '新馆'), approveStatus: 1, venueApproveStatus: 0, isManager: true }])
  open()
  expect(await screen.findByText('新馆 平台审核中')).toBeTruthy()
  expect(screen.getByText('审核通过后，就能在这里替学员约课')).toBeTruthy()
})

test('the class for two students is made once; a student with too few hours is shown before the press', async () => {
  const { press, chooseStudents, chooseCourse, main } = open()
  await chooseCourse('课程6')
  await chooseStudents('许念安', '何佳宁')
  await press('1号场 18:00 至 18:30 可约')
  await press('1号场 18:30 至 19:00 可约')
  expect(screen.getByRole('button', { name: '学员，许念安、何佳宁，1 人课时不足' })).toBeTruthy()
  const button = await main()
  act(() => {
    button.click()
    button.click()
  })
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('500') }))
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toMatchObject({
    coachId: '1',
    studentIds: ['31', '33'],
    courseDesignId: '6',
    stadiumId: '10',
    selectedCourt: 0,
    participantsCount: 2,
    beginTimeSlot: 36,
    endTimeSlot: 38,
    useUnavailable: false,
  })
  expect(screen.getByText('约课创建成功')).toBeTruthy()
  expect(coachDraft.current()).toMatchObject({ students: [], slots: [], courseId: '6', stadiumId: '10' })
})

test('the button opens each missing choice in turn', async () => {
  const { user, main, chooseStudents } = open()
  await user.click(await main())
  expect(await screen.findByRole('dialog', { name: /学员/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await chooseStudents('许念安')
  await user.click(await main())
  expect(await screen.findByRole('dialog', { name: /课程/ })).toBeTruthy()
  expect(sent).toEqual([])
})

test('in a course for one, choosing the next student replaces the first', async () => {
  const { chooseStudents, chooseCourse } = open()
  await chooseCourse('课程5')
  await chooseStudents('许念安', '赵一鸣')
  expect(coachDraft.current().students.map(({ id }) => id)).toEqual(['32'])
})

test('a group takes no more students than the course has seats', async () => {
  const { chooseStudents, chooseCourse } = open()
  await chooseCourse('课程6')
  await chooseStudents('许念安', '赵一鸣', '何佳宁')
  expect(screen.getByText('这门课最多 2 人')).toBeTruthy()
  expect(coachDraft.current().students.map(({ id }) => id)).toEqual(['31', '32'])
})

test('students are searched by name', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /^学员，/ }))
  await screen.findByRole('checkbox', { name: /许念安/ })
  await user.type(screen.getByRole('searchbox'), '赵')
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /许念安/ })).toBeNull())
  expect(screen.getByRole('checkbox', { name: /赵一鸣/ })).toBeTruthy()
  expect(searched).toEqual([null, '赵'])
})

test('the coach’s own locked time gives way where the coach allows it, a taken court does not', async () => {
  const { user, press, chooseStudents, chooseCourse, main } = open()
  await chooseCourse('课程5')
  await chooseStudents('许念安')
  await user.click(screen.getByRole('switch', { name: '允许冲突' }))
  expect(await screen.findByText('我的不可约时段让出')).toBeTruthy()
  await press('2号场 18:30 至 19:00 已被订')
  expect(screen.getByText('该时段已被占用，不能选择')).toBeTruthy()
  await press('1号场 21:00 至 21:30 教练休息')
  await user.click(await main())
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ useUnavailable: true, beginTimeSlot: 42 }))
})

test('lost half-hours are shown, and another day is offered where nothing is free on that day', async () => {
  world['/player-home/dayMarksBy'] = () => ok([TOMORROW, LATER].map((date) => ({ date, freeCells: 3, mine: false })))
  world['/course-invitation/create/by-coach'] = () =>
    refused(409, 'slot_taken', '该时段已被占用，不能选择', { clash: 'COURT', alternatives: [] })
  const { user, press, chooseStudents, chooseCourse, main } = open()
  await chooseCourse('课程5')
  await chooseStudents('许念安')
  await press('1号场 18:00 至 18:30 可约')
  await user.click(await main())
  const sheet = await screen.findByRole('dialog', { name: '场地这段时间没有空' })
  expect(within(sheet).getByText('这天没有同样长的空闲时段，换个日期看看')).toBeTruthy()
  await user.click(within(sheet).getByText(`看 ${weekdayAndDate(LATER)}`))
  expect(coachDraft.current()).toMatchObject({ date: LATER, slots: [], students: [{ id: '31' }] })
})

test('a class for students whose half-hours are gone is offered on another day, and one yes makes it there', async () => {
  const place = { coachId: '1', coachName: '王启明', stadiumId: '10', stadiumName: '星湖网球中心', selectedCourt: 1 }
  const time = { courseDate: LATER, beginTimeSlot: 36, endTimeSlot: 37 }
  const asked: unknown[] = []
  world['/course-invitation/elsewhere'] = (body) => {
    asked.push(body)
    return ok([{ differs: 'DAY', ...place, courtName: '2号场', ...time }])
  }
  world['/course-invitation/create/by-coach'] = () =>
    sent.length > 1
      ? ok({ id: '500' })
      : refused(409, 'slot_taken', '该时段已被占用，不能选择', { clash: 'COURT', alternatives: [] })
  const { user, press, chooseStudents, chooseCourse, main } = open()
  await chooseCourse('课程5')
  await chooseStudents('许念安')
  await press('1号场 18:00 至 18:30 可约')
  await user.click(await main())
  await user.click(await screen.findByText(/^换一天：/))
  const question = await screen.findByRole('alertdialog', { name: '换一天？' })
  await user.click(within(question).getByRole('button', { name: '约课' }))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('500') }))
  expect(asked[0]).toMatchObject({ coachId: '1', studentIds: ['31'], courseDesignId: '5', selectedCourt: 0 })
  const { coachName: _, stadiumName: __, ...at } = place
  expect(sent[1]?.body).toMatchObject({ ...at, ...time, courseDesignId: '5', studentIds: ['31'], participantsCount: 1 })
})

test('a failure to fetch students is shown in their place', async () => {
  world['/coach-home/player-page/1'] = () => refused(500, 'unexpected', '')
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /^学员，/ }))
  expect(await screen.findByText('学员没有取到')).toBeTruthy()
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import Taro from '@tarojs/taro'
import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bookingClassPath, bookingViewPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { endSession } from '../../../platform/session'
import { store } from '../../../platform/storage'
import { fire, pages } from '../../../testing/taro'
import { ToastHost } from '../../../ui/toast-host'
import { BookingView } from './booking-view'
import { EMPTY_DRAFT } from './draft'
import {
  chooseBookingSide,
  coachDraft,
  currentDraft,
  endEditing,
  saveDraft,
  useBookingSide,
  useEditing,
} from './draft-store'
import { bookForStudents, bookWithStudent, startEditing } from './start-booking'
import { logInAs, ok, refused, type Sent, serveWorld, type World } from './testing/fake-server'
import {
  givenClass,
  givenCoachRecord,
  givenContract,
  givenCourse,
  givenSeat,
  givenStudent,
  givenVenue,
  LATER,
  TOMORROW,
} from './testing/given-booking'
import { useUsualCourse } from './usual-course-view'

const lake = givenVenue('10', '星湖网球中心')
const own = [37, 38].map((timeIndex) => ({
  courtCode: '1号场',
  timeIndex,
  date: TOMORROW,
  status: 'MY_INVITING',
  inviteId: '77',
}))
let world: World
let sent: Sent[]

beforeEach(() => {
  world = {
    '/course-invitation/full-info/77': () => ok(givenClass()),
    '/user-relation/coach-by-player/': () =>
      ok([givenCoachRecord('2', '沈嘉禾', [lake], 9), givenCoachRecord('1', '王启明', [lake])]),
    '/user-course-contract/active/': () => ok([givenContract('101', '6'), givenContract('100', '5')]),
    '/player-home/courtStatusBy': ({ date }) => ok(date === TOMORROW ? own : []),
    '/player-home/dayMarksBy': () => ok([{ date: LATER, freeCells: 9, mine: false }]),
    '/coach-home/dayMarks': () => ok([]),
    '/course-invitation/update/by-self/77': () => ok({ id: '77' }),
  }
  sent = serveWorld(world)
  logInAs('9')
  pages.splice(0, pages.length, { route: bookingClassPath().slice(1) })
})
afterEach(() => {
  endEditing()
  saveDraft(EMPTY_DRAFT)
  endSession()
})

const openScreen = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BookingView />
      <ToastHost />
    </QueryClientProvider>,
  )

function open() {
  openScreen()
  return userEvent.setup()
}
const edit = (id = '77') => act(() => startEditing(id))
const save = () => screen.findByRole('button', { name: '保存修改' })

test('an edit without an id is refused, and nothing is opened', () => {
  open()
  edit('')
  expect(screen.getByText('缺少约课ID')).toBeTruthy()
  expect(Taro.switchTab).not.toHaveBeenCalled()
})

test('the class is shown in the booking screen with everything chosen, and a banner says so', async () => {
  open()
  edit()
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: bookingClassPath() }))
  expect(await screen.findByText('成功加载约课信息')).toBeTruthy()
  expect(await screen.findByText('1号场 18:30–19:30')).toBeTruthy()
  expect(screen.getByRole('region', { name: '修改约课' }).textContent).toContain('保存后需教练重新确认')
  expect(screen.getByRole('button', { name: '教练，王启明' })).toBeTruthy()
  expect(currentDraft()).toMatchObject({ coachId: '1', stadiumId: '10', date: TOMORROW, contractId: '100' })
  expect(currentDraft().edited?.flags).toEqual({
    invitation: true,
    coach: true,
    stadium: true,
    date: true,
    courseContract: true,
    timeSlots: true,
  })
})

test('saving sends the whole class once, ends edit mode and opens the booking view in the tab’s place', async () => {
  const user = open()
  edit()
  await user.click(await screen.findByRole('gridcell', { name: '1号场 19:30 至 20:00 可约' }))
  const button = await save()
  act(() => {
    button.click()
    button.click()
  })
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url: bookingViewPath('77') }))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    method: 'PUT',
    path: expect.stringMatching(/\/course-invitation\/update\/by-self\/77$/),
    body: {
      id: '77',
      coachId: '1',
      courseDesignId: '5',
      stadiumId: '10',
      selectedCourt: 0,
      courseDate: TOMORROW,
      beginTimeSlot: 37,
      endTimeSlot: 40,
      participantsCount: 1,
      useUnavailable: false,
      messageToCoach: '想练反手',
    },
  })
  expect(screen.getByText('修改约课成功')).toBeTruthy()
  expect(useEditing.getState().editing).toBeNull()
  expect(await screen.findByRole('button', { name: '确认约课' })).toBeTruthy()
})

test('an answer without an id goes back to the page before', async () => {
  world['/course-invitation/update/by-self/77'] = () => ok(null)
  pages.unshift({ route: 'pages/home/index' })
  const user = open()
  edit()
  await screen.findByText('1号场 18:30–19:30')
  await user.click(await save())
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalled())
  expect(Taro.redirectTo).not.toHaveBeenCalled()
})

test('half-hours lost to a participant’s other class are offered elsewhere, and can be saved there', async () => {
  const alternatives = [{ courtCode: '2号场', courseDate: TOMORROW, beginTimeSlot: 40, endTimeSlot: 42 }]
  world['/course-invitation/update/by-self/77'] = ({ beginTimeSlot }) =>
    beginTimeSlot === 40
      ? ok({ id: '77' })
      : refused(409, 'participant_busy', '有参与人在该时段已有约课', { clash: 'PLAYER', alternatives })
  const user = open()
  edit()
  await screen.findByText('1号场 18:30–19:30')
  await user.click(await save())
  const sheet = await screen.findByRole('dialog', { name: '有参与人这段时间没有空' })
  await user.click(within(sheet).getByText('2号场 20:00–21:00'))
  await screen.findByText('2号场 20:00–21:00', { selector: ':not([role="dialog"] *)' })
  expect(useEditing.getState().editing?.invitationId).toBe('77')
  await user.click(await save())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body).toMatchObject({ selectedCourt: 1, beginTimeSlot: 40, endTimeSlot: 42 })
})

test('a refused edit says why and stays in edit mode with the selection', async () => {
  world['/course-invitation/update/by-self/77'] = () => refused(409, 'lesson_hours_too_few', '剩余课时不足')
  const user = open()
  edit()
  await screen.findByText('1号场 18:30–19:30')
  await user.click(await save())
  expect(await screen.findByText('剩余课时不足')).toBeTruthy()
  expect(screen.getByRole('region', { name: '修改约课' })).toBeTruthy()
  expect(currentDraft().slots).toHaveLength(2)
})

test('of a class whose coach has left the company the edit leads back to the class, where another coach is chosen', async () => {
  const left = '教练已离开这家公司，请另选教练或取消'
  world['/course-invitation/update/by-self/77'] = () => refused(400, 'coach_not_of_company', left)
  const user = open()
  edit()
  await screen.findByText('1号场 18:30–19:30')
  await user.click(await save())
  expect(await screen.findByText(left)).toBeTruthy()
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url: bookingViewPath('77') }))
})

test('a class that cannot be fetched shows a failure, can be fetched again, and can be left', async () => {
  let isBroken = true
  world['/course-invitation/full-info/77'] = () => {
    if (isBroken) throw new TypeError('Failed to fetch')
    return ok(givenClass())
  }
  const user = open()
  edit()
  expect((await screen.findAllByText('获取约课信息失败，请重试')).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: '退出修改' })).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('1号场 18:30–19:30')).toBeTruthy()
})

test('a class that may no longer be edited says why', async () => {
  const past = new Date(Date.now() - 1).toISOString()
  world['/course-invitation/full-info/77'] = () => ok(givenClass({ freeCancelUntil: past }))
  open()
  edit()
  expect(await screen.findByText('已过免费取消时间，不能再修改，请联系教练')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '保存修改' })).toBeNull()
})

test('退出修改 restores the draft from before the edit', async () => {
  saveDraft({
    ...EMPTY_DRAFT,
    ownerId: '9',
    coachId: '2',
    stadiumId: '10',
    stated: { ...EMPTY_DRAFT.stated, messageToCoach: '周末见' },
  })
  const user = open()
  edit()
  await screen.findByText('1号场 18:30–19:30')
  await user.click(screen.getByRole('button', { name: '退出修改' }))
  expect(currentDraft()).toMatchObject({ coachId: '2', stated: { messageToCoach: '周末见' }, edited: null, slots: [] })
  expect(await screen.findByRole('button', { name: '确认约课' })).toBeTruthy()
})

const tab = { route: bookingClassPath().slice(1) }
/** Another page comes to the top of the stack. */
const leaveFor = async (...stack: typeof pages) => {
  act(() => fire('hide'))
  pages.splice(0, pages.length, ...stack)
  await act(() => new Promise((resolve) => setTimeout(resolve)))
}
const comeBack = () => {
  pages.splice(0, pages.length, tab)
  act(() => fire('show'))
}

/** The ways to leave the booking tab. Each ends what it was opened for. */
const WAYS: Record<string, (unmount: () => void) => Promise<unknown>> = {
  Back: async (unmount) => act(unmount),
  'another tab': () => leaveFor({ route: 'pages/home/index' }),
  'another tab, from a page over it': async () => {
    await leaveFor(tab, { route: 'bookingClass/pages/class_info/index' })
    await act(() => goTo('/pages/home/index'))
    comeBack()
  },
  'half an hour': async () => {
    await leaveFor(tab, { route: 'bookingClass/pages/class_info/index' })
    vi.setSystemTime(Date.now() + 30 * 60_000 + 1)
    comeBack()
  },
}
const student = givenStudent('31', '许念安', 5)
const usual = {
  ...{ coach: { id: '1' }, stadium: { id: '10' }, weekday: 0, courseDate: '2026-11-22', beginTimeSlot: 37 },
  ...{ endTimeSlot: 40, courtCode: '1号场', courseDesignId: '5', courseDesignName: '成人私教' },
}
/** What the booking tab is opened for, and the start of each. */
const MODES: Record<string, { begin: () => void; isOn: () => boolean }> = {
  'the edit of a class': {
    begin: () => act(() => startEditing('77')),
    isOn: () => useEditing.getState().editing !== null,
  },
  'a class for one student': {
    begin: () => act(() => void bookWithStudent(student, '5')),
    isOn: () => coachDraft.current().students.length > 0,
  },
  'a class for students on a day': {
    begin: () => act(() => void bookForStudents(LATER)),
    isOn: () => coachDraft.current().date === LATER,
  },
  'a class booked again': {
    begin: () => {
      store('usualCourse', usual)
      renderHook(() => useUsualCourse(true)).unmount()
    },
    isOn: () => currentDraft().stadiumId === '10' && currentDraft().coachId === '1',
  },
}

test.each(Object.keys(MODES).flatMap((mode) => Object.keys(WAYS).map((way) => [mode, way] as const)))(
  '%s ends by %s, and draft and side are as before',
  async (mode, way) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    logInAs('9', 1)
    chooseBookingSide('self')
    const before = {
      ...EMPTY_DRAFT,
      ownerId: '9',
      coachId: '2',
      stadiumId: '10',
      stated: { ...EMPTY_DRAFT.stated, messageToCoach: '周末见' },
    }
    saveDraft(before)
    const { begin, isOn } = MODES[mode] as (typeof MODES)[string]
    const { unmount } = openScreen()
    begin()
    expect(isOn()).toBe(true)
    await WAYS[way]?.(unmount)
    vi.useRealTimers()
    expect(isOn()).toBe(false)
    expect(currentDraft()).toMatchObject(before)
    expect(renderHook(useBookingSide).result.current).toBe('self')
  },
)

test('a page over the booking tab does not end edit mode, nor does half an hour there', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  open()
  edit()
  await screen.findByText('1号场 18:30–19:30')
  await leaveFor(tab, { route: 'bookingClass/pages/class_info/index' })
  vi.setSystemTime(Date.now() + 30 * 60_000)
  comeBack()
  vi.useRealTimers()
  expect(useEditing.getState().editing).not.toBeNull()
})

test('logging out ends edit mode', async () => {
  open()
  edit()
  await screen.findByText('1号场 18:30–19:30')
  act(() => endSession())
  expect(useEditing.getState().editing).toBeNull()
  expect(currentDraft().edited).toBeNull()
})

test('a coach edits a class that they made, with its students in their seats', async () => {
  logInAs('1', 1)
  Object.assign(world, {
    '/course-invitation/full-info/77': () =>
      ok(
        givenClass(
          { initiatorId: '1', initiatorRole: 'coach' },
          {
            responsePlayers: [givenSeat('31')],
            reqUser: { ...givenClass().reqUser, userId: '1', role: 'coach', contract: null },
          },
        ),
      ),
    '/coach-stadium/query-by-coach/1': () =>
      ok([{ ...lake, approveStatus: 1, venueApproveStatus: 1, isManager: false }]),
    '/coach-home/coachVO/1': () =>
      ok({
        id: '1',
        userType: 1,
        nickname: '王启明',
        avatar: null,
        likeCount: 0,
        companies: [{ id: '1', companyName: '青杉', isPerson: false, isAdmin: false }],
      }),
    '/company-course/all-by-company/1': () => ok([givenCourse('5')]),
    '/user-course-contract/by-user/31': () => ok([givenContract('300', '5', { availableSessions: 0.5 })]),
    '/coach-home/courtStatusBy': ({ date }: Record<string, unknown>) => ok(date === TOMORROW ? own : []),
  } satisfies World)
  const user = open()
  edit()
  expect(await screen.findByText('1号场 18:30–19:30')).toBeTruthy()
  expect(screen.getByRole('button', { name: '学员，学员31' })).toBeTruthy()
  expect(screen.getByRole('region', { name: '修改约课' }).textContent).toContain('保存后需学员重新确认')
  await user.click(await screen.findByRole('gridcell', { name: '1号场 19:30 至 20:00 可约' }))
  // 0.5 free hours and 1 held hour pay for an hour and a half.
  await waitFor(() => expect(screen.queryByText('课时不足')).toBeNull())
  await user.click(await save())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ id: '77', coachId: '1', studentIds: ['31'], endTimeSlot: 40 })
})

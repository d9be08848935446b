import { addDays, dayOf, formatDotDay } from '@paidang/domain/kernel/day'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import Taro from '@tarojs/taro'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bookingViewPath, coachPagePath } from '../../../paths'
import { endSession, startSession } from '../../../platform/session'
import { store } from '../../../platform/storage'
import { DialogHost } from '../../../ui/dialog-host'
import { ToastHost } from '../../../ui/toast-host'
import { weekdayAndDate } from '../../time/schedule/strip-days'
import { BookingView } from './booking-view'
import { EMPTY_DRAFT } from './draft'
import { currentDraft, saveDraft } from './draft-store'

type Answer = { status: number; body: unknown }
type Sent = { key: string | null; body: Record<string, unknown> }

const tomorrow = addDays(dayOf(new Date()), 1)
const courts = ['1号场', '2号场'].map((name, index) => ({
  id: String(index + 1),
  courtCode: name,
  name,
  surface: '室内',
}))
const venue = (id: string, name: string) => ({
  id,
  name,
  address: '某路 1 号',
  city: '上海市',
  district: '徐汇区',
  phone: null,
  avatar: null,
  latitude: null,
  longitude: null,
  courtCodes: null,
  courtCount: 2,
  firstStart: 36,
  lastStart: 43,
  courts,
})
const coach = (id: string, nickname: string, finishedClasses: number, stadiums = [venue('10', '星湖网球中心')]) => ({
  coach: { id, nickname, avatar: null, likeCount: 12, companyId: '1', companyName: '青杉' },
  courseIds: ['5'],
  finishedClasses,
  stadiums,
})
const contract = {
  id: '100',
  userId: '9',
  courseDesign: { id: '5', courseName: '成人私教', sessionDuration: 60, maxParticipants: 2, pricePerSession: 38000 },
  companyId: '1',
  company: { id: '1', companyName: '青杉', freeCancelHours: 24 },
  isPerson: false,
  contractStatus: 1,
  totalSessions: 20,
  remainingSessions: 12.5,
  heldSessions: 0,
  availableSessions: 12.5,
  consumedSessions: 7.5,
  expiredSessions: 0,
  unitPrice: 38000,
  expiryDate: addDays(tomorrow, 200),
  createdAt: '2026-01-01T00:00:00+08:00',
}
const busy = (courtCode: string, timeIndex: number, status: string, inviteId: string | null = null) => ({
  courtCode,
  timeIndex,
  date: tomorrow,
  status,
  inviteId,
})
const ok = (data: unknown): Answer => ({ status: 200, body: { success: true, code: 0, data, msg: '操作成功' } })
const refused = (status: number, code: string, msg: string, data: unknown = null): Answer => ({
  status,
  body: { success: false, code, data, msg },
})

/** The answers of the server, and the bookings that it received. */
let world: {
  coaches: unknown[]
  contracts: unknown[]
  grid: Answer
  create: (body: unknown) => Answer | Promise<Answer>
  elsewhere: unknown[]
}
const sent: Sent[] = []

beforeEach(() => {
  sent.length = 0
  world = {
    coaches: [coach('1', '王启明', 10), coach('2', '沈嘉禾', 3, [venue('20', '青杉网球馆')])],
    contracts: [contract],
    grid: ok([busy('2号场', 38, 'COURT_OCCUPIED'), busy('1号场', 43, 'MY_INVITING', '77')]),
    create: () => ok({ id: '500' }),
    elsewhere: [],
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = String(input)
    const body = init?.body ? JSON.parse(String(init.body)) : null
    const answer = async (): Promise<Answer> => {
      if (url.includes('/user-relation/coach-by-player/')) return ok(world.coaches)
      if (url.includes('/user-course-contract/active/')) return ok(world.contracts)
      if (url.endsWith('/player-home/courtStatusBy')) return world.grid
      if (url.endsWith('/player-home/dayMarksBy'))
        return ok([0, 1].map((on) => ({ date: addDays(tomorrow, on), freeCells: 14, mine: false })))
      if (url.endsWith('/course-invitation/create/by-player')) {
        sent.push({ key: new Headers(init?.headers).get('Idempotency-Key'), body })
        return world.create(body)
      }
      if (url.endsWith('/course-invitation/elsewhere')) return ok(world.elsewhere)
      throw new Error(`not in this world: ${url}`)
    }
    const { status, body: said } = await answer()
    return new Response(JSON.stringify(said), { status })
  })
  startSession(
    {
      tokens: { token: 'token', refreshToken: 'refresh', expiresIn: 7200 },
      userInfo: { userType: 0, userId: '9', nickname: '林知夏', avatar: null, isCompanyAdmin: false },
    },
    Date.now(),
  )
  saveDraft({ ...EMPTY_DRAFT, date: tomorrow })
})
afterEach(() => {
  saveDraft(EMPTY_DRAFT)
  endSession()
})

function open() {
  const view = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BookingView withoutCoach={<div>附近的教练</div>} />
      <ToastHost />
      <DialogHost />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  return {
    ...view,
    user,
    cell: (name: string) => screen.findByRole('gridcell', { name }),
    press: async (name: string) => user.click(await screen.findByRole('gridcell', { name })),
    main: () => screen.findByRole('button', { name: '确认约课' }),
  }
}
const chooseRun = async ({ press }: Pick<ReturnType<typeof open>, 'press'>) => {
  await press('1号场 18:30 至 19:00 可约')
  await press('1号场 19:30 至 20:00 可约')
}

test('a guest chooses among coaches, with the way to log in, and nothing of their own is fetched', async () => {
  endSession()
  open()
  expect(screen.getByText('附近的教练')).toBeTruthy()
  expect(screen.getByRole('button', { name: '登录' })).toBeTruthy()
  expect(fetch).not.toHaveBeenCalled()
})

test('a player without a coach reads how to get one', async () => {
  world.coaches = []
  open()
  expect(await screen.findByText(/^选一位教练，申请成为学员/)).toBeTruthy()
  expect(screen.getByText('附近的教练')).toBeTruthy()
})

test('with several coaches and no class yet, the player first chooses a coach', async () => {
  world.coaches = [coach('1', '王启明', 0), coach('2', '沈嘉禾', 0)]
  open()
  expect(await screen.findByRole('heading', { name: '先选教练' })).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('on a desktop a line says from when to when the grid goes', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('min-width: 1024px'), media: query }))
  const { cell } = open()
  await cell('1号场 18:30 至 19:00 可约')
  expect(screen.getByText(/^18:00–22:00/)).toBeTruthy()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: false, media: query }))
})

test('the usual coach, their venue and the paying contract are chosen at the start', async () => {
  const { cell } = open()
  await cell('1号场 18:30 至 19:00 可约')
  expect(screen.getByRole('button', { name: '教练，王启明' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '场馆，星湖网球中心' })).toBeTruthy()
  // Look it up by its card: on the date strip "12.5" is a day in December.
  const contract = await screen.findByRole('button', { name: /^课程合同，/ })
  expect(within(contract).getByText('12.5')).toBeTruthy()
  expect(screen.getByText('请选择时段')).toBeTruthy()
})

test('a contract that ends before the chosen day says so on its card and in the sheet', async () => {
  const ending = { ...contract, expiryDate: addDays(tomorrow, -1) }
  world.contracts = [ending]
  const { user } = open()
  const card = await screen.findByRole('button', { name: /^课程合同，.*，合同在上课日前到期$/ })
  await user.click(card)
  const sheet = await screen.findByRole('dialog', { name: '选择课程合同' })
  expect(within(sheet).getByRole('radio').textContent).toContain('合同在上课日前到期')
})

test('of two contracts of one course the earlier one pays, and the later one cannot be chosen', async () => {
  const later = {
    ...contract,
    id: '101',
    expiryDate: addDays(tomorrow, 300),
    remainingSessions: 5,
    availableSessions: 5,
  }
  world.contracts = [later, contract]
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /^课程合同，成人私教，12.5 课时可用/ }))
  const sheet = await screen.findByRole('dialog', { name: '选择课程合同' })
  const other = within(sheet).getByRole('radio', { checked: false })
  expect(other.textContent).toContain(`先用 ${formatDotDay(contract.expiryDate)} 到期的合同`)
  await user.click(other)
  expect(currentDraft().contractId).toBeNull()
})

test('a run of three half-hours is announced, costs 1.5 hours, and is sent once under one key', async () => {
  const screenOf = open()
  await chooseRun(screenOf)
  expect(await screen.findByText('已选择3个时间段，消耗1.5课时')).toBeTruthy()
  expect(screen.getByText('1号场 18:30–20:00')).toBeTruthy()
  const button = await screenOf.main()
  // Two presses before the busy button can be rendered.
  act(() => {
    button.click()
    button.click()
  })
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('500') }))
  expect(sent).toHaveLength(1)
  expect(sent[0]?.key).toMatch(/^[\w-]{8,100}$/)
  expect(sent[0]?.body).toMatchObject({
    coachId: '1',
    stadiumId: '10',
    selectedCourt: 0,
    courseDate: tomorrow,
    beginTimeSlot: 37,
    endTimeSlot: 40,
    useUnavailable: false,
  })
  expect(screen.getByText('约课创建成功')).toBeTruthy()
  expect(currentDraft()).toMatchObject({ coachId: '1', slots: [] })
})

test('a course for two asks for the number of participants on the screen, and for a message to the companion', async () => {
  const screenOf = open()
  const { user } = screenOf
  await chooseRun(screenOf)
  expect(await screen.findByText('这门课最多 2 人')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^约课详情，.*给教练留言$/ }))
  expect(screen.queryByRole('textbox', { name: '给同伴留言（选填）' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await user.click(screen.getByRole('button', { name: '增加上课人数' }))
  await user.click(screen.getByRole('button', { name: /^约课详情，.*给教练和同伴留言$/ }))
  expect(screen.getByText('2 人')).toBeTruthy()
  for (const name of ['正手', '反手', '反手', '发球']) await user.click(screen.getByRole('button', { name }))
  await user.type(screen.getByRole('textbox', { name: '给同伴留言（选填）' }), '一起热身')
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await user.click(await screenOf.main())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    participantsCount: 2,
    messageToCoach: '',
    messageToPlayers: '一起热身',
    focus: 'SERVE',
  })
  await waitFor(() =>
    expect(currentDraft()).toMatchObject({ participantsCount: 1, stated: { messageToPlayers: '', focus: '' } }),
  )
})

test('a course for one asks for neither participants nor a message to companions', async () => {
  world.contracts = [{ ...contract, courseDesign: { ...contract.courseDesign, maxParticipants: 1 } }]
  const screenOf = open()
  await chooseRun(screenOf)
  await screen.findByText('1号场 18:30–20:00')
  expect(screen.queryByText('上课人数')).toBeNull()
  await screenOf.user.click(screen.getByRole('button', { name: /^约课详情/ }))
  expect(screen.queryByRole('textbox', { name: '给同伴留言（选填）' })).toBeNull()
})

test('a booking without an answer is sent again under the same key', async () => {
  world.create = () => {
    throw new TypeError('Failed to fetch')
  }
  const screenOf = open()
  await chooseRun(screenOf)
  await screenOf.user.click(await screenOf.main())
  expect(await screen.findByText('约课创建失败，请重试')).toBeTruthy()
  await waitFor(async () => expect((await screenOf.main()).getAttribute('aria-busy')).toBeNull())
  world.create = () => ok({ id: '500' })
  await screenOf.user.click(await screenOf.main())
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledTimes(1))
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
})

test('a booking whose answer was lost opens when the grid shows it', async () => {
  world.create = () => {
    throw new TypeError('Failed to fetch')
  }
  const screenOf = open()
  await chooseRun(screenOf)
  world.grid = ok([37, 38, 39].map((timeIndex) => busy('1号场', timeIndex, 'MY_INVITING', '500')))
  await screenOf.user.click(await screenOf.main())
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('500') }))
  expect(currentDraft().slots).toEqual([])
})

test('a booking that exists already opens it', async () => {
  const data = { clash: 'PLAYER', bookedId: '500', alternatives: [] }
  world.create = () => refused(409, 'slot_mine', '该时段已有您的约课，不能重复预约', data)
  const screenOf = open()
  await chooseRun(screenOf)
  await screenOf.user.click(await screenOf.main())
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('500') }))
  expect(await screen.findByText('该时段已有您的约课，不能重复预约')).toBeTruthy()
})

test('a press after a refusal has a new key', async () => {
  world.create = () => refused(409, 'lesson_hours_too_few', '剩余课时不足')
  const screenOf = open()
  await chooseRun(screenOf)
  await screenOf.user.click(await screenOf.main())
  expect(await screen.findByText('剩余课时不足')).toBeTruthy()
  await waitFor(async () => expect((await screenOf.main()).getAttribute('aria-busy')).toBeNull())
  await screenOf.user.click(await screenOf.main())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

test('lost half-hours show whose time it is, and offer the nearest free ones at one press', async () => {
  const alternatives = [{ courtCode: '2号场', courseDate: tomorrow, beginTimeSlot: 39, endTimeSlot: 42 }]
  world.create = () => {
    world.grid = ok([busy('1号场', 38, 'COURT_OCCUPIED')])
    return refused(409, 'slot_taken', '该时段已被占用，不能选择', { clash: 'COURT', alternatives })
  }
  const screenOf = open()
  await chooseRun(screenOf)
  await screenOf.user.click(await screenOf.main())
  const sheet = await screen.findByRole('dialog', { name: '场地这段时间没有空' })
  expect(within(sheet).getByText('该时段已被占用，不能选择')).toBeTruthy()
  expect(await screen.findByText('该时段刚被约走，请重选')).toBeTruthy()
  await screenOf.user.click(within(sheet).getByText('2号场 19:30–21:00'))
  await screen.findByText('2号场 19:30–21:00', { selector: ':not([role="dialog"] *)' })
  expect(currentDraft().slots.map(({ courtCode, timeSlot }) => `${courtCode} ${timeSlot}`)).toEqual([
    '2号场 19:30',
    '2号场 20:00',
    '2号场 20:30',
  ])
})

test('where the grid shows that a chosen half-hour was taken, one press shows what else is free, here and elsewhere', async () => {
  const before = open()
  await chooseRun(before)
  await before.main()
  before.unmount()
  world.grid = ok([busy('1号场', 38, 'COURT_OCCUPIED')])
  const place = { coachId: '2', coachName: '沈嘉禾', stadiumId: '10', stadiumName: '星湖网球中心', selectedCourt: 1 }
  const time = { courseDate: tomorrow, beginTimeSlot: 37, endTimeSlot: 40 }
  world.elsewhere = [{ differs: 'COACH', ...place, courtName: '2号场', ...time }]
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: '看看别的时间' }))
  const sheet = await screen.findByRole('dialog', { name: '场地这段时间没有空' })
  expect(await within(sheet).findByText('换教练：沈嘉禾')).toBeTruthy()
  await user.click(within(sheet).getByText('2号场 18:30–20:00'))
  expect(await screen.findByRole('button', { name: '确认约课' })).toBeTruthy()
  expect(sent).toEqual([])
})

test('lost half-hours are offered with another coach, and one yes books them as offered; lost too, they are chosen anew', async () => {
  const place = { coachId: '2', coachName: '沈嘉禾', stadiumId: '10', stadiumName: '星湖网球中心', selectedCourt: 1 }
  const time = { courseDate: tomorrow, beginTimeSlot: 38, endTimeSlot: 41 }
  world.elsewhere = [{ differs: 'COACH', ...place, courtName: '2号场', ...time }]
  const free = { courtCode: '1号场', ...time }
  world.create = () =>
    sent.length > 2
      ? ok({ id: '500' })
      : refused(409, 'slot_taken', '该时段已被占用，不能选择', {
          clash: sent.length > 1 ? 'COURT' : 'COACH',
          alternatives: sent.length > 1 ? [free] : [],
        })
  const screenOf = open()
  await chooseRun(screenOf)
  await screenOf.user.click(await screenOf.main())
  const takes = async () => {
    await screenOf.user.click(await screen.findByText('换教练：沈嘉禾'))
    const question = await screen.findByRole('alertdialog', { name: '换教练：约沈嘉禾？' })
    await screenOf.user.click(within(question).getByRole('button', { name: '约课' }))
  }
  await takes()
  // Free times of the other coach are not offered: a press would choose them with one's own.
  const sheet = await screen.findByRole('dialog', { name: '教练这段时间没有空' })
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(within(sheet).queryByText('1号场 19:00–20:30')).toBeNull()
  await takes()
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('500') }))
  expect(sent[2]?.body).toMatchObject({ coachId: '2', stadiumId: '10', selectedCourt: 1, courseDesignId: '5', ...time })
})

test('a place elsewhere whose answer was lost stays on offer, and the same press leads to its class', async () => {
  const place = { coachId: '1', coachName: '王启明', stadiumId: '10', stadiumName: '星湖网球中心', selectedCourt: 1 }
  const time = { courseDate: '2026-11-30', beginTimeSlot: 38, endTimeSlot: 41 }
  world.elsewhere = [{ differs: 'DAY', ...place, courtName: '2号场', ...time }]
  const own = { clash: 'PLAYER', alternatives: [], bookedId: '500' }
  let isAnswered = false
  world.create = () => {
    if (sent.length === 1)
      return refused(409, 'slot_taken', '该时段已被占用，不能选择', { clash: 'COURT', alternatives: [] })
    if (isAnswered) return refused(409, 'slot_mine', '该时段您已有安排', own)
    // The class is made, so that the place is no longer offered.
    world.elsewhere = []
    throw new TypeError('Failed to fetch')
  }
  const screenOf = open()
  await chooseRun(screenOf)
  await screenOf.user.click(await screenOf.main())
  const takes = async () => {
    await screenOf.user.click(await screen.findByText(/^换一天：11.30/))
    const question = await screen.findByRole('alertdialog', { name: '换一天：约王启明？' })
    await screenOf.user.click(within(question).getByRole('button', { name: '约课' }))
  }
  await takes()
  await screen.findByText('刚才没有收到答复，再点一次')
  isAnswered = true
  await takes()
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('500') }))
  expect(sent.at(-1)?.body).toEqual(sent[1]?.body)
})

test.each([
  [1, ['1号场 19:00–19:30', '2号场 18:30–19:00', '2号场 19:30–20:00'], '最近的空闲时段，点一下就换过去'],
  [2, [], '回到场地另选一段，提交时会核对所有参与人的时间'],
])(
  'a run that is no longer free offers others only where nobody else takes part: %d seats',
  async (seats, offers, caption) => {
    const pendingRange = { courtCode: '2号场', courseDate: tomorrow, beginTimeSlot: 38, endTimeSlot: 39 }
    const chosen = { coachId: '1', stadiumId: '10', date: tomorrow }
    saveDraft({ ...EMPTY_DRAFT, ...chosen, participantsCount: seats, pendingRange })
    open()
    const sheet = await screen.findByRole('dialog', { name: '场地这段时间没有空' })
    expect(within(sheet).getByText(caption)).toBeTruthy()
    const shown = within(sheet)
      .queryAllByText(/^\d号场 \d\d:\d\d–/)
      .map(({ textContent }) => textContent)
    expect(shown.filter((text) => text !== '2号场 19:00–19:30').sort()).toEqual(offers)
  },
)

test('choosing another coach removes the slots and shows a notice', async () => {
  const screenOf = open()
  await chooseRun(screenOf)
  await screenOf.user.click(screen.getByRole('button', { name: '教练，王启明' }))
  await screenOf.user.click(await screen.findByRole('radio', { name: /沈嘉禾/ }))
  expect(screen.getByText('更换教练会清空已选的时段和课程合同')).toBeTruthy()
  await screenOf.user.click(screen.getByRole('button', { name: '选定 沈嘉禾' }))
  expect(screen.getByText('教练已更改，请重新选择时段')).toBeTruthy()
  expect(currentDraft()).toMatchObject({ coachId: '2', stadiumId: '20', slots: [], contractId: null })
})

test('an occupied half-hour is refused until conflicts are allowed, and is then requested', async () => {
  const screenOf = open()
  await screenOf.press('2号场 19:00 至 19:30 已被订')
  expect(screen.getByText('该场地已被占用，可开启"允许冲突"后选择')).toBeTruthy()
  await screenOf.user.click(screen.getByRole('switch', { name: '允许冲突' }))
  await screenOf.press('2号场 19:00 至 19:30 已被订')
  expect(screen.getByText('1 格与场地已有预订冲突')).toBeTruthy()
  await screenOf.user.click(screen.getByRole('button', { name: '提交申请' }))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ useUnavailable: true }))
  expect(sent).toHaveLength(1)
})

test('a press on the player’s own class says so and opens that class', async () => {
  const screenOf = open()
  await screenOf.press('1号场 21:30 至 22:00 我的约课')
  expect(screen.getByText('该时段已有您的约课，不能重复预约')).toBeTruthy()
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('77') }))
})

test('a day that is full, closed or over says so below its grid, and one press leads to the next free day', async () => {
  const all = (status: string) =>
    [36, 37, 38, 39, 40, 41, 42, 43].flatMap((timeIndex) =>
      ['1号场', '2号场'].map((court) => busy(court, timeIndex, status)),
    )
  world.grid = ok(all('COURT_UNAVAILABLE'))
  const shut = open()
  await screen.findByText('当天场地停用，换个日期看看')
  shut.unmount()

  world.grid = ok(all('COURT_OCCUPIED'))
  const { unmount } = open()
  const note = await screen.findByText('当天已约满，换个日期看看')
  expect(screen.getByRole('grid').compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByRole('button', { name: '有空告诉我' })).toBeTruthy()
  unmount()

  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${dayOf(new Date())}T22:10:00+08:00`) })
  saveDraft(EMPTY_DRAFT)
  world.grid = ok([])
  const { user } = open()
  await screen.findByText('今天的时间已过，换个日期看看')
  expect(screen.queryByRole('button', { name: '有空告诉我' })).toBeNull()
  await user.click(screen.getByRole('button', { name: weekdayAndDate(tomorrow) }))
  expect(currentDraft().date).toBe(tomorrow)
})

test('a grid that cannot be fetched shows a failure in its place, and the rest stays usable', async () => {
  world.grid = refused(500, 'unexpected', '')
  const screenOf = open()
  expect(await screen.findByText('场地时间没有取到')).toBeTruthy()
  expect(screen.getByRole('button', { name: '教练，王启明' })).toBeTruthy()
  world.grid = ok([])
  await screenOf.user.click(screen.getByRole('button', { name: '重试' }))
  await screenOf.cell('1号场 18:00 至 18:30 可约')
})

test('without a contract the grid stays readable and the button names what is missing', async () => {
  store('features', { ...ALL_FEATURES, packages: false })
  world.contracts = []
  const screenOf = open()
  await screenOf.cell('1号场 18:30 至 19:00 可约')
  expect(await screen.findByText('没有可用的课时，请教练登记后再约')).toBeTruthy()
  expect(screen.getByRole('button', { name: '联系教练' })).toBeTruthy()
  expect(screen.getByText('缺少合同')).toBeTruthy()
  await screenOf.user.click(await screenOf.main())
  expect(await screen.findByRole('dialog', { name: '联系教练' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /教练主页.*有课包的可以直接购买/ })).toBeTruthy()
  expect(sent).toEqual([])
})

test('without a contract who can buy hours is led to where the coach’s club sells them', async () => {
  store('features', ALL_FEATURES)
  world.contracts = []
  const screenOf = open()
  expect(await screen.findByText('没有可用的课时，购买或请教练登记后再约')).toBeTruthy()
  await screenOf.user.click(screen.getByRole('button', { name: '购买课时' }))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: coachPagePath('1') }))
})

test('without chosen half-hours the button says so and sends nothing', async () => {
  const screenOf = open()
  await screenOf.cell('1号场 18:30 至 19:00 可约')
  await screenOf.user.click(await screenOf.main())
  expect(within(await screen.findByRole('alert')).getByText('请选择时段')).toBeTruthy()
  expect(sent).toEqual([])
})

test('the draft is still there when the page is opened again', async () => {
  const first = open()
  await chooseRun(first)
  first.unmount()
  open()
  expect(await screen.findByText('1号场 18:30–20:00')).toBeTruthy()
})

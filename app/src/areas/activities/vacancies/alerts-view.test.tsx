import { myVacancyAlerts, type Vacancy, type VacancyAlert } from '@paidang/api/areas/activities/vacancies'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ballDetailPath, bookingViewPath, coachesPath } from '../../../paths'
import { readKey } from '../../../platform/read'
import { endSession } from '../../../platform/session'
import { type FakeAnswer, freshCacheWithFeatures, givenServer, givenSession } from '../../../testing/fake-server'
import { held } from '../../../testing/held'
import Taro from '../../../testing/taro'
import { DialogHost } from '../../../ui/dialog-host'
import { ToastHost } from '../../../ui/toast-host'
import { type Subject, useWish } from './alert-button'
import { AlertsView } from './alerts-view'

const vacancy = (over: Partial<Vacancy> = {}): Vacancy => ({
  ...{ day: '2026-11-28', beginTimeSlot: 38, endTimeSlot: 40, selectedCourt: 1, courtName: '2号场', ballId: null },
  ...{ title: null, place: '星湖', isFree: true, toldAt: '2026-11-20T02:00:00.000Z' },
  ...over,
})
const alert = (over: Partial<VacancyAlert> = {}): VacancyAlert => ({
  ...{ id: '7', kind: 'CLASS', coach: { id: '20', nickname: '王启明' }, course: { id: '3', name: '成人私教' } },
  ...{ venue: { id: '2', name: '星湖' }, sport: null, firstDay: '2026-11-20', lastDay: '2026-12-04', weekdays: [6] },
  ...{ beginTimeSlot: 36, endTimeSlot: 44, length: 2, state: 'WAITING', offers: [] },
  ...{ createTime: '2026-11-20T01:00:00.000Z' },
  ...over,
})
const COURT = { kind: 'COURT', coach: null, course: null, sport: 'tennis' } as const
const GAME = { kind: 'GAME', coach: null, course: null, venue: null, sport: 'tennis' } as const
const MINE = '/vacancy-alerts/mine'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T10:00:00+08:00'))
  givenSession('10')
  useWish.setState({ wish: null })
})

function open(client = freshCacheWithFeatures()) {
  render(
    <QueryClientProvider client={client}>
      <AlertsView />
      <ToastHost />
      <DialogHost />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

/** The page with these alerts; anything else is answered as told. */
function show(
  alerts: VacancyAlert[],
  answer: (body: unknown) => FakeAnswer | Promise<FakeAnswer> = () => ({ data: {} }),
) {
  const calls = givenServer(({ path, body }) => (path === MINE ? { data: alerts } : answer(body)))
  const user = open()
  return { user, sent: () => calls.filter(({ path }) => path !== MINE).map(({ path, body }) => ({ path, body })) }
}

test('a card says what is waited for, and one that ended offers nothing more', async () => {
  show([alert(), alert({ id: '8', ...GAME, state: 'EXPIRED', offers: [vacancy({ ballId: '5' })] })])
  await screen.findByText('王启明 · 星湖')
  expect(document.body.textContent).toMatch(/每周六 18:00–22:00.*1 小时.*成人私教.*到 12\.4.*还没有空位，有了会发消息/)
  expect(screen.getByText('已过期')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: '结束提醒' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^报名/ })).toBeNull()
})

test('what becomes free meanwhile moves no press under a finger: it waits until it is asked for', async () => {
  const alerts = [
    alert({ id: '9', ...GAME }),
    alert({ offers: [vacancy()] }),
    alert({ id: '8', ...COURT, firstDay: '2026-11-21', offers: [vacancy({ beginTimeSlot: 40, endTimeSlot: 42 })] }),
  ]
  const { user } = show(alerts)
  const presses = () => screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)
  const [, end] = await screen.findAllByRole('button', { name: '结束提醒' })
  const before = presses()
  alerts[0] = alert({ id: '9', ...GAME, offers: [vacancy({ ballId: '5' })] })
  alerts[1] = alert({ offers: [vacancy({ beginTimeSlot: 42, endTimeSlot: 44 })] })
  if (end) await user.click(end)
  const later = await screen.findByRole('button', { name: '有新的空位，点这里看' })
  // What is gone says so in its place.
  expect(screen.getByText('已被约走')).toBeTruthy()
  expect(presses()).toEqual([...before.filter((name) => name !== '约课 11.28 周六 19:00–20:00'), later.textContent])
  await user.click(later)
  expect(presses()).toEqual(expect.arrayContaining(['约课 11.28 周六 21:00–22:00', '报名 11.28 周六 19:00–20:00']))
  expect(screen.queryByText('已被约走')).toBeNull()
})

test('what became free since an earlier visit is there at once', async () => {
  const cache = freshCacheWithFeatures()
  cache.setQueryData(readKey(['vacancy-alerts'], myVacancyAlerts, '10', {}), [alert()])
  givenServer(() => ({ data: [alert({ offers: [vacancy()] })] }))
  open(cache)
  expect(screen.getByText('还没有空位，有了会发消息')).toBeTruthy()
  expect(await screen.findByRole('button', { name: '约课 11.28 周六 19:00–20:00' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '有新的空位，点这里看' })).toBeNull()
})

const AT = { day: '2026-11-28', beginTimeSlot: 38, selectedCourt: 1 }
const GAME_MADE = { invitationId: null, ballId: '4' }
test.each([
  ['约课', {}, vacancy(), AT, { invitationId: '9', ballId: null }, bookingViewPath('9')],
  ['订场', COURT, vacancy(), AT, GAME_MADE, ballDetailPath('4')],
  ['报名', GAME, vacancy({ ballId: '5', title: '夜场双打' }), { ballId: '5' }, GAME_MADE, ballDetailPath('4')],
])('a press on %s books once, also when it is twice', async (name, kind, offer, body, done, path) => {
  const { released, release } = held()
  const { user, sent } = show([alert({ ...kind, offers: [offer] })], () => released.then(() => ({ data: done })))
  await user.dblClick(await screen.findByRole('button', { name: `${name} 11.28 周六 19:00–20:00` }))
  release()
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: path }))
  expect(sent()).toEqual([{ path: '/vacancy-alerts/book/7', body }])
})

test('before a court is booked one reads that a game is made, what it costs, and what else it needs', async () => {
  show([alert({ ...COURT, offers: [vacancy()] })])
  await screen.findByRole('button', { name: /^订场/ })
  expect(document.body.textContent).toMatch(/建一场不公开的约球，先只有您，不收费.*不足 2 人会自动取消/)
})

test('what is no longer free has no button', async () => {
  show([alert({ offers: [vacancy({ isFree: false })] })])
  await screen.findByText('已被约走')
  expect(screen.queryByRole('button', { name: /^约课/ })).toBeNull()
})

test('who was slower is offered what else is free, and books that with one press', async () => {
  const next = vacancy({ day: '2026-12-05' })
  const taken = { status: 409, code: 'vacancy_taken', msg: '已被约走', about: { next } }
  const { user, sent } = show([alert({ offers: [vacancy()] })], (body) =>
    (body as { day: string }).day === next.day ? { data: { invitationId: '9', ballId: null } } : taken,
  )
  await user.click(await screen.findByRole('button', { name: /^约课/ }))
  const question = await screen.findByRole('alertdialog', { name: '已被约走' })
  expect(question.textContent).toContain('还有 12.5 周六 19:00–20:00，星湖 · 2号场')
  await user.click(within(question).getByRole('button', { name: '约这个' }))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: bookingViewPath('9') }))
  expect(sent().map(({ body }) => (body as { day: string }).day)).toEqual(['2026-11-28', '2026-12-05'])
})

test.each([
  [
    'nothing else is free',
    { status: 409, code: 'vacancy_taken', msg: '已被约走', about: { next: null } },
    /已被约走，再有空位会告诉您/,
  ],
  [
    'its hour has come',
    { status: 409, code: 'vacancy_past', msg: '已过时间', about: { next: null } },
    /已过时间，再有空位会告诉您/,
  ],
  [
    'it is refused otherwise',
    { status: 409, code: 'invitations_too_many', msg: '待确认的约课太多' },
    /待确认的约课太多/,
  ],
])('it is said when %s', async (_when, refusal, text) => {
  const { user } = show([alert({ offers: [vacancy()] })], () => refusal)
  await user.click(await screen.findByRole('button', { name: /^约课/ }))
  expect(await screen.findByText(text)).toBeTruthy()
})

test('an alert is ended, and its last day moved', async () => {
  const { user, sent } = show([alert()])
  await user.click(await screen.findByRole('button', { name: '改截止日期' }))
  const sheet = await screen.findByRole('dialog', { name: '等到哪天' })
  await user.click(within(sheet).getByRole('radio', { name: / 27 日$/ }))
  await user.click(await screen.findByRole('button', { name: '结束提醒' }))
  await waitFor(() =>
    expect(sent()).toEqual([
      { path: '/vacancy-alerts/until/7', body: { lastDay: '2026-12-27' } },
      { path: '/vacancy-alerts/end/7', body: {} },
    ]),
  )
})

test('without alerts the page leads to coaches', async () => {
  const { user } = show([])
  await user.click(await screen.findByRole('button', { name: '找教练' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: coachesPath() })
})

test('after a failure one tries again', async () => {
  let isDown = true
  givenServer(() => (isDown ? { status: 500, code: 'unexpected', msg: '' } : { data: [] }))
  const user = open()
  await screen.findByText('空位提醒没有取到')
  isDown = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('还没有空位提醒')).toBeTruthy()
})

test('a guest is led to the log-in', async () => {
  endSession()
  open()
  expect(await screen.findByRole('button', { name: '登录' })).toBeTruthy()
})

const MANY: Subject = {
  ...{ name: '王启明', kind: 'CLASS', coachId: '20' },
  courses: [
    { id: '3', name: '成人私教', minutes: 60 },
    { id: '4', name: '双人陪练', minutes: 90 },
  ],
  venues: [
    { id: '2', name: '星湖' },
    { id: '5', name: '云杉' },
  ],
}

test('the sheet asks for what was chosen: course with its length, venue, weeks and days of the week', async () => {
  useWish.setState({ wish: { subject: MANY, day: '2026-11-28' } })
  const { user, sent } = show([], () => ({ data: alert() }))
  const sheet = within(await screen.findByRole('dialog', { name: '有空告诉我' }))
  await user.click(sheet.getByRole('button', { name: '双人陪练' }))
  await user.click(sheet.getByRole('button', { name: '云杉' }))
  await user.click(sheet.getByRole('button', { name: '两周内' }))
  await user.click(sheet.getByRole('button', { name: '周日' }))
  await user.dblClick(sheet.getByRole('button', { name: '有空告诉我' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const times = { firstDay: '2026-11-20', lastDay: '2026-12-04', weekdays: [6, 0], beginTimeSlot: 36, endTimeSlot: 44 }
  expect(sent()).toEqual([
    {
      path: '/vacancy-alerts/create',
      body: { kind: 'CLASS', coachId: '20', courseId: '4', stadiumId: '5', ...times, length: 3 },
    },
  ])
})

test('one day of a court is asked for with its sport, and says that a game is made', async () => {
  useWish.setState({ wish: { subject: { name: '星湖', kind: 'COURT', stadiumId: '2' }, day: '2026-11-28' } })
  const { user, sent } = show([], () => ({ data: alert() }))
  const dialog = await screen.findByRole('dialog', { name: '有空告诉我' })
  expect(dialog.textContent).toMatch(/建一场不公开的约球/)
  await user.click(within(dialog).getByRole('button', { name: '羽毛球' }))
  await user.click(within(dialog).getByRole('button', { name: '有空告诉我' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({
    kind: 'COURT',
    stadiumId: '2',
    sport: 'badminton',
    lastDay: '2026-11-28',
    weekdays: [6],
  })
})

test('a week without a day cannot be asked for, and a refusal keeps the sheet', async () => {
  useWish.setState({ wish: { subject: { name: '网球球局', kind: 'GAME', sport: 'tennis' }, day: '2026-11-28' } })
  const { user, sent } = show([], () => ({ status: 409, code: 'alerts_too_many', msg: '最多同时有 5 条空位提醒' }))
  const sheet = within(await screen.findByRole('dialog', { name: '有空告诉我' }))
  await user.click(sheet.getByRole('button', { name: '一周内' }))
  await user.click(sheet.getByRole('button', { name: '周六' }))
  await user.click(sheet.getByRole('button', { name: '有空告诉我' }))
  expect(sent()).toEqual([])
  await user.click(sheet.getByRole('button', { name: '周六' }))
  await user.click(sheet.getByRole('button', { name: '有空告诉我' }))
  await screen.findByText(/最多同时有 5 条空位提醒/)
  expect(screen.getByRole('dialog', { name: '有空告诉我' })).toBeTruthy()
})

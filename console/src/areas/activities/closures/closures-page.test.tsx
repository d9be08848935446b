import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw, shownRows } from '../../../testing/draw'
import { ClosurePage, ClosuresPage, VenueClosuresPage } from './closures-page'

const lesson = {
  ...{ kind: 'class', bookingId: '41', title: '成人私教', courtName: '7号场', beginTimeSlot: 32, endTimeSlot: 35 },
  ...{ coachName: '高远', playerNames: ['Kevin.Z'], sessions: 1.5, fen: 0, waiting: 0 },
}
const preview = {
  ...{ classes: 1, games: 0, sessions: 1.5, fen: 0, waiting: 0, people: 2, begun: [], seen: 'one' },
  bookings: [lesson],
}
const VENUE = {
  ...{ id: '3', name: '星湖网球中心', firstStart: 12, lastStart: 43 },
  courts: [
    { courtIndex: 0, name: '7号场' },
    { courtIndex: 4, name: '8号场' },
  ],
}

const ADMIN = { role: 'company' as const }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-22T13:20:00+08:00'))
})

test('an admin who manages a venue closes it after seeing what that does', async () => {
  const { writes } = draw(<ClosuresPage />, {
    staff: ADMIN,
    answers: {
      'GET /company-closures/venues': { data: [VENUE] },
      'GET /company-closures': { data: [], total: 0 },
      'POST /company-closures/preview': { data: preview },
      'POST /company-closures': { data: { id: '12' } },
    },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: '7号场' }))
  await screen.findByText('1 节，1.5 课时')
  expect(shownRows()).toContainEqual(['16:00–17:30', '7号场', '课', '成人私教', '高远', 'Kevin.Z', '1.5 课时'])
  await userEvent.click(screen.getByRole('button', { name: '闭馆并退回' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('7号场；影响 1 节课（1.5 课时）和 0 场球局')
  await userEvent.click(within(dialog).getByRole('button', { name: '闭馆并退回' }))
  await vi.waitFor(() =>
    expect(writes().filter(([path]) => path === 'POST /company-closures')).toEqual([
      [
        'POST /company-closures',
        {
          ...{ stadiumId: '3', date: '2026-11-22', beginTimeSlot: 27, endTimeSlot: 44, courtIndexes: [0] },
          ...{ reason: 'RAIN', seen: 'one' },
        },
      ],
    ]),
  )
})

test.each([
  ['22:40', 'in the evening'],
  ['23:50', 'just before midnight'],
])('at %s, %s, tomorrow is offered', async (time) => {
  vi.setSystemTime(new Date(`2026-11-22T${time}:00+08:00`))
  draw(<ClosuresPage />, {
    staff: ADMIN,
    answers: {
      'GET /company-closures/venues': { data: [VENUE] },
      'GET /company-closures': { data: [], total: 0 },
    },
  })
  expect(await screen.findByRole('textbox', { name: '日期' })).toHaveProperty('value', '2026-11-23')
  expect([screen.getByText('06:00'), screen.getByText('22:00')]).toHaveLength(2)
})

test('who manages no venue reads why there is nothing to close', async () => {
  draw(<ClosuresPage />, { staff: ADMIN, answers: { 'GET /company-closures/venues': { data: [] } } })
  await screen.findByText('您还不是场馆的管理者；场馆由它的管理者闭馆')
})

const rain = {
  ...{ id: '12', stadiumId: '3', stadiumName: '星湖网球中心', date: '2026-11-22', beginTimeSlot: 28, endTimeSlot: 44 },
  ...{ courtNames: ['7号场'], reason: 'RAIN', madeByName: '许经理', createTime: '2026-11-22T05:21:00.000Z' },
}

test.each([
  ['under way', 0, 4_800, '可以离开这一页，断网也会接着退，每单只退一次。微信退款 1–3 个工作日到账。'],
  ['done', 1, 4_800, '1 单都处理好了。微信退款 1–3 个工作日到账。'],
  ['done, and no money went back', 1, 0, '1 单都处理好了。'],
])('a closure that is %s says so', async (_how, done, fen, text) => {
  const state = done > 0 ? { state: 'DONE', outcome: 'CALLED_OFF' } : { state: 'WAITING', outcome: null }
  const file = {
    ...rain,
    ...{ unlockedAt: null, total: 1, done, failed: 0, sessions: 1.5, sessionsDone: 0, fen, fenDone: 0 },
    items: [{ ...lesson, id: '1', ...state }],
    stillClosed: [],
  }
  const routes = (
    <Routes>
      <Route path="/closures/:id" element={<ClosurePage />} />
    </Routes>
  )
  draw(routes, { at: '/closures/12', staff: ADMIN, answers: { 'GET /company-closures/one/12': { data: file } } })
  await screen.findByText(text)
})

test('a repayment that failed is tried again after a question that names it', async () => {
  const RETRY = 'POST /company-closures/retry/1'
  const file = {
    ...rain,
    ...{ unlockedAt: null, total: 1, done: 0, failed: 1, sessions: 1.5, sessionsDone: 0, fen: 0, fenDone: 0 },
    items: [{ ...lesson, id: '1', state: 'FAILED', outcome: null }],
    stillClosed: [],
  }
  const { writes } = draw(
    <Routes>
      <Route path="/closures/:id" element={<ClosurePage />} />
    </Routes>,
    {
      at: '/closures/12',
      staff: ADMIN,
      answers: { 'GET /company-closures/one/12': { data: file }, [RETRY]: { data: null } },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: '重试' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getAllByText('重试 7号场 16:00–17:30 的「成人私教」？')).not.toHaveLength(0)
  expect(writes()).toEqual([])
  await userEvent.click(question.getByRole('button', { name: '重试' }))
  await screen.findByText('已重新排队')
  expect(writes()).toEqual([[RETRY, null]])
})

test('a closure that concerned nobody says so, and what another one keeps closed', async () => {
  const file = {
    ...rain,
    ...{ unlockedAt: '2026-11-22T05:22:00.000Z', total: 0, done: 0, failed: 0, items: [] },
    ...{ sessions: 0, sessionsDone: 0, fen: 0, fenDone: 0 },
    stillClosed: [{ courtNames: ['7号场'], beginTimeSlot: 36, endTimeSlot: 40 }],
  }
  draw(
    <Routes>
      <Route path="/closures/:id" element={<ClosurePage />} />
    </Routes>,
    { at: '/closures/12', staff: ADMIN, answers: { 'GET /company-closures/one/12': { data: file } } },
  )
  await screen.findByText('没有受影响的课和球局')
  screen.getByText('7号场 18:00–20:00 另有闭馆，仍不开放')
  expect(screen.queryByText(/0 \/ 0/)).toBeNull()
})

test('the list says which closures were opened early', async () => {
  const row = {
    ...rain,
    ...{ unlockedAt: null, total: 0, done: 0, failed: 0 },
  }
  const opened = { ...row, id: '13', unlockedAt: '2026-11-22T05:22:00.000Z' }
  draw(
    <Routes>
      <Route path="/venues/:id/closures" element={<VenueClosuresPage />} />
    </Routes>,
    {
      at: '/venues/3/closures',
      staff: { id: '2', role: 'operator' },
      answers: {
        'GET /admin/closures/venue/3': { data: VENUE },
        'GET /admin/closures': { data: [opened, row], total: 2 },
      },
    },
  )
  await screen.findByText('已提前解锁')
  screen.getByText('已锁定')
  expect(screen.getAllByText('没有受影响的课和球局').length).toBe(2)
})

test('an operator closes a venue from its page, and reads the closure below it', async () => {
  const { writes, address } = draw(
    <Routes>
      <Route path="/venues/:id/closures" element={<VenueClosuresPage />} />
      <Route path="/venues/:venueId/closures/:id" element={null} />
    </Routes>,
    {
      at: '/venues/3/closures',
      staff: { id: '2', role: 'operator' },
      answers: {
        'GET /admin/closures/venue/3': { data: VENUE },
        'GET /admin/closures': { data: [], total: 0 },
        'POST /admin/closures/preview': { data: preview },
        'POST /admin/closures': { data: { id: '12' } },
      },
    },
  )
  await screen.findByRole('heading', { name: '星湖网球中心闭馆' })
  await userEvent.click(await screen.findByRole('checkbox', { name: '8号场' }))
  await screen.findByText('1 节，1.5 课时')
  await userEvent.click(screen.getByRole('button', { name: '闭馆并退回' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '闭馆并退回' }))
  await vi.waitFor(() => expect(address()).toBe('/venues/3/closures/12'))
  expect(writes().map(([path]) => path)).toContain('POST /admin/closures')
})

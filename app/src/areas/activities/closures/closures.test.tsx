import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { coachPagePath } from '../../../paths'
import { freshCacheWithFeatures, givenServer, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { DialogHost } from '../../../ui/dialog-host'
import { ClosuresView } from './closures-view'
import { RebookView } from './rebook-view'

const booking = (over: object = {}) => ({
  ...{ kind: 'class', bookingId: '41', title: '成人私教', courtName: '7号场', beginTimeSlot: 32, endTimeSlot: 35 },
  ...{ coachName: '高远', playerNames: ['Kevin.Z'], sessions: 1.5, fen: 0, waiting: 0 },
  ...over,
})
const GAME = {
  ...{ kind: 'game', bookingId: '9', title: '周日混双局', courtName: '8号场', beginTimeSlot: 39, endTimeSlot: 43 },
  ...{ coachName: null, playerNames: ['吴小满'], sessions: 0, fen: 22_000, waiting: 2 },
}
const previewed = (over: object = {}) => ({
  ...{ classes: 1, games: 1, sessions: 1.5, fen: 22_000, waiting: 2, people: 7, begun: [], seen: 'one' },
  bookings: [booking(), booking(GAME)],
  ...over,
})
const file = (over: object = {}) => ({
  ...{ id: '12', stadiumId: '3', stadiumName: '星湖网球中心', date: '2026-11-22', beginTimeSlot: 28, endTimeSlot: 44 },
  ...{ courtNames: ['7号场', '8号场'], reason: 'RAIN', madeByName: '王启明', createTime: '2026-11-22T05:21:00.000Z' },
  ...{ unlockedAt: null, total: 2, done: 1, failed: 0, sessions: 1.5, sessionsDone: 1.5, fen: 22_000, fenDone: 0 },
  stillClosed: [],
  items: [
    { ...booking(), id: '1', state: 'DONE', outcome: 'CALLED_OFF' },
    { ...booking(GAME), id: '2', state: 'WAITING', outcome: null },
  ],
  ...over,
})
const VENUE = {
  ...{ id: '3', name: '星湖网球中心', address: '', city: '', district: '', phone: null, avatar: null },
  ...{ firstStart: 12, lastStart: 43, approveStatus: 1, venueApproveStatus: 1, isManager: true, waitingRequests: 0 },
  courts: ['7号场', '8号场'].map((name, index) => ({ id: String(index), courtCode: String(index), name, surface: '' })),
  ...{ takenOffAt: null, reason: '', latitude: null, longitude: null },
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-22T13:20:00+08:00'))
  givenSession('20')
})

type Heard = { method: string; path: string; body: unknown }

function open(view: React.ReactNode, answers: (call: Heard) => object) {
  const calls = givenServer((call) => answers(call as Heard) as never)
  render(
    <QueryClientProvider client={freshCacheWithFeatures()}>
      {view}
      <DialogHost />
    </QueryClientProvider>,
  )
  return () => calls.filter(({ path, method }) => method === 'POST' && !path.endsWith('/preview'))
}

test('the manager sees what closing does before the press, and again after somebody booked meanwhile', async () => {
  let isLate = true
  const sent = open(<ClosuresView stadiumId="3" id={undefined} />, ({ path }) => {
    if (path.endsWith('/preview')) return { data: previewed() }
    if (path.startsWith('/stadium-closures?')) return { data: [], total: 0 }
    if (path === '/stadium-closures')
      return isLate ? { status: 409, code: 'closure_outdated', data: previewed() } : { data: file() }
    return { data: [VENUE] }
  })
  await userEvent.click(await screen.findByRole('button', { name: '全部' }))
  await screen.findByText('1 节，1.5 课时')
  expect(screen.getByText('1 场，候补 2 人清空')).toBeTruthy()
  expect(screen.getByText('7 人，含教练')).toBeTruthy()
  expect(screen.getByText('16:00–17:30 7号场')).toBeTruthy()
  const press = async () => {
    await userEvent.click(screen.getByRole('button', { name: '闭馆并退回' }))
    const question = await screen.findByRole('alertdialog', { name: '闭馆并退回？' })
    expect(question.textContent).toContain('星湖网球中心 全部场地，11.22')
    expect(question.textContent).toContain('影响的课1 节，1.5 课时')
    await userEvent.click(within(question).getByRole('button', { name: '闭馆并退回' }))
  }
  await press()
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  isLate = false
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await press()
  await vi.waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[0]?.body).toEqual({
    ...{ stadiumId: '3', date: '2026-11-22', beginTimeSlot: 27, endTimeSlot: 44, courtIndexes: [0, 1] },
    ...{ reason: 'RAIN', seen: 'one' },
  })
})

test('where nothing stands, the courts are only locked', async () => {
  open(<ClosuresView stadiumId="3" id={undefined} />, ({ path }) => {
    if (path.endsWith('/preview'))
      return { data: previewed({ bookings: [], classes: 0, games: 0, begun: [booking({ bookingId: '5' })] }) }
    return path.startsWith('/stadium-closures?') ? { data: [], total: 0 } : { data: [VENUE] }
  })
  await userEvent.click(await screen.findByRole('button', { name: '7号场' }))
  await screen.findByText('这段时间没有课和球局，场地会锁到 22:00')
  expect(screen.getByText('已经开始，不算在内')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '只锁场地' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('星湖网球中心 7号场，11.22')
})

test.each([
  ['22:40', 'in the evening'],
  ['23:50', 'just before midnight'],
])('at %s, %s, tomorrow is offered and today says that it is over', async (time) => {
  vi.setSystemTime(new Date(`2026-11-22T${time}:00+08:00`))
  open(<ClosuresView stadiumId="3" id={undefined} />, ({ path }) =>
    path.startsWith('/stadium-closures?') ? { data: [], total: 0 } : { data: [VENUE] },
  )
  await screen.findByText('06:00')
  expect(screen.getByText('22:00')).toBeTruthy()
  await userEvent.click(screen.getByText('今天'))
  await screen.findByText('今天的开放时间已过，请换一天')
  expect(screen.queryByText('从')).toBeNull()
})

test('progress is seen by row; what failed is tried again, and the courts open once all is done', async () => {
  const failed = file({
    failed: 1,
    items: [
      { ...booking(), id: '1', state: 'DONE', outcome: 'ENDED_BEFORE', sessions: 0 },
      { ...booking(GAME), id: '2', state: 'FAILED', outcome: null },
    ],
  })
  let now: object = failed
  const sent = open(<ClosuresView stadiumId={undefined} id="12" />, ({ method, path }) => {
    if (method === 'POST')
      now = path.includes('retry') ? file({ done: 2 }) : file({ done: 2, unlockedAt: '2026-11-22T06:00:00.000Z' })
    return { data: now }
  })
  await screen.findByText('1 单退款失败，可以重试，平台也会处理')
  expect(screen.getByText('此前已结束')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('2 单都处理好了')
  await userEvent.click(screen.getByRole('button', { name: '提前解锁' }))
  const question = await screen.findByRole('alertdialog', { name: '提前解锁？' })
  await userEvent.click(within(question).getByRole('button', { name: '提前解锁' }))
  await screen.findByText('7号场、8号场，已提前解锁')
  expect(sent().map(({ path }) => path)).toEqual(['/stadium-closures/retry/2', '/stadium-closures/unlock/12'])
})

test('who lost a class is offered the nearest times', async () => {
  const lesson = {
    ...{ id: '41', coachId: '8', courseDesignId: '6', courseDesignName: '成人私教', stadiumId: '3', selectedCourt: 0 },
    ...{ courseDate: '2026-11-22', beginTimeSlot: 38, endTimeSlot: 41, cancelReason: '星湖网球中心下雨闭馆' },
  }
  const place = {
    ...{ differs: 'DAY', coachId: '8', coachName: '高远', stadiumId: '3', stadiumName: '星湖', courtName: '1号场' },
    ...{ selectedCourt: 1, courseDate: '2026-11-23', beginTimeSlot: 38, endTimeSlot: 41 },
  }
  open(<RebookView id="41" />, ({ path }) => (path.endsWith('elsewhere') ? { data: [place] } : { data: lesson }))
  await screen.findByText('11.22 周日 19:00–20:30 的课已取消：星湖网球中心下雨闭馆')
  expect(await screen.findByText('11.23 周一 19:00–20:30')).toBeTruthy()
})

test('who had a trial lesson there is led to its coach, where the next one is asked for', async () => {
  const lesson = {
    ...{ id: '41', coachId: '8', coachName: '高远', trialId: '4', courseDate: '2026-11-22' },
    ...{ beginTimeSlot: 38, endTimeSlot: 40, cancelReason: '星湖网球中心下雨闭馆' },
  }
  const calls = givenServer(() => ({ data: lesson }))
  render(
    <QueryClientProvider client={freshCacheWithFeatures()}>
      <RebookView id="41" />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /重新约体验课/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: coachPagePath('8') })
  expect(screen.queryByText(/最近能约的时间/)).toBeNull()
  expect(calls.filter(({ path }) => path.endsWith('elsewhere'))).toEqual([])
})

test('what another closure keeps closed is said before courts are opened early, and after', async () => {
  const stillClosed = [{ courtNames: ['8号场'], beginTimeSlot: 36, endTimeSlot: 40 }]
  let unlockedAt: string | null = null
  const none = () =>
    file({ total: 0, done: 0, items: [], sessions: 0, sessionsDone: 0, fen: 0, stillClosed, unlockedAt })
  open(<ClosuresView stadiumId={undefined} id="12" />, ({ method }) => {
    if (method !== 'GET') unlockedAt = '2026-11-22T06:00:00.000Z'
    return { data: none() }
  })
  expect(await screen.findByText('没有受影响的课和球局，场地已锁定')).toBeTruthy()
  expect(screen.queryByText('0 / 0')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '提前解锁' }))
  const question = await screen.findByRole('alertdialog', { name: '提前解锁？' })
  expect(question.textContent).toContain('8号场 18:00–20:00 另有闭馆，仍不开放；其余场地可以重新预约')
  await userEvent.click(within(question).getByRole('button', { name: '提前解锁' }))
  expect(await screen.findByText('8号场 18:00–20:00 另有闭馆，仍不开放')).toBeTruthy()
  expect(screen.getByText('没有受影响的课和球局，场地已提前解锁')).toBeTruthy()
})

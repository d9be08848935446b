import type { Arrival, RunningBooking } from '@paidang/api/areas/activities/arrivals'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { givenSession } from '../../../testing/fake-server'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { ArrivalCard } from './arrival-card'
import { RunningCard } from './running-card'

const at = (time: string) => new Date(`2026-11-23T${time}:00+08:00`)
const setClock = (time: string) => vi.setSystemTime(at(time))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  setClock('18:00')
  givenSession('10')
})

const arrival = (over: Partial<Arrival> = {}): Arrival => ({
  releaseFrom: at('18:15').toISOString(),
  isAnybodyThere: false,
  ownAt: null,
  releasedAt: null,
  releasedFrom: null,
  ...over,
})
type Props = Parameters<typeof ArrivalCard>[0]
const card = (over: Partial<Props> = {}) => (
  <ArrivalCard
    kind="class"
    id="7"
    arrival={arrival()}
    startsAt={at('18:00')}
    endsAt={at('19:00')}
    isStanding
    isAmong
    {...over}
  />
)
const button = () => screen.queryByRole('button', { name: '我到了' })

test('who takes part presses 我到了', async () => {
  const calls = givenWorld({ '/course-invitation/arrive/7': () => ({ data: null }) })
  const user = open(card())
  expect(screen.getByText(/^到 18:15 还没有人到场，场馆可以释放场地/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '我到了' }))
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1))
})

test.each<[string, string, Partial<Props>, string | null]>([
  ['too early', '17:29', {}, null],
  ['in time', '17:30', {}, '我到了'],
  ['over', '19:00', {}, null],
  ['cancelled', '18:00', { isStanding: false }, null],
  ['somebody else’s', '18:00', { isAmong: false }, null],
  ['said already', '18:10', { arrival: arrival({ ownAt: at('18:02').toISOString(), isAnybodyThere: true }) }, null],
])('the press of a class that is %s at %s', (_what, time, over, name) => {
  setClock(time)
  givenWorld({})
  open(card(over))
  expect(button()?.textContent ?? null).toBe(name)
})

test('the page says who is there, and what was released and costs', () => {
  givenWorld({})
  open(
    <>
      {card({ arrival: arrival({ ownAt: at('18:02').toISOString(), isAnybodyThere: true }) })}
      {card({ arrival: arrival({ isAnybodyThere: true }), isAmong: false })}
      {card({ kind: 'ball', arrival: arrival({ releasedAt: at('18:40').toISOString(), releasedFrom: 37 }) })}
      {card({ arrival: null })}
    </>,
  )
  expect(screen.getByText('你 18:02 已报到，场地保留')).toBeTruthy()
  expect(screen.getByText('已有人到场，场地保留')).toBeTruthy()
  expect(screen.getByText('开始 15 分钟后无人到场，18:30 起的场地已由场馆释放；球费仍按原规则结算')).toBeTruthy()
  expect(screen.getAllByRole('heading', { name: '到场' })).toHaveLength(2)
})

const running = (id: string, over: Partial<RunningBooking> = {}): RunningBooking => ({
  ...{ kind: 'class', id, title: '成人私教', person: { id: '11', nickname: '陈默', avatar: null }, players: 2 },
  ...{ courtName: `${id}号场`, beginTimeSlot: 36, endTimeSlot: 38 },
  ...{ startsAt: at('18:00').toISOString(), endsAt: at('19:00').toISOString() },
  ...{ isBound: true, arrivedAt: null, releasedAt: null },
  ...over,
})

/** The bookings that are on at venue 3. A released one says so. */
function givenRunning(...bookings: RunningBooking[]) {
  let rows = bookings
  return givenWorld({
    '/court-releases/running/3': () => ({ data: rows }),
    '/court-releases/release': ({ body }) => {
      const { id } = body as { id: string }
      rows = rows.map((row) => (row.id === id ? { ...row, releasedAt: at('18:15').toISOString() } : row))
      return { data: null }
    },
    '/coach-stadium/release-rule/3': () => ({ data: null }),
  })
}
const posted = (calls: ReturnType<typeof givenRunning>) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('a manager releases what nobody took up, after a question that says whose it is and what follows', async () => {
  setClock('18:15')
  const calls = givenRunning(running('1'), running('2', { arrivedAt: at('17:50').toISOString() }))
  const user = open(<RunningCard stadiumId="3" releasesCourts />)
  await screen.findByText('17:50 到场')
  expect(screen.queryByRole('button', { name: '释放 2号场' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '释放 1号场' }))
  await screen.findByText(
    /^成人私教（教练 陈默 · 2 人）还没有人到场。18:00 起的场地空出，别人可以马上约，不能撤回。课时/,
  )
  await user.dblClick(screen.getByRole('button', { name: '释放场地' }))
  await screen.findByText('已释放')
  expect(posted(calls)).toEqual([{ kind: 'class', id: '1' }])
})

test('before minute 15, and for what was booked before the rule, there is nothing to press', async () => {
  setClock('18:14')
  givenRunning(running('1', { kind: 'ball' }), running('2', { isBound: false }))
  open(<RunningCard stadiumId="3" releasesCourts />)
  await screen.findByText('18:15 起可释放')
  expect(screen.getByText('成人私教 · 陈默 发起 · 2 人')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^释放/ })).toBeNull()
})

test('a manager switches the rule on; a failed list can be read again', async () => {
  const calls = givenRunning()
  const user = open(<RunningCard stadiumId="3" releasesCourts={false} />)
  await screen.findByText('现在没有人用场地')
  await user.click(screen.getByRole('switch', { name: '15 分钟无人到场可释放场地' }))
  await waitFor(() => expect(posted(calls)).toEqual([{ isOn: true }]))
})

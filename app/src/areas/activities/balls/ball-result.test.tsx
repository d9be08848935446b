import type { BallResult } from '@paidang/api/areas/activities/ball-results'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToast } from '../../../platform/toast-present'
import { type FakeAnswer, type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import { DialogHost } from '../../../ui/dialog-host'
import { BallView } from './ball-view'
import { emptyForm, formRefusal, mayRecord, playersOf, scoreOf, withPart, withSet } from './parts/ball-result'
import { at, givenBall, givenSeat, PEOPLE } from './testing/given-ball'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('23', '09:00'))
  useToast.setState({ toast: null })
  givenSession('10')
})

const seat = { id: '510', state: 'CONFIRMED' as const, heldUntil: null }
const played = givenBall({
  status: 'FINISHED',
  matchType: 0,
  seats: [givenSeat('20'), givenSeat('10')],
  viewer: { role: 'participant', seat },
})
const result = (over: Partial<BallResult> = {}): BallResult => ({
  id: '3',
  ballId: '1',
  recordedBy: PEOPLE['20'],
  sideA: [PEOPLE['20']],
  sideB: [PEOPLE['10']],
  sets: [
    { a: 6, b: 4 },
    { a: 3, b: 6 },
    { a: 10, b: 8 },
  ],
  winner: 'A',
  state: 'PROPOSED',
  messageId: '77',
  createTime: at('22', '11:00').toISOString(),
  ...over,
})

function open(answerOf: (call: FakeCall) => FakeAnswer | undefined, ball = played) {
  const calls = givenServer((call) => {
    const given = answerOf(call)
    if (given) return given
    return { data: call.path.startsWith('/invitationball/detail') ? ball : null }
  })
  render(
    <QueryClientProvider client={freshCache()}>
      <BallView id="1" />
      <DialogHost />
    </QueryClientProvider>,
  )
  return calls
}
const isResult = ({ path }: FakeCall) => path.startsWith('/invitationball/result/')
const sent = (calls: readonly FakeCall[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => ({ path, body }))

test('a player records the result once, even with two fast presses', async () => {
  let recorded: BallResult | null = null
  const calls = open((call) => {
    if (!isResult(call)) return undefined
    if (call.method === 'POST') recorded = result({ recordedBy: PEOPLE['10'], messageId: null })
    return { data: recorded }
  })
  await userEvent.click(await screen.findByRole('button', { name: '记录比分' }))
  fireEvent.click(await screen.findByRole('button', { name: /请对方确认/ }))
  expect(sent(calls)).toEqual([])
  const more = screen.getByRole('button', { name: '增加第 1 盘我方局数' })
  for (let n = 0; n < 6; n++) fireEvent.click(more)
  const send = screen.getByRole('button', { name: '请对方确认' })
  fireEvent.click(send)
  fireEvent.click(send)
  await screen.findByText('等待对方确认')
  expect(sent(calls)).toEqual([
    { path: '/invitationball/result/1', body: { sideA: ['10'], sideB: ['20'], sets: [{ a: 6, b: 0 }] } },
  ])
})

test('a refusal is shown beside the form, and the input stays', async () => {
  open((call) => {
    if (!isResult(call)) return undefined
    if (call.method === 'POST') return { status: 409, code: 'ball_result_stands', msg: '比分已记录' }
    return { data: null }
  })
  await userEvent.click(await screen.findByRole('button', { name: '记录比分' }))
  fireEvent.click(await screen.findByRole('button', { name: '增加第 1 盘对方局数' }))
  fireEvent.click(screen.getByRole('button', { name: '请对方确认' }))
  await screen.findAllByText('比分已记录')
  expect(screen.getByRole('group', { name: '第 1 盘对方局数' }).textContent).toContain('1')
})

test('the other side reads the sets and agrees', async () => {
  let state: BallResult['state'] = 'PROPOSED'
  const calls = open((call) => {
    if (isResult(call)) return { data: result(state === 'AGREED' ? { state, messageId: null } : {}) }
    if (!call.path.startsWith('/common/messages/approve-pass')) return undefined
    state = 'AGREED'
    return { data: null }
  })
  await screen.findByText('周远航 记录了比分，请你确认')
  expect(screen.getByRole('group', { name: '周远航，6、3、10，胜' })).toBeTruthy()
  expect(screen.getByRole('group', { name: '林知夏，4、6、8，负' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '确认比分' }))
  await screen.findByText('双方已确认，计入等级')
  expect(sent(calls).map(({ path }) => path)).toEqual(['/common/messages/approve-pass/77'])
  expect(screen.queryByRole('button', { name: '比分不对' })).toBeNull()
})

test('a result that nobody answered in 14 days says so, and is not asked about', async () => {
  vi.setSystemTime(at('22', '10:00').getTime() + 14 * 86_400_000 + 1)
  open((call) => (isResult(call) ? { data: result() } : undefined))
  await screen.findByText('球局结束 14 天内没有确认，不计入等级')
  expect(screen.getByText('未确认')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '确认比分' })).toBeNull()
})

test('no result is asked for a future game, or from a reader who does not play', async () => {
  const calls = open(() => undefined, givenBall({ status: 'FINISHED', viewer: { userId: '10' } }))
  await screen.findByText('周六早场')
  await waitFor(() => expect(calls.length).toBeGreaterThan(0))
  expect(calls.filter(isResult)).toEqual([])
  expect(screen.queryByText('比分')).toBeNull()
})

test('a result that could not be fetched says why, and can be fetched again', async () => {
  let isDown = true
  open((call) => {
    if (!isResult(call)) return undefined
    return isDown ? { status: 503, code: 'server_busy', msg: '有点忙，请稍后再试' } : { data: result() }
  })
  await screen.findByText('有点忙，请稍后再试')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('待确认')
})

const NOW = at('23', '09:00')
const four = [givenSeat('20'), givenSeat('11'), givenSeat('99'), givenSeat('10')]
const double = givenBall({ status: 'FINISHED', seats: four })
const single = givenBall({ status: 'FINISHED', matchType: 0, seats: [givenSeat('20'), givenSeat('10')] })
const won = { mine: 6, theirs: 4 }
const lost = { mine: 2, theirs: 6 }

test.each([
  ['a double of four', double, NOW, true],
  ['a single of two', single, NOW, true],
  ['a game to come', givenBall({ seats: four }), NOW, false],
  ['a double of three', givenBall({ status: 'FINISHED', seats: four.slice(1) }), NOW, false],
  ['a game of others', givenBall({ status: 'FINISHED' }), NOW, false],
  ['one that is a week over', double, at('30', '09:00'), false],
  [
    'one to which the reader did not come',
    givenBall({ ...single, seats: [givenSeat('20'), givenSeat('10', { noShowAt: '2026-11-22T02:00:00Z' })] }),
    NOW,
    false,
  ],
] as const)('%s: %#', (_case, ball, now, may) => {
  expect(mayRecord(ball, now)).toBe(may)
})

test('a player who did not come is on no side', () => {
  const seats = [givenSeat('20', { noShowAt: '2026-11-22T02:00:00Z' }), givenSeat('11'), givenSeat('10')]
  expect(playersOf({ seats }).map(({ id }) => id)).toEqual(['11', '10'])
})

test('in singles the other player is the rival, and only the games have to be entered', () => {
  const form = emptyForm(single)
  expect(form.parts).toEqual({ '20': 'rival' })
  expect(formRefusal(single, form)).toBe('每盘都要分出胜负，并有一方赢的盘数更多')
  const filled = { ...form, sets: [won] }
  expect(formRefusal(single, filled)).toBeUndefined()
  expect(scoreOf(single, filled)).toEqual({ sideA: ['10'], sideB: ['20'], sets: [{ a: 6, b: 4 }] })
})

test('in doubles with four the partner determines the rivals; there is at most one partner', () => {
  const form = { ...emptyForm(double), sets: [won, lost, won] }
  expect(formRefusal(double, form)).toBe('请选择一位搭档')
  const first = withPart(double, form, '11', 'mate')
  expect(first.parts).toEqual({ '20': 'rival', '11': 'mate', '99': 'rival' })
  expect(formRefusal(double, first)).toBeUndefined()
  expect(withPart(double, first, '99', 'mate').parts).toEqual({ '20': 'rival', '11': 'rival', '99': 'mate' })
  expect(formRefusal(double, withPart(double, first, '20', 'none'))).toBe('请选择两位对手')
})

test('five sets are the maximum, and equal sets for both sides are no result', () => {
  let form = emptyForm(single)
  for (let n = 0; n < 9; n++) form = withSet(form)
  expect(form.sets).toHaveLength(5)
  expect(formRefusal(single, { ...form, sets: [won, lost] })).toBeTruthy()
})

import { expect, test } from 'vitest'
import { at, givenBall, givenSeat, givenSummary } from '../testing/given-ball'
import { headTags, standingText } from './ball-head'
import { ballTag } from './ball-labels'

const now = at('20', '09:41')
const tags = (over: Parameters<typeof givenBall>[0], when = now) =>
  headTags(givenBall(over), when).map(({ text }) => text)

test('missing players and the end of free leaving are shown below the title', () => {
  expect(tags({})).toEqual(['网球', '双打', '3.0–4.0', '缺 1 人', '明天 08:00 前可退'])
  expect(tags({}, at('21', '12:00')).at(-1)).toBe('退出需有人补位才退款')
  // Who has not agreed to a change may leave free to the start.
  const changed = { viewer: { changedAt: at('20', '10:00').toISOString() } }
  expect(tags(changed, at('21', '12:00')).at(-1)).toBe('同意前可全额退')
  expect(tags({ feeFen: 0, isPublic: false, genderRule: 'FEMALE' })).toEqual([
    '网球',
    '双打',
    '3.0–4.0',
    '仅限女',
    '仅链接',
    '缺 1 人',
  ])
})

test.each([
  [{ status: 'FULL', seatsTaken: 4, feeFen: 0 }, '已满员'],
  [{ status: 'UNPAID' }, '待支付'],
  [{ status: 'FINISHED' }, '已结束'],
  [{ status: 'CANCELLED' }, '已取消'],
] as const)('a game with %j is %s', (over, text) => {
  expect(tags(over).at(-1)).toBe(text)
})

test('a game that has begun is shown as running, in the colour that its card has', () => {
  const [last] = headTags(givenBall(), at('22', '08:00')).slice(-1)
  expect(last?.text).toBe('进行中')
  expect(last).toEqual(ballTag(givenSummary(), { userId: '10', level: null, hasBegun: true }))
})

test('too few players: shows how many are missing, until when, and what happens otherwise', () => {
  const ball = givenBall({ seats: [givenSeat('20'), givenSeat('11', { state: 'HELD' })] })
  expect(standingText(ball, now)).toEqual({
    text: '还差 2 人成局，11.22 04:00 截止（还有 1 天 18 小时），人不够自动取消并全额退款',
    tone: 'wait',
  })
})

test('who has an unpaid seat reads how long it is held, not that the game is full or short of players', () => {
  const viewer = { seat: { id: '9', state: 'HELD' as const, heldUntil: '2026-11-20T01:54:19.000Z' } }
  const ball = { status: 'FULL' as const, seatsTaken: 4, seats: [givenSeat('20')], feeFen: 5_000, viewer }
  expect(tags(ball)).toContain('名额为您保留')
  expect(tags(ball).join()).not.toContain('已满员')
  expect(standingText(givenBall(ball), now)).toEqual({ text: '为您保留 13:19，支付后才算报名', tone: 'wait' })
  expect(standingText(givenBall(ball), at('20', '09:55'))?.text).toContain('还差')
})

test('who is offered a seat of a full game reads that it is kept, until its time is over', () => {
  const offered = { state: 'OFFERED' as const, heldUntil: at('20', '10:11').toISOString() }
  const ball = { status: 'FULL' as const, seatsTaken: 4, viewer: { seat: { id: '9', ...offered } } }
  expect(tags(ball)).toContain('名额为您保留')
  expect(headTags(givenBall(ball), at('20', '10:11')).map(({ text }) => text)).toContain('已满员')
})

test('a full game says how many wait', () => {
  expect(tags({ status: 'FULL', seatsTaken: 4, feeFen: 0, waitingCount: 2 }).at(-1)).toBe('已满员，2 人候补')
})

test('enough players: the game goes ahead, with a countdown to its start', () => {
  expect(standingText(givenBall(), now)).toEqual({ text: '已成局，距开球 1 天 22 小时', tone: 'ok' })
  expect(standingText(givenBall(), at('22', '08:00'))).toBeUndefined()
})

test.each([
  ['INITIATOR', '发起人已取消这场球局，已付的钱全额退回'],
  ['TOO_FEW', '截止时人数不足，已自动取消，已付的钱全额退回'],
  ['UNPAID', '发起人没有按时支付，球局未发布'],
] as const)('a game cancelled with %s shows the reason', (cancelReason, text) => {
  expect(standingText(givenBall({ status: 'CANCELLED', cancelReason }), now)).toEqual({ text, tone: 'bad' })
})

test.each([
  ['INITIATOR', '您已取消这场球局，已付的钱全额退回'],
  ['UNPAID', '您没有按时支付，球局未发布'],
] as const)('whose own game was cancelled with %s is spoken to', (cancelReason, text) => {
  const viewer = { ...givenBall().viewer, role: 'initiator' } as const
  expect(standingText(givenBall({ status: 'CANCELLED', cancelReason, viewer }), now)?.text).toBe(text)
})

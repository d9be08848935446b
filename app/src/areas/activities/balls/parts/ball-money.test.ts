import { expect, test } from 'vitest'
import { at, givenBall, givenOrder, PEOPLE } from '../testing/given-ball'
import { atDeskText, feeSummary, keptText, leaveText, leftText, orderToPay } from './ball-money'

const now = at('20', '09:41')

test('AA shows what each player prepays, and what each pays when the game is full', () => {
  expect(feeSummary(givenBall())).toEqual({
    title: 'AA 费用',
    tail: '赛后按实结算，多退',
    lines: [
      { name: '场地 ¥112 + 用球等 ¥32', value: '共 ¥144' },
      { name: '4 人满员均摊', value: '¥36', strong: true },
      { name: '每人报名预付', value: '¥48' },
    ],
    note: '预付按最少 3 人算，来的人多就退回差额',
  })
})

test('shares that differ by a fen are both shown', () => {
  const { lines } = feeSummary(givenBall({ courtFeeFen: 10_000, extrasFen: 0, minPlayers: 3, maxPlayers: 3 }))
  expect(lines).toContainEqual({ name: '3 人满员均摊', value: '¥33.33–33.34', strong: true })
})

test('after the game the cost of each player is shown', () => {
  const words = feeSummary(givenBall({ status: 'FINISHED', sharesFen: [4800, 4800, 4800] }))
  expect(words.tail).toBe('已按实结算')
  expect(words.lines.at(-1)).toEqual({ name: '3 人均摊', value: '¥48', strong: true })
})

test.each([
  ['FINISHED', '已按实结算'],
  ['CANCELLED', '已取消，全额退款'],
] as const)('of a game that is %s, who did not play reads no promise about its money', (status, tail) => {
  const words = feeSummary(givenBall({ status, sharesFen: null }))
  expect(words).toMatchObject({ tail, note: undefined })
})

test('money that waits at the front desk is named until it was fetched', () => {
  const refund = { id: '1', reason: '', createTime: '', doneTime: null, amountFen: 1_200 }
  const desk = { ...refund, target: 'OFFLINE', state: 'WAITING' } as const
  expect(atDeskText({ refunds: [desk, { ...refund, target: 'SOURCE', state: 'WAITING' }] })).toBe('¥12 请到前台领取')
  expect(atDeskText({ refunds: [{ ...desk, state: 'DONE' }] })).toBeUndefined()
  expect(atDeskText(null)).toBeUndefined()
})

test('who left late reads that their money waits for a replacement, until it is back or the game is over', () => {
  const paid = { state: 'PAID', method: 'CARD' } as const
  const kept = (over: object, ball: object = {}) =>
    keptText(givenBall({ ...ball, viewer: { order: givenOrder({ ...paid, ...over }) } }))
  expect(kept({})).toBe('你已退出，有人补上名额后退回 ¥48')
  expect(kept({ refundedFen: 4_800 })).toBeUndefined()
  expect(kept({ state: 'UNPAID' })).toBeUndefined()
  for (const status of ['FINISHED', 'CANCELLED']) expect(kept({}, { status })).toBeUndefined()
  const seat = { id: '510', state: 'CONFIRMED' as const, heldUntil: null }
  expect(keptText(givenBall({ viewer: { seat, order: givenOrder(paid) } }))).toBeUndefined()
})

test('an invited player pays nothing, and a game without costs is free', () => {
  expect(feeSummary(givenBall({ feeMode: 'INITIATOR', feeFen: 0 }))).toMatchObject({ tail: '发起人请客' })
  expect(feeSummary(givenBall({ courtFeeFen: 0, extrasFen: 0, feeFen: 0 }))).toMatchObject({ tail: '免费', lines: [] })
})

const leave = (over: object) => ({
  isFree: true,
  freeUntil: at('21', '08:00').toISOString(),
  paidFen: 4800,
  refundFen: 4800,
  ...over,
})

test('leaving in time returns everything: to the card that paid, or where the player chooses', () => {
  const byCard = leaveText(givenBall({ viewer: { leave: leave({}), order: givenOrder({ method: 'CARD' }) } }), now)
  expect(byCard).toMatchObject({ line: '明天 08:00 之前退出，全额退款', asksTarget: false })
  expect(byCard?.facts).toContainEqual({ name: '退到', value: '储值卡，立即到账' })
  const byWechat = leaveText(givenBall({ viewer: { leave: leave({}), order: givenOrder({ method: 'WECHAT' }) } }), now)
  expect(byWechat).toMatchObject({ tone: 'ok', asksTarget: true })
})

test.each([
  ['by card', { leave: leave({}), order: givenOrder({ method: 'CARD' }) }, undefined, '退出成功，¥48 已退回储值卡'],
  ['to a card', { leave: leave({}), order: givenOrder({ method: 'WECHAT' }) }, 'CARD', '退出成功，¥48 已退回储值卡'],
  [
    'to its source',
    { leave: leave({}), order: givenOrder({ method: 'WECHAT' }) },
    'SOURCE',
    '退出成功，¥48 将原路退回',
  ],
  ['late', { leave: leave({ isFree: false, refundFen: 0 }) }, undefined, '退出成功，有人补位后退款'],
  ['for nothing', { leave: leave({ paidFen: 0, refundFen: 0 }) }, undefined, '退出成功'],
  ['without a seat', {}, undefined, '退出成功'],
  ['who only had asked to play', { requestStatus: 0 }, undefined, '申请已撤回'],
] as const)('a player who left reads what happens to the money: %s', (_how, viewer, refundTo, words) => {
  expect(leftText(givenBall({ viewer }).viewer, refundTo)).toBe(words)
})

test('leaving late says that nothing comes back until somebody takes the seat', () => {
  const words = leaveText(givenBall({ viewer: { leave: leave({ isFree: false, refundFen: 0 }) } }), at('21', '12:00'))
  expect(words).toMatchObject({ tone: 'wait', asksTarget: false })
  expect(words?.line).toBe('今天 08:00 之后退出，要有人补上你的名额才退款')
  expect(words?.facts).toEqual([
    { name: '已付', value: '¥48' },
    { name: '现在退回', value: '¥0' },
  ])
})

test('a player who paid nothing leaves without cost, and a player without a seat cannot leave', () => {
  const words = leaveText(givenBall({ viewer: { leave: leave({ paidFen: 0, refundFen: 0 }) } }), now)
  expect(words).toMatchObject({ facts: [], asksTarget: false })
  expect(leaveText(givenBall(), now)).toBeUndefined()
})

test('an order can be paid while its time lasts, also for a seat proposed to the player', () => {
  expect(orderToPay(givenBall({ viewer: { order: givenOrder() } }), now)?.id).toBe('70')
  expect(orderToPay(givenBall({ viewer: { order: givenOrder() } }), at('20', '09:56'))).toBeUndefined()
  expect(orderToPay(givenBall({ viewer: { order: givenOrder({ state: 'PAID' }) } }), now)).toBeUndefined()
  const proposal = {
    id: '8',
    kind: 'SWAP' as const,
    out: null,
    in: PEOPLE['10'],
    hasOutAgreed: true,
    hasInAgreed: true,
  }
  expect(orderToPay(givenBall({ proposals: [{ ...proposal, order: givenOrder({ id: '71' }) }] }), now)?.id).toBe('71')
})

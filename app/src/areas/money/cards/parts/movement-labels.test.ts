import { expect, test } from 'vitest'
import { givenMovement, TOP_UP } from '../testing/given-cards'
import { groupByMonth, movementLink, movementText } from './movement-labels'

const NOW = new Date('2026-11-21T12:00:00+08:00')
const withDate = (movement: typeof TOP_UP) => ({ ...movement, at: new Date(movement.createTime) })
const REFUND = givenMovement(3, {
  kind: 'REFUND',
  amountFen: 4_050,
  principalChange: 4_000,
  giftChange: 50,
  reason: '球局取消',
})
const WITHDRAW = givenMovement(4, {
  kind: 'WITHDRAW',
  amountFen: -52_000,
  principalChange: -50_000,
  giftChange: -2_000,
  reason: '七日内无理由退款',
  order: TOP_UP.order,
})
const ADJUST = givenMovement(5, {
  kind: 'ADJUST',
  amountFen: 0,
  principalChange: -100,
  giftChange: 100,
  reason: '客服更正',
  order: null,
})

test.each([
  [TOP_UP, ['充值'], ['10.12 10:00', '含赠送 ¥20'], '+520', true],
  [givenMovement(2), ['消费', '固定双打老友局'], ['11.20 09:36'], '−55', false],
  [REFUND, ['退款', '固定双打老友局'], ['11.20 09:36', '含赠送 ¥0.50', '球局取消'], '+40.50', true],
  [WITHDRAW, ['充值退款'], ['11.20 09:36', '含赠送 ¥20', '七日内无理由退款'], '−520', false],
  [
    { ...WITHDRAW, reason: '前台登记有误，已冲正' },
    ['冲正'],
    ['11.20 09:36', '含赠送 ¥20', '前台登记有误，已冲正'],
    '−520',
    false,
  ],
  [ADJUST, ['调整'], ['11.20 09:36', '含赠送 ¥1', '客服更正'], '0', false],
] as const)('$0.kind', (movement, what, who, amount, gain) => {
  expect(movementText(withDate(movement), NOW)).toMatchObject({ what, who, amount, gain, balance: '余额 ¥800' })
})

test.each([
  ['ball', '看这场球局', '/bookingBall/pages/ballDetail/index?id=9', 'ball'],
  ['stringing', '看这个订单', '/threading/pages/threading_order/index?id=9', 'racket'],
  ['shop', '看这个订单', '/shop/pages/order/index?id=9', 'card'],
] as const)('what was paid for %s leads there', (kind, text, path, icon) => {
  const movement = givenMovement(2, { order: { id: '31', title: '暴力 98 穿线', object: { kind, id: '9' } } })
  expect(movementLink(movement)).toEqual({ text, path })
  expect(movementText(withDate(movement), NOW)).toMatchObject({ what: ['消费', '暴力 98 穿线'], icon })
})

test('the movements of the card itself lead nowhere', () => {
  expect(movementLink(TOP_UP)).toBeUndefined()
  expect(movementLink(ADJUST)).toBeUndefined()
})

test('movements are listed under their month in Shanghai', () => {
  const last = givenMovement(2, { createTime: '2026-10-31T16:00:00.000Z' })
  const first = givenMovement(1, { createTime: '2026-10-31T15:59:59.000Z' })
  const groups = groupByMonth([givenMovement(3), last, first].map(withDate))
  expect(groups.map(({ month, movements }) => [month, movements.map(({ seq }) => seq)])).toEqual([
    ['2026-11', [3, 2]],
    ['2026-10', [1]],
  ])
})

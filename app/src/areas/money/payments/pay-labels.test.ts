import type { Refund } from '@paidang/api/areas/money/payments'
import { expect, test } from 'vitest'
import { NOTIFY_WAYS, notifyOf } from '../../views/cashier/simulated-data'
import { givenCard, givenOrder, inMinutes, NOW } from '../../views/cashier/testing/given-order'
import { furthest, pollDelay } from './order-data'
import {
  cardChoices,
  closedLine,
  DESK_KEY,
  giveUpLine,
  methodOf,
  paidHead,
  refundRule,
  refundText,
  timeLeft,
  WECHAT_KEY,
} from './pay-labels'

test.each([
  [12, '12:00'],
  [0.51, '0:31'],
  [1 / 60, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
  [60, '1:00:00'],
  [65.5, '1:05:30'],
])('%s minutes are shown as %s', (minutes, text) => {
  expect(timeLeft(inMinutes(minutes), NOW)).toBe(text)
})

test('a started second counts as a whole one', () => {
  expect(timeLeft(new Date(NOW.getTime() + 1).toISOString(), NOW)).toBe('0:01')
})

test('each card shows its balance, and whether that is enough; cards of the same name show their last digits', () => {
  const rich = givenCard()
  const poor = givenCard({ id: '10', cardNo: '8600000000000010', balanceFen: 4799 })
  expect(cardChoices(givenOrder(), [rich])).toEqual([
    { key: '9', title: '拍档储值卡', note: '余额 ¥100', isShort: false },
  ])
  expect(cardChoices(givenOrder(), [rich, poor])).toEqual([
    { key: '9', title: '拍档储值卡 尾号 0009', note: '余额 ¥100', isShort: false },
    { key: '10', title: '拍档储值卡 尾号 0010', note: '余额 ¥47.99', isShort: true },
  ])
  expect(cardChoices(givenOrder({ amountFen: 10_000 }), [rich])).toMatchObject([{ isShort: false }])
})

test('no card can pay a top-up', () => {
  expect(cardChoices(givenOrder({ kind: 'CARD_TOP_UP' }), [givenCard()])).toEqual([])
})

test('the first card with enough money is preselected, else WeChat Pay; a choice stays while it can pay', () => {
  const choice = (key: string, isShort: boolean) => ({ key, title: '', note: '', isShort })
  const others = [WECHAT_KEY, DESK_KEY] as const
  expect(methodOf(undefined, [choice('1', true), choice('2', false)], others)).toBe('2')
  expect(methodOf(undefined, [choice('1', true)], others)).toBe(WECHAT_KEY)
  expect(methodOf(WECHAT_KEY, [choice('2', false)], others)).toBe(WECHAT_KEY)
  expect(methodOf('3', [choice('2', false), choice('3', false)], others)).toBe('3')
  expect(methodOf('3', [choice('2', false), choice('3', true)], others)).toBe('2')
  // What the deployment does not have is never chosen.
  expect(methodOf(WECHAT_KEY, [], [DESK_KEY])).toBe(DESK_KEY)
  expect(methodOf(undefined, [choice('1', true)], [])).toBeUndefined()
})

test('an older answer never makes a settled order unpaid again', () => {
  const [unpaid, paid] = [givenOrder(), givenOrder({ state: 'PAID' })]
  expect(furthest(undefined, unpaid)).toBe(unpaid)
  expect(furthest(unpaid, paid)).toBe(paid)
  expect(furthest(paid, unpaid)).toBe(paid)
  const refunded = givenOrder({ state: 'PAID', refundedFen: 4800 })
  expect(furthest(paid, refunded)).toBe(refunded)
})

test('polling slows down, but never below once every 10 s', () => {
  expect([0, 19_999, 20_000, 119_999, 120_000, 3_600_000].map(pollDelay)).toEqual([
    2000, 2000, 5000, 5000, 10_000, 10_000,
  ])
})

test('each kind of order says what is refunded, and what is lost when it is cancelled', () => {
  expect(refundRule({ kind: 'BALL_SEAT' })).toBe('开球前 24 小时免费退出，之后有人补位才退款；球局取消全额退款')
  expect(refundRule({ kind: 'BALL_PUBLISH' })).toBe('支付后立即发布。人数不足或你取消球局，全额退款')
  expect(refundRule({ kind: 'CARD_TOP_UP' })).toBe('支付后立即到账，7 日内可无理由退未用的本金')
  expect(refundRule({ kind: 'STRINGING' })).toBe('穿线开始前可免费取消，全额退款')
  expect(refundRule({ kind: 'SHOP' })).toBe('发货前可取消，全额退款')
  expect(giveUpLine(givenOrder({ kind: 'STRINGING' }))).toBe('订单会关闭，为你留的球线会放回')
  expect(giveUpLine(givenOrder({ kind: 'SHOP' }))).toBe('订单会关闭，为你留的商品会放回')
  expect(giveUpLine(givenOrder({ kind: 'BALL_SWAP' }))).toBe('名额会让给别人，之后可以再报名')
  expect(giveUpLine(givenOrder({ kind: 'BALL_PUBLISH' }))).toBe('球局不会发布，占用的场地会释放')
})

test.each([
  ['BALL_SEAT', true, '超过支付时间，名额已释放'],
  ['BALL_SEAT', false, '名额已释放，没有扣款'],
  ['BALL_PUBLISH', true, '超过支付时间，球局没有发布'],
  ['CARD_TOP_UP', true, '超过支付时间，可以重新充值'],
  ['CARD_TOP_UP', false, '没有扣款，可以重新充值'],
  ['STRINGING', true, '超过支付时间，可以重新下单'],
  ['SHOP', false, '没有扣款，可以重新下单'],
] as const)('a closed %s (past: %s) says %s', (kind, isPast, line) => {
  expect(closedLine(givenOrder({ kind, refunds: [] }), isPast)).toBe(line)
})

test('money that the desk took is never said not to have been paid: giving up says where it lies, and so does the closed order', () => {
  const kind = 'CARD_TOP_UP'
  const waits = givenOrder({ kind, amountFen: 50_000, refunds: [], isEnteredAtDesk: true })
  expect(giveUpLine(waits)).toBe(
    '前台已登记收款 ¥500，放弃后不会自动退回，请到前台取回。这次充值不会生效，之后可以再充',
  )
  for (const isPast of [true, false]) {
    expect(closedLine(waits, isPast)).toBe('前台登记过收款 ¥500，请到前台取回')
    const ended = givenOrder({ kind, amountFen: 50_000, refunds: [], wasEnteredAtDesk: true })
    expect(closedLine(ended, isPast)).toBe('前台登记的收款 ¥500 没有生效，付过的钱请到前台取回')
  }
})

test('money for hours that came too late is back in full, and says so', () => {
  const refund = {
    id: '1',
    amountFen: 760_000,
    reason: '订单已关闭',
    target: 'SOURCE',
    createTime: inMinutes(0),
  } as const
  const late = (state: 'DONE' | 'WAITING') =>
    givenOrder({
      ...{ kind: 'COURSE', state: 'CLOSED', expiresAt: inMinutes(-2), closedAt: inMinutes(-1) },
      refunds: [{ ...refund, state, doneTime: null }],
    })
  expect(closedLine(late('DONE'), true)).toBe('这笔支付超时了，¥7,600 已原路退回')
  expect(closedLine(late('WAITING'), true)).toBe('这笔支付超时了，¥7,600 正在原路退回')
  expect(closedLine({ ...late('DONE'), closedAt: inMinutes(-3) }, true)).toBe('收到的钱会退回，见下方退款')
})

test('a refund is shown with its destination and progress', () => {
  expect(refundText({ state: 'DONE', target: 'CARD' })).toBe('已退回储值卡')
  expect(refundText({ state: 'DONE', target: 'CORRECTION' })).toBe('没有收到付款，不退款')
  expect(refundText({ state: 'PROCESSING', target: 'SOURCE' })).toBe('退回原支付方式，处理中')
  expect(refundText({ state: 'STUCK', target: 'SOURCE' })).toBe('退回原支付方式，需人工处理，客服会跟进')
})

test('a paid order counts as refunded once the money is there, not while it waits or is on its way', () => {
  const refund = (amountFen: number, target: Refund['target'], state: Refund['state']): Refund => ({
    id: '1',
    reason: '退出球局',
    amountFen,
    target,
    state,
    createTime: inMinutes(0),
    doneTime: state === 'DONE' ? inMinutes(1) : null,
  })
  const head = (...refunds: Refund[]) => {
    const refundedFen = refunds.reduce((sum, { amountFen }) => sum + amountFen, 0)
    return paidHead({ amountFen: 4800, refundedFen, refunds })
  }
  expect(head(refund(1200, 'OFFLINE', 'WAITING'))).toEqual({ title: '支付成功', amountFen: 4800 })
  expect(head(refund(4800, 'OFFLINE', 'WAITING'))).toEqual({ title: '待到前台领取', amountFen: 4800 })
  const parts = [refund(1200, 'OFFLINE', 'DONE'), refund(3600, 'OFFLINE', 'WAITING')]
  expect(head(...parts)).toEqual({ title: '待到前台领取', amountFen: 3600 })
  expect(head(refund(4800, 'SOURCE', 'PROCESSING'))).toEqual({ title: '退款处理中', amountFen: 4800 })
  expect(head(refund(4800, 'OFFLINE', 'DONE'))).toEqual({ title: '已全额退款', amountFen: 4800 })
})

test('the notification of a simulated payment is delivered at once, late, three times or never', () => {
  expect(NOTIFY_WAYS.map(notifyOf)).toEqual([undefined, { delaySeconds: 30 }, { times: 3 }, { times: 0 }])
})

test('an order whose payment was entered by mistake says that nothing was paid', () => {
  const refund = {
    id: '1',
    amountFen: 5_000,
    reason: '前台登记有误，已冲正',
    target: 'CORRECTION',
    state: 'DONE',
  } as const
  const refunds = [{ ...refund, createTime: '2026-05-01T04:00:00.000Z', doneTime: '2026-05-01T04:00:00.000Z' }]
  expect(paidHead({ amountFen: 5_000, refundedFen: 5_000, refunds }).title).toBe('已冲正，没有付款')
  const closed = {
    kind: 'COURSE',
    closedAt: '2026-05-01T03:00:00.000Z',
    expiresAt: '2026-05-01T02:00:00.000Z',
  } as const
  const asked = { amountFen: 5_000, isEnteredAtDesk: false, wasEnteredAtDesk: false }
  expect(closedLine({ ...closed, ...asked, refunds }, false)).toBe('前台登记有误，没有收到付款')
})

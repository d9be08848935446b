import { expect, test } from 'vitest'
import { givenOrder as givenPayment, inMinutes, NOW } from '../../../views/cashier/testing/given-order'
import { givenPaidOrder, givenReceivedOrder, givenSentOrder, givenShopOrder } from '../testing/given-shop'
import { cancelFacts, minutesToPay, orderHead, orderSteps, orderTabOf, orderTag, refundHindrance } from './order-labels'

/** A payment that staff entered by mistake, and took back. */
const givenCorrected = () =>
  givenPayment({
    refundedFen: 89_900,
    refunds: [
      {
        id: '1',
        amountFen: 89_900,
        reason: '前台登记有误，已冲正',
        target: 'CORRECTION',
        state: 'DONE',
        createTime: inMinutes(0),
        doneTime: inMinutes(0),
      },
    ],
  })

test.each([
  ['one that waits for money', givenShopOrder(), '等待付款', '请在 12 分钟内付款，超时自动取消'],
  [
    'the last begun minute',
    givenShopOrder({ expiresAt: inMinutes(0.2) }),
    '等待付款',
    '请在 1 分钟内付款，超时自动取消',
  ],
  [
    'the very moment of its end',
    givenShopOrder({ expiresAt: inMinutes(0) }),
    '付款时间已过',
    '订单即将关闭，商品放回库存',
  ],
  ['a paid one', givenPaidOrder(), '等待发货', '11.20 周五 09:58 已付款，发货前可以取消'],
  ['a sent one', givenSentOrder(), '商品在路上', '11.30 周一 10:00 自动确认收货'],
  ['a received one', givenReceivedOrder(), '订单已完成', '11.27 周五 10:00 前可以申请退款'],
  ['one received long ago', givenReceivedOrder({ returnBy: inMinutes(0) }), '订单已完成', '已过退货时间'],
  [
    'one that waits for an answer',
    givenSentOrder({ refundChoice: 'ASKED' }),
    '退款申请处理中',
    '商家处理后会发消息给你',
  ],
  ['one given up', givenShopOrder({ status: 'CLOSED', endedAt: inMinutes(0) }), '订单已关闭', '订单已取消，没有扣款'],
  [
    'one not paid in time',
    givenShopOrder({ status: 'CLOSED', expiresAt: inMinutes(-1), endedAt: inMinutes(-1) }),
    '订单已关闭',
    '超过付款时间，商品已放回库存',
  ],
  [
    'one whose money went back',
    givenPaidOrder({ status: 'REFUNDED', order: givenPayment({ refundedFen: 89_900 }) }),
    '已退款',
    '退回 ¥899',
  ],
  [
    'one whose money never came',
    givenPaidOrder({ status: 'REFUNDED', order: givenCorrected(), isCorrected: true }),
    '已冲正',
    '前台登记有误，没有收到付款，订单已结束',
  ],
  [
    'one whose money waits at the front desk',
    givenPaidOrder({
      status: 'REFUNDED',
      order: givenPayment({
        refundedFen: 89_900,
        refunds: [
          {
            id: '1',
            amountFen: 89_900,
            reason: '不想要了',
            target: 'OFFLINE',
            state: 'WAITING',
            createTime: inMinutes(0),
            doneTime: null,
          },
        ],
      }),
    }),
    '待到前台领取',
    '退回 ¥899',
  ],
])('the head of %s', (_case, order, title, line) => {
  expect(orderHead(order, NOW)).toEqual({ title, line })
})

test.each([
  [
    givenShopOrder(),
    [
      ['提交订单', 'done'],
      ['待付款', 'current'],
      ['待发货', 'todo'],
      ['待收货', 'todo'],
    ],
  ],
  [
    givenSentOrder(),
    [
      ['提交订单', 'done'],
      ['已付款', 'done'],
      ['已发货', 'done'],
      ['待收货', 'current'],
    ],
  ],
  [
    givenShopOrder({ status: 'CLOSED', endedAt: inMinutes(0) }),
    [
      ['提交订单', 'done'],
      ['已关闭', 'done'],
    ],
  ],
  [
    givenPaidOrder({ status: 'REFUNDED', endedAt: inMinutes(0) }),
    [
      ['提交订单', 'done'],
      ['已付款', 'done'],
      ['已退款', 'done'],
    ],
  ],
  [
    givenPaidOrder({ status: 'REFUNDED', endedAt: inMinutes(0), order: givenCorrected(), isCorrected: true }),
    [
      ['提交订单', 'done'],
      ['前台登记收款', 'done'],
      ['已冲正', 'done'],
    ],
  ],
])('the steps of an order show what is done, what it waits for, and what is to come', (order, steps) => {
  expect(orderSteps(order).map(({ text, state }) => [text, state])).toEqual(steps)
})

test('a sent order shows its carrier, and the time of each step', () => {
  const sent = orderSteps(givenSentOrder()).find(({ key }) => key === 'sent')
  expect(sent).toMatchObject({ remark: '顺丰速运', time: '11.20 09:59' })
})

test('a requested return is shown before the status', () => {
  expect(orderTag(givenSentOrder({ refundChoice: 'ASKED' }))).toEqual({ text: '退款处理中', kind: 'wait' })
  expect(orderTag(givenSentOrder())).toEqual({ text: '待收货', kind: 'info' })
  const ended = { status: 'REFUNDED', refundChoice: 'NONE' } as const
  expect(orderTag(ended).text).toBe('已退款')
  expect(orderTag({ ...ended, isCorrected: true }).text).toBe('已冲正')
})

test.each([
  ['a sent one', givenSentOrder(), undefined],
  ['one that waits for an answer', givenSentOrder({ refundChoice: 'ASKED' }), '申请处理中'],
  ['one that was denied', givenSentOrder({ refundChoice: 'DENIED' }), undefined],
  ['the last moment of the seven days', givenReceivedOrder({ receivedAt: inMinutes(-7 * 24 * 60 + 1) }), undefined],
  ['the moment after', givenReceivedOrder({ receivedAt: inMinutes(-7 * 24 * 60) }), '已过退货时间'],
])('whether goods of %s can be returned', (_case, order, hindrance) => {
  expect(refundHindrance(order, NOW)).toBe(hindrance)
})

test('the cancellation shows the refund: nothing for an unpaid order, everything for a paid one', () => {
  expect(cancelFacts(givenShopOrder()).facts).toEqual([{ name: '需要支付', value: '¥0' }])
  expect(cancelFacts(givenPaidOrder()).facts).toEqual([
    { name: '退回', value: '¥899' },
    { name: '退到', value: '原储值卡，立即到账' },
  ])
  const atDesk = givenPaidOrder({ order: givenPayment({ state: 'PAID', method: 'OFFLINE' }) })
  expect(cancelFacts(atDesk).facts[1]).toEqual({ name: '退到', value: '凭订单号到前台领取' })
})

test('an address names a tab, otherwise all orders are shown', () => {
  expect(['unpaid', 'refund', 'nonsense', undefined].map(orderTabOf)).toEqual(['unpaid', 'refund', 'all', 'all'])
})

test('started minutes to pay count, and never fall below zero', () => {
  expect([inMinutes(12), inMinutes(0.5), inMinutes(-5)].map((expiresAt) => minutesToPay({ expiresAt }, NOW))).toEqual([
    12, 1, 0,
  ])
})

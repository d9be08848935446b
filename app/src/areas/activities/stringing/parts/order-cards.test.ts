import { expect, test } from 'vitest'
import { at, givenStep, givenStringing, givenUnpaid, NOW, STEPS } from '../testing/given-job'
import { timelineOf } from './order-cards'

const states = (order: ReturnType<typeof givenStringing>) =>
  timelineOf(order, NOW).map(({ text, state }) => `${text} ${state}`)

test('a job on the machine shows past steps with times and remarks, the current step, and future ones', () => {
  expect(timelineOf(givenStringing(), NOW)).toMatchObject([
    { text: '已下单', state: 'done', time: '11.20 08:00', remarks: ['储值卡支付 ¥263', '商家已接单'] },
    {
      text: '已收拍',
      state: 'done',
      time: '11.20 09:00',
      remarks: ['检查：护线管 2 处磨损'],
      photos: ['/aaapi/files/private/rackets/1.webp?until=1&sign=a'],
    },
    { text: '穿线中', state: 'current', time: '11.20 09:30', remarks: ['主线完成'] },
    { text: '待取拍', state: 'todo', time: '预计 今天 17:30', remarks: [] },
    { text: '已完成', state: 'todo', time: undefined },
  ])
})

test('an order that waits for its payment or its racket is at its first step', () => {
  expect(states(givenUnpaid())[0]).toBe('已下单 current')
  expect(timelineOf(givenUnpaid(), NOW)[0]?.remarks).toEqual(['等待付款'])
  expect(states(givenStringing({ status: 'PAID', steps: STEPS.slice(0, 2) }))).toEqual([
    '已下单 current',
    '已收拍 todo',
    '穿线中 todo',
    '待取拍 todo',
    '已完成 todo',
  ])
})

test('a finished job is done in all its steps, and shows its tracking number', () => {
  const steps = [
    ...STEPS,
    givenStep({ action: 'ready', status: 'READY', time: at('20', '16:00') }),
    givenStep({ action: 'handOver', status: 'COMPLETED', time: at('20', '18:00') }),
  ]
  const order = givenStringing({ status: 'COMPLETED', steps, trackingNo: 'SF123' })
  expect(new Set(timelineOf(order, NOW).map(({ state }) => state))).toEqual(new Set(['done']))
  expect(timelineOf(order, NOW)[4]).toMatchObject({ time: '11.20 18:00', remarks: ['运单号 SF123'] })
})

test('an order refunded by operators says what happened, and that its racket is given back', () => {
  const refund = { action: 'refund', actor: 'OPERATOR', status: 'CANCELLED' } as const
  const refunded = givenStep({ ...refund, remark: '球拍损坏：拍框断裂', time: at('20', '09:40') })
  const order = { status: 'CANCELLED' as const, cancelReason: 'PLATFORM' as const, steps: [...STEPS, refunded] }
  const waiting = givenStringing({ ...order, isInShop: true })
  expect(timelineOf(waiting, NOW).slice(-2)).toMatchObject([
    { text: '已取消', time: '11.20 09:40', remarks: ['平台核实后已全额退款', '球拍损坏：拍框断裂'] },
    { text: '退还球拍', state: 'current' },
  ])
  expect(timelineOf(givenStringing({ ...order, isRacketLost: true }), NOW).at(-1)).toMatchObject({ text: '已取消' })
})

test('a cancelled order ends there, with the reason', () => {
  const refused = givenStep({ action: 'refuse', status: 'CANCELLED', remark: '框体开裂', time: at('20', '09:10') })
  const order = givenStringing({
    status: 'CANCELLED',
    cancelReason: 'MERCHANT',
    steps: [...STEPS.slice(0, 4), refused],
  })
  expect(states(order)).toEqual(['已下单 done', '已收拍 done', '已取消 current'])
  expect(timelineOf(order, NOW)[2]).toMatchObject({ time: '11.20 09:10', remarks: ['商家未能接单', '框体开裂'] })
})

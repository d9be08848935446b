import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { givenSession } from '../../../testing/fake-server'
import { held } from '../../../testing/held'
import Taro, { pages } from '../../../testing/taro'
import { PaySimulatorView } from './pay-simulator-view'
import { givenSimulated, NOW } from './testing/given-order'
import { givenWorld, open, posts } from './testing/open-payments'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
  givenSession('10')
  pages.splice(
    0,
    1,
    { route: 'user/pages/cashier/index', $taroParams: { orderId: '70' } },
    { route: 'user/pages/pay_simulator/index' },
  )
})

const view = <PaySimulatorView outTradeNo="P20261120x1" />
const givenPayment = (
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'PAYERROR' = 'NOTPAY',
  answered: Promise<void> = Promise.resolve(),
) =>
  givenWorld({
    '/payment-simulator/P20261120x1': async ({ method }) => {
      if (method === 'GET') return { data: givenSimulated({ state }) }
      await answered
      return { data: givenSimulated({ state: 'SUCCESS' }) }
    },
  })

test('the page says that no money moves; two quick presses pay once, and the cashier opens again', async () => {
  const answer = held()
  const calls = givenPayment('NOTPAY', answer.released)
  const user = open(view)
  await screen.findByText('模拟支付（不产生真实扣款）')
  expect(screen.getByText('周六早场 报名')).toBeTruthy()
  await user.dblClick(screen.getByRole('button', { name: '支付成功' }))
  answer.release()
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledWith({ delta: 1 }))
  expect(posts(calls, '/payment-simulator').map(({ body }) => body)).toEqual([{ action: 'PAY' }])
})

test.each([
  ['延迟 30 秒', { delaySeconds: 30 }],
  ['重复 3 次', { times: 3 }],
  ['丢失', { times: 0 }],
])('the notification can be delivered as %s', async (name, notify) => {
  const calls = givenPayment()
  const user = open(view)
  const panel = await screen.findByRole('button', { name: '通知方式，立即' })
  expect(screen.queryByRole('radio', { name })).toBeNull()
  await user.click(panel)
  await user.click(screen.getByRole('radio', { name }))
  await user.click(screen.getByRole('button', { name: '支付成功' }))
  await waitFor(() => expect(posts(calls, '/payment-simulator')[0]?.body).toEqual({ action: 'PAY', notify }))
})

test.each([
  ['支付失败', 'FAIL'],
  ['稍后再说', 'LATER'],
])('%s goes back to the cashier too', async (name, action) => {
  const calls = givenPayment()
  const user = open(view)
  await user.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalled())
  expect(posts(calls, '/payment-simulator').map(({ body }) => body)).toEqual([{ action }])
})

test.each([
  ['SUCCESS', '已支付'],
  ['CLOSED', '已关闭，不能再支付'],
] as const)('a payment that is %s can only be left', async (state, words) => {
  givenPayment(state)
  const user = open(view)
  await screen.findByText(words)
  expect(screen.queryByRole('button', { name: '支付成功' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '返回收银台' }))
  expect(Taro.navigateBack).toHaveBeenCalledWith({ delta: 1 })
})

test('without a simulator the page says so', async () => {
  givenWorld({ x1: () => ({ status: 404, code: 'payment_not_found', msg: '支付不存在' }) })
  open(view)
  await screen.findByText('此功能不可用')
})

test('a refusal is reported, and the payment is read again', async () => {
  let reads = 0
  givenWorld({
    x1: ({ method }) => {
      if (method === 'POST') return { status: 409, code: 'order_closed', msg: '订单已关闭，请重新下单' }
      reads += 1
      return { data: givenSimulated({ state: reads > 1 ? 'CLOSED' : 'NOTPAY' }) }
    },
  })
  const user = open(view)
  await user.click(await screen.findByRole('button', { name: '支付成功' }))
  await screen.findByText('订单已关闭，请重新下单')
  await screen.findByText('已关闭，不能再支付')
})

test('a failed read can be repeated', async () => {
  let isAway = true
  givenWorld({
    x1: () => (isAway ? { status: 500, code: 'unexpected', msg: '获取详情失败' } : { data: givenSimulated() }),
  })
  const user = open(view)
  await screen.findByText('这笔支付没有取到')
  isAway = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('button', { name: '支付成功' })
})

test('a guest is asked to log in', () => {
  endSession()
  givenWorld({})
  open(view)
  expect(screen.getByText('登录后查看')).toBeTruthy()
})

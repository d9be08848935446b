import type { ShopOrder } from '@paidang/api/areas/activities/shop-orders'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { productsPath } from '../../../paths'
import { useToast } from '../../../platform/toast-present'
import { type FakeAnswer, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenOrder as givenPayment, inMinutes, NOW } from '../../views/cashier/testing/given-order'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { ShopOrderView } from './shop-order-view'
import { givenPaidOrder, givenReceivedOrder, givenSentOrder, givenShopOrder } from './testing/given-shop'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
  useToast.setState({ toast: null })
  givenSession('10')
})

/** A server with one order. After an action it returns the changed order, or refuses the action. */
function givenOrder(order: ShopOrder, after: ShopOrder | FakeAnswer = order) {
  let current = order
  return givenWorld({
    '/orders/7': () => ({ data: current }),
    '/7': () => {
      if ('code' in after) return after
      current = after as ShopOrder
      return { data: current }
    },
  })
}

const showing = (order: ShopOrder, after?: ShopOrder | FakeAnswer) => {
  const calls = givenOrder(order, after)
  return { calls, user: open(<ShopOrderView id="7" />) }
}

test('an order is shown in full', async () => {
  showing(givenShopOrder({ note: '周末送' }))
  await screen.findByRole('heading', { name: '等待付款' })
  for (const text of [
    '请在 12 分钟内付款，超时自动取消',
    '林知夏 138****0001',
    '暴力 98 网球拍',
    '× 1',
    '周末送',
    '应付',
  ])
    expect(screen.getByText(text)).toBeTruthy()
})

test('an unpaid order leads to the cashier, and is cancelled free of charge', async () => {
  const closed = givenShopOrder({ status: 'CLOSED', endedAt: inMinutes(0) })
  const { calls, user } = showing(givenShopOrder(), closed)
  await user.click(await screen.findByRole('button', { name: '去支付' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/user/pages/cashier/index?orderId=70' })
  await user.click(screen.getByRole('button', { name: '取消订单' }))
  await screen.findByText('还没有付款，取消后商品放回库存')
  await user.click(screen.getAllByRole('button', { name: '取消订单' }).at(-1) as HTMLElement)
  await screen.findByRole('heading', { name: '订单已关闭' })
  expect(screen.queryByText('应付')).toBeNull()
  expect(screen.getByText('合计')).toBeTruthy()
  expect(posts(calls, '/cancel/7')).toHaveLength(1)
  expect(useToast.getState().toast?.text).toBe('取消成功，没有扣款')
})

test('a paid order shows the refund before it is cancelled, and the server’s message after a refusal', async () => {
  const refusal = { status: 409, code: 'shop_order_settled', msg: '当前状态不允许此操作' }
  const { calls, user } = showing(givenPaidOrder(), refusal)
  await user.click(await screen.findByRole('button', { name: '取消订单' }))
  await screen.findByText('原储值卡，立即到账')
  await user.click(screen.getAllByRole('button', { name: '取消订单' }).at(-1) as HTMLElement)
  await waitFor(() => expect(useToast.getState().toast?.text).toBe('当前状态不允许此操作'))
  await waitFor(() => expect(calls.filter(({ path }) => path === '/shop/orders/7')).toHaveLength(2))
})

test('a sent order has a parcel number to copy, and is confirmed after a question', async () => {
  const { calls, user } = showing(givenSentOrder(), givenReceivedOrder())
  await user.click(await screen.findByRole('button', { name: '复制快递单号' }))
  expect(Taro.setClipboardData).toHaveBeenCalledWith({ data: 'SF1234567890' })
  await user.click(screen.getByRole('button', { name: '确认收货' }))
  await user.click(screen.getAllByRole('button', { name: '确认收货' }).at(-1) as HTMLElement)
  await screen.findByRole('heading', { name: '订单已完成' })
  expect(posts(calls, '/receive/7')).toHaveLength(1)
})

test('a return needs a reason, which stays after a refusal', async () => {
  const refusal = { status: 409, code: 'shop_return_too_late', msg: '已过退货时间' }
  const { user } = showing(givenReceivedOrder(), refusal)
  await user.click(await screen.findByRole('button', { name: '申请退款' }))
  const submit = await screen.findByRole('button', { name: '提交申请' })
  await user.click(submit)
  expect(screen.getByRole('textbox', { name: '退款原因', description: /请填写退款原因/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '商品有损坏' }))
  await user.type(screen.getByRole('textbox', { name: '退款原因' }), '，拍框有裂')
  await user.click(screen.getByRole('button', { name: '提交申请' }))
  await screen.findAllByText('已过退货时间')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '退款原因' }).value).toBe('商品有损坏，拍框有裂')
})

test('an order with a requested return waits, and cannot request a second one', async () => {
  const asked = givenReceivedOrder({ refundChoice: 'ASKED', refundReason: '不想要了' })
  const { calls, user } = showing(givenReceivedOrder(), asked)
  await user.click(await screen.findByRole('button', { name: '申请退款' }))
  await user.click(await screen.findByRole('button', { name: '不想要了' }))
  await user.click(screen.getByRole('button', { name: '提交申请' }))
  await screen.findByRole('heading', { name: '退款申请处理中' })
  expect(posts(calls, '/ask-refund/7').map(({ body }) => body)).toEqual([{ reason: '不想要了' }])
  await screen.findByText('申请处理中')
})

test('an order that can be returned no more leads on to the shop', async () => {
  const { user } = showing(givenReceivedOrder({ receivedAt: inMinutes(-8 * 24 * 60) }))
  await screen.findAllByText('已过退货时间')
  expect(screen.getByRole('button', { name: '申请退款' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('button', { name: '再去逛逛' }))
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: productsPath() })
})

test('an order that may still be returned offers that alone', async () => {
  showing(givenReceivedOrder())
  await screen.findByRole('button', { name: '申请退款' })
  expect(screen.queryByRole('button', { name: '再去逛逛' })).toBeNull()
})

test('a refunded order shows the refund', async () => {
  const refund = {
    id: '1',
    amountFen: 89_900,
    reason: '订单已取消',
    target: 'CARD' as const,
    state: 'DONE' as const,
    createTime: inMinutes(0),
    doneTime: inMinutes(0),
  }
  const order = givenPayment({
    state: 'PAID',
    method: 'CARD',
    amountFen: 89_900,
    refundedFen: 89_900,
    refunds: [refund],
  })
  showing(givenPaidOrder({ status: 'REFUNDED', endedAt: inMinutes(0), order }))
  await screen.findByRole('heading', { name: '已退款' })
  expect(screen.getByText('+¥899')).toBeTruthy()
})

test('an order of another user does not exist', async () => {
  givenWorld({})
  const user = open(<ShopOrderView id="7" />)
  await screen.findByText('订单不存在')
  await user.click(screen.getByRole('button', { name: '我的订单' }))
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/shop/pages/orders/index' })
})

import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenOrder, NOW } from '../../views/cashier/testing/given-order'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { ShopOrdersView } from './shop-orders-view'
import { givenSentOrder, givenShopOrder } from './testing/given-shop'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
  givenSession('10')
})

test('an unpaid order shows the time left, and leads to the cashier', async () => {
  const calls = givenWorld({ '/shop/orders': () => ({ data: [givenShopOrder()], total: 1 }) })
  const user = open(<ShopOrdersView tab="unpaid" />)
  await screen.findByText('还剩 12 分钟')
  expect(calls.at(0)?.path).toBe('/shop/orders?current=1&rows=10&tab=unpaid')
  await user.click(screen.getByRole('button', { name: '去支付 暴力 98 网球拍' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/user/pages/cashier/index?orderId=70' })
})

test('lessons and hours that wait for their payment are found here, until their time is over', async () => {
  const hours = givenOrder({ id: '81', kind: 'COURSE', title: '网球私教 · 20 课时', amountFen: 760_000 })
  const past = givenOrder({ id: '82', kind: 'TRIAL', title: '体验课', expiresAt: NOW.toISOString() })
  const own = givenOrder({ id: '83', kind: 'SHOP', title: '手胶' })
  givenWorld({
    '/shop/orders': () => ({ data: [], total: 0 }),
    '/orders/mine': () => ({ data: [hours, past, own], total: 3 }),
  })
  const user = open(<ShopOrdersView />)
  await screen.findByText('待付款 ¥7,600，还剩 12 分钟')
  expect(screen.getAllByText(/^待付款 /)).toHaveLength(1)
  expect(screen.queryByText('还没有订单')).toBeNull()
  await user.click(screen.getByRole('button', { name: /网球私教/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/user/pages/cashier/index?orderId=81' })
  await user.click(screen.getByRole('tab', { name: '退款' }))
  await screen.findByText('没有退款的订单')
})

test('a parcel is confirmed from the list, after a question', async () => {
  const calls = givenWorld({
    '/shop/orders/receive/7': () => ({ data: givenSentOrder({ status: 'RECEIVED' }) }),
    '/shop/orders': () => ({ data: [givenSentOrder()], total: 1 }),
  })
  const user = open(<ShopOrdersView />)
  await user.click(await screen.findByRole('button', { name: '确认收货 暴力 98 网球拍' }))
  await user.click(await screen.findByRole('button', { name: '确认收货' }))
  await waitFor(() => expect(posts(calls, '/receive/7')).toHaveLength(1))
  expect(Taro.navigateTo).not.toHaveBeenCalled()
})

test('a tab without orders says so, and another one is fetched', async () => {
  const calls = givenWorld({ '/shop/orders': () => ({ data: [], total: 0 }) })
  const user = open(<ShopOrdersView />)
  await screen.findByText('还没有订单')
  await user.click(screen.getByRole('tab', { name: '退款' }))
  await screen.findByText('没有退款的订单')
  expect(calls.map(({ path }) => path)).toContain('/shop/orders?current=1&rows=10&tab=refund')
})

test('a guest logs in first', async () => {
  endSession()
  givenWorld({})
  open(<ShopOrdersView />)
  await screen.findByText('登录后查看')
})

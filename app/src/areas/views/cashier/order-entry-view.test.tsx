import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { endSession } from '../../../platform/session'
import { givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { OrderEntryView } from './order-entry-view'
import { givenOrder, givenPaid } from './testing/given-order'
import { givenWorld, open } from './testing/open-payments'

const NO = 'P20261120x1'

beforeEach(() => givenSession('10'))

const object = (kind: 'ball' | 'card' | 'stringing' | 'shop') => ({ kind, id: '5' })

test.each([
  ['a seat', givenPaid(), '/bookingBall/pages/ballDetail/index?id=5'],
  ['a top-up', givenPaid({ object: object('card') }), '/user/pages/user_store_card_detail/index?cardId=5'],
  ['a stringing job', givenPaid({ object: object('stringing') }), '/threading/pages/threading_order/index?id=5'],
  ['a parcel', givenPaid({ object: object('shop') }), '/shop/pages/order/index?id=5'],
  ['what waits for money', givenOrder(), '/user/pages/cashier/index?orderId=70'],
  ['what was given back whole', givenPaid({ refundedFen: 4800 }), '/user/pages/cashier/index?orderId=70'],
])('%s is opened in place of this page', async (_name, order, url) => {
  givenWorld({ [`/orders/by-trade-no/${NO}`]: () => ({ data: order }) })
  open(<OrderEntryView outTradeNo={NO} />)
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url }))
})

test('a guest is asked to log in, and nothing is fetched', async () => {
  endSession()
  const calls = givenWorld({})
  open(<OrderEntryView outTradeNo={NO} />)
  expect(await screen.findByText('登录后查看订单')).toBeTruthy()
  expect(screen.getByRole('button', { name: '登录' })).toBeTruthy()
  expect(calls).toEqual([])
})

test.each([
  ['an unknown number or somebody else’s', NO],
  ['no number', undefined],
])('%s has no order, and leads home', async (_name, outTradeNo) => {
  givenWorld({})
  open(<OrderEntryView outTradeNo={outTradeNo} />)
  expect(await screen.findByText('订单不存在')).toBeTruthy()
  expect(screen.getByText('它可能属于另一个账号，请用付款时的账号登录后再试')).toBeTruthy()
  expect(screen.getByRole('button', { name: '返回首页' })).toBeTruthy()
})

test('an unreachable server can be asked again', async () => {
  let isAway = true
  givenWorld({
    [`/orders/by-trade-no/${NO}`]: () =>
      isAway ? { status: 500, code: 'server_error', msg: '服务器开小差了' } : { data: givenPaid() },
  })
  const user = open(<OrderEntryView outTradeNo={NO} />)
  const again = await screen.findByRole('button', { name: '重试' })
  isAway = false
  await user.click(again)
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalled())
})

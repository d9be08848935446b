import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { givenSession } from '../../../testing/fake-server'
import Taro, { pages } from '../../../testing/taro'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { StringingResultView } from './stringing-result-view'
import { givenStringing, NOW } from './testing/given-job'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
  givenSession('10')
})

const paid = () => givenStringing({ status: 'PAID', acceptedAt: null })
const view = <StringingResultView id="40" />

test('the order number, its QR code and the pickup code are shown, with what happens next', async () => {
  givenWorld({ '/threading/orders/40': () => ({ data: paid() }) })
  const user = open(view)
  const code = await screen.findByRole('img', { name: '订单号二维码 CX2026112000000040' })
  expect(code.style.backgroundImage).toContain('data:image/svg+xml')
  expect(screen.getByText('3072')).toBeTruthy()
  expect(screen.getByText('把球拍送到店里')).toBeTruthy()
  expect(screen.getByText('已付')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '查看订单' }))
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/threading/pages/threading_order/index?id=40' })
  await user.click(screen.getByRole('button', { name: '回到穿线' }))
  expect(Taro.switchTab).toHaveBeenCalledWith({ url: '/pages/threading/index' })
})

test('查看订单 goes back where that order is below in the page stack', async () => {
  pages.splice(
    0,
    1,
    { route: 'threading/pages/threading_order/index', $taroParams: { id: '40' } },
    { route: 'threading/pages/threadingResult/index', $taroParams: { id: '40' } },
  )
  givenWorld({ '/threading/orders/40': () => ({ data: paid() }) })
  const user = open(view)
  await user.click(await screen.findByRole('button', { name: '查看订单' }))
  expect(Taro.navigateBack).toHaveBeenCalledWith({ delta: 1 })
})

test('the page shows the current state when it is opened again later', async () => {
  givenWorld({ '/threading/orders/40': () => ({ data: { ...paid(), status: 'CANCELLED', cancelReason: 'PLAYER' } }) })
  open(view)
  await screen.findByRole('heading', { name: '订单已取消' })
})

test('an order that does not exist is shown as missing', async () => {
  givenWorld({})
  open(view)
  await screen.findByText('订单不存在')
})

test('a guest is asked to log in', () => {
  endSession()
  givenWorld({})
  open(view)
  expect(screen.getByText('登录后查看')).toBeTruthy()
})

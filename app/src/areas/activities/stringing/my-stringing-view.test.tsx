import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { givenServer, givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { open } from '../../views/cashier/testing/open-payments'
import { MyStringingView } from './my-stringing-view'
import { givenSummary, NOW } from './testing/given-job'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
  givenSession('10')
})

const queryOf = (path: string) => Object.fromEntries(new URLSearchParams(path.split('?')[1]))

test('all orders are requested first, the last changed first; each opens its own page, an unpaid one its payment', async () => {
  const calls = givenServer(() => ({
    data: [
      givenSummary(),
      givenSummary({ id: '41', racketName: '云刃 100', status: 'SUBMITTED', paymentOrderId: '71' }),
    ],
    total: 2,
  }))
  const user = open(<MyStringingView />)
  await user.click(await screen.findByRole('button', { name: /^暴力 98，穿线中/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: '/threading/pages/threading_order/index?id=40' })
  await user.click(screen.getByRole('button', { name: '去支付 云刃 100' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: '/user/pages/cashier/index?orderId=71' })
  expect(calls.map(({ path }) => path.split('?')[0])).toEqual(['/app-user-threading/by-user/10'])
  expect(queryOf(calls[0]?.path ?? '')).toEqual({
    ...{ current: '1', rows: '10', sort: 'responseTime', sord: 'desc', responseStatus: 'all' },
  })
  expect(screen.getByText('没有更多数据了')).toBeTruthy()
})

test('a tab requests its own orders; an address may name one', async () => {
  const calls = givenServer(() => ({ data: [], total: 0 }))
  const user = open(<MyStringingView tab="ready" />)
  await screen.findByText('没有待取拍的订单')
  await user.click(screen.getByRole('tab', { name: '已完成' }))
  await screen.findByText('没有已完成的订单')
  expect(calls.map(({ path }) => queryOf(path).responseStatus)).toEqual(['ready', 'completed'])
})

test('a caller without orders is offered a next step', async () => {
  givenServer(() => ({ data: [], total: 0 }))
  const user = open(<MyStringingView />)
  await screen.findByText('还没有穿线记录')
  await user.click(screen.getByRole('button', { name: '去穿线' }))
  expect(Taro.switchTab).toHaveBeenCalledWith({ url: '/pages/threading/index' })
})

test('the next page is loaded at the foot; a failure is shown and its button tries again', async () => {
  let isAway = true
  const page = (first: number) => Array.from({ length: 10 }, (_, at) => givenSummary({ id: String(first + at) }))
  givenServer(({ path }) => {
    if (queryOf(path).current === '1') return { data: page(1), total: 12 }
    if (isAway) return { status: 500, code: 'unexpected', msg: '加载更多穿线记录失败' }
    return { data: [givenSummary({ id: '11' }), givenSummary({ id: '12' })], total: 12 }
  })
  const user = open(<MyStringingView />)
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(10))
  act(() => fire('bottom'))
  await screen.findByText('加载更多穿线记录失败')
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  isAway = false
  await user.click(screen.getByRole('button', { name: '加载失败，点按重试' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(12))
  act(() => fire('bottom'))
  await waitFor(() => expect(screen.getAllByText('没有更多数据了').length).toBeGreaterThan(1))
})

test('pull-to-refresh starts the list again', async () => {
  let reads = 0
  givenServer(() => {
    reads += 1
    return { data: [givenSummary({ racketName: `第 ${reads} 次` })], total: 1 }
  })
  open(<MyStringingView />)
  await screen.findByText('第 1 次')
  act(() => fire('pull'))
  await screen.findByText('第 2 次')
  await waitFor(() => expect(Taro.stopPullDownRefresh).toHaveBeenCalled())
})

test('a failed read is shown in place and can be repeated', async () => {
  let isAway = true
  givenServer(() =>
    isAway ? { status: 500, code: 'unexpected', msg: '获取信息失败，请重试' } : { data: [givenSummary()], total: 1 },
  )
  const user = open(<MyStringingView />)
  await screen.findByText('穿线记录没有取到')
  expect(screen.getByText('获取信息失败，请重试')).toBeTruthy()
  isAway = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('暴力 98')
})

test('a guest is asked to log in, and nothing is fetched', () => {
  endSession()
  const calls = givenServer(() => ({ data: [], total: 0 }))
  open(<MyStringingView />)
  expect(screen.getByText('登录后查看')).toBeTruthy()
  expect(calls).toEqual([])
})

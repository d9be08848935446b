import type { BallSummary } from '@paidang/api/areas/activities/balls'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { groupOf, MyBallsView, orderOfBall, payLine } from './my-balls-view'
import { at, givenOrder, givenSummary } from './testing/given-ball'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:44'))
  givenSession('10')
})

/** Sets up the games of each group, in pages of ten. */
function givenBalls(games: Record<string, BallSummary[]>, orders = [givenOrder()]): FakeCall[] {
  const group = (key: string) => (call: FakeCall) => {
    const current = Number(new URL(call.path, 'http://app').searchParams.get('current'))
    const rows = Number(new URL(call.path, 'http://app').searchParams.get('rows'))
    const all = games[key] ?? []
    return { data: all.slice((current - 1) * rows, current * rows), total: all.length }
  }
  return givenWorld({
    '/orders/mine': () => ({ data: orders, total: orders.length }),
    ...Object.fromEntries(['1', '2', '3', 'all'].map((key) => [`/getUserBallsByStatusGroup/${key}/10`, group(key)])),
  })
}
const lists = (calls: FakeCall[]) => calls.filter(({ path }) => path.includes('getUserBallsByStatusGroup'))

test('active games come first; each opens its page', async () => {
  const calls = givenBalls({ '1': [givenSummary({ mySeat: 'CONFIRMED' })] }, [])
  const user = open(<MyBallsView />)
  await user.click(await screen.findByRole('button', { name: /周六早场/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/bookingBall/pages/ballDetail/index?id=1' })
  expect(lists(calls)[0]?.path).toContain('/1/10?')
  expect(lists(calls)[0]?.path).toContain('sort=activityTime&sord=asc')
  expect(screen.getByRole('tab', { name: '进行中' }).getAttribute('aria-selected')).toBe('true')
})

test('an unpaid game shows how long it can be paid, and opens the cashier', async () => {
  givenBalls({ '1': [givenSummary({ mySeat: 'HELD' }), givenSummary({ id: '2', title: '周日晚场' })] })
  const user = open(<MyBallsView />)
  await screen.findByText('待支付 ¥48，还剩 12 分钟')
  await user.click(screen.getByRole('button', { name: '去支付 周六早场' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/user/pages/cashier/index?orderId=70' })
  expect(screen.queryByRole('button', { name: '去支付 周日晚场' })).toBeNull()
})

test('each tab has its own games; the address names the first tab', async () => {
  givenBalls({ '3': [givenSummary({ title: '取消的局', status: 'CANCELLED' })] }, [])
  const user = open(<MyBallsView group="3" />)
  await screen.findByRole('button', { name: /取消的局/ })
  await user.click(screen.getByRole('tab', { name: '已完成' }))
  await screen.findByText('没有已完成的球局')
  await user.click(screen.getByRole('tab', { name: '全部' }))
  await screen.findByText('还没有球局')
  await user.click(screen.getByRole('button', { name: '去约球' }))
  expect(Taro.switchTab).toHaveBeenCalledWith({ url: '/pages/bookingBall/index' })
})

test('the next page is loaded at the foot, and pull-to-refresh starts again', async () => {
  const many = Array.from({ length: 13 }, (_, at) => givenSummary({ id: String(at + 1), title: `第 ${at + 1} 场` }))
  const calls = givenBalls({ '1': many }, [])
  open(<MyBallsView />)
  await screen.findByRole('button', { name: /第 10 场/ })
  act(() => fire('bottom'))
  await screen.findByRole('button', { name: /第 13 场/ })
  act(() => fire('pull'))
  await waitFor(() => expect(Taro.stopPullDownRefresh).toHaveBeenCalled())
  expect(lists(calls).map(({ path }) => /current=(\d)/.exec(path)?.[1])).toEqual(['1', '2', '1'])
})

test('a failed read shows 获取球局记录失败 and can be repeated', async () => {
  let isAway = true
  givenWorld({
    '/orders/mine': () => ({ data: [], total: 0 }),
    '/getUserBallsByStatusGroup/1/10': () =>
      isAway ? { status: 500, code: 'unexpected', msg: '获取球局记录失败' } : { data: [givenSummary()], total: 1 },
  })
  const user = open(<MyBallsView />)
  await screen.findByText('获取球局记录失败')
  isAway = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('button', { name: /周六早场/ })
})

test('a guest is asked to log in', () => {
  endSession()
  const calls = givenBalls({})
  open(<MyBallsView />)
  expect(screen.getByText('登录后查看')).toBeTruthy()
  expect(lists(calls)).toEqual([])
})

const NOW = at('20', '09:44')

test.each([
  ['2', '2'],
  ['all', 'all'],
  [undefined, '1'],
  ['9', '1'],
  ['', '1'],
])('the address %s opens the group %s', (asked, group) => {
  expect(groupOf(asked)).toBe(group)
})

test('a payable order is shown with its game; a settled or expired one, or one of a card, is not', () => {
  const ball = { id: '1' }
  const order = givenOrder()
  expect(orderOfBall(ball, [order], NOW)).toBe(order)
  expect(orderOfBall({ id: '2' }, [order], NOW)).toBeUndefined()
  expect(orderOfBall(ball, [givenOrder({ state: 'CLOSED' })], NOW)).toBeUndefined()
  expect(orderOfBall(ball, [order], at('20', '09:56'))).toBeUndefined()
  expect(orderOfBall(ball, [givenOrder({ object: { kind: 'card', id: '1' } })], NOW)).toBeUndefined()
})

test('a game that waits for payment shows how much and how long', () => {
  expect(payLine(givenOrder(), NOW)).toBe('待支付 ¥48，还剩 12 分钟')
})

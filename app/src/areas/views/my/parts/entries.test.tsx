import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import Taro from '@tarojs/taro'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import {
  calendarPath,
  coachesPath,
  contractPath,
  dayBoardPath,
  homePath,
  loginH5Path,
  messagePath,
  productsPath,
  recordsPath,
} from '../../../../paths'
import { endSession, startSession } from '../../../../platform/session'
import { readStored } from '../../../../platform/storage'
import { chooseIdentity } from '../../../people/auth/identity'
import { AccountBrings, Entries, NewCoachNotice, OpenWays, WayCells } from './entries'

const LATER = new Date(Date.now() + 3_600_000).toISOString()

/** The fields of a pending class that the entries read. */
const pending = (id: string, role: 'coach' | 'initiator') => ({
  id,
  role,
  responseStatus: 'JOINED',
  players: [],
  invitation: { id, initiatorRole: 'player', invitationStatus: 'PENDING', expiresAt: LATER, offeredAt: null },
})

function openAs(userType: number | undefined, rows: unknown[] = []) {
  const page = (data: unknown[]) =>
    new Response(JSON.stringify({ success: true, code: 0, data, msg: '操作成功', total: data.length }))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) =>
    page(String(url).includes('/trial-lessons/received') ? [{ id: '9' }] : rows),
  )
  if (userType !== undefined) {
    const userInfo = { userType, userId: '7', nickname: '王启明', avatar: null, isCompanyAdmin: false }
    startSession({ tokens: { token: 't', refreshToken: 'r', expiresIn: 7200 }, userInfo }, Date.now())
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Entries />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const names = () => screen.getAllByRole('button').map((entry) => entry.getAttribute('aria-label'))

afterEach(() => {
  endSession()
  chooseIdentity('player')
})

test('who has just become a coach is led to the coach’s side, and a player and who knows it are not', async () => {
  const logIn = (userType: number) => {
    const userInfo = { userType, userId: '7', nickname: '王启明', avatar: null, isCompanyAdmin: false }
    startSession({ tokens: { token: 't', refreshToken: 'r', expiresIn: 7200 }, userInfo }, Date.now())
  }
  logIn(0)
  render(<NewCoachNotice />)
  expect(screen.queryByRole('button')).toBeNull()
  act(() => logIn(1))
  await userEvent.click(screen.getByRole('button', { name: /你已是教练/ }))
  expect(Taro.switchTab).toHaveBeenLastCalledWith({ url: homePath() })
  expect(readStored('identity')).toBe('coach')
  act(() => chooseIdentity('player'))
  expect(screen.queryByRole('button')).toBeNull()
})

test('a guest reads what an account brings, fetches only the features, and comes to coaches, courses and the log-in', async () => {
  const answer = JSON.stringify({ success: true, code: 0, data: ALL_FEATURES, msg: '操作成功' })
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(answer))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AccountBrings />
      <OpenWays />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: '商城' })
  expect(ways()).toEqual(['登录或注册', '先看看教练', '找教练、场馆和球局', '通用课程', '商城'])
  await userEvent.click(screen.getByRole('button', { name: '先看看教练' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: coachesPath() })
  await userEvent.click(screen.getByRole('button', { name: '登录或注册' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: loginH5Path() })
  expect(asked.mock.calls.filter(([url]) => !String(url).endsWith('/features'))).toEqual([])
})

test('a player sees the number of pending classes, and can open them', async () => {
  const user = openAs(0, [pending('1', 'initiator'), pending('2', 'initiator')])
  await screen.findByRole('button', { name: '我的约课，2 条待处理' })
  await user.click(screen.getByRole('button', { name: '合同课时' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: contractPath() })
})

test('a coach sees the waiting requests and trial lessons only as a coach', async () => {
  const user = openAs(1, [pending('1', 'coach'), pending('2', 'coach'), pending('3', 'initiator')])
  await screen.findByRole('button', { name: '我的约课，1 条待处理' })
  act(() => chooseIdentity('coach'))
  expect(names()).toEqual(['日程，2 条待处理', '学员，1 条待处理', '课程', '场馆'])
  await user.click(screen.getByRole('button', { name: '日程，2 条待处理' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: dayBoardPath() })
})

test('a user who is no coach has no coach’s side, whatever was chosen on the device before', () => {
  chooseIdentity('coach')
  openAs(0)
  expect(names()).toEqual(['我的约课', '我的球局', '我的穿线', '合同课时'])
})

function openWays(userType: number | undefined, unread = 0) {
  const answer = JSON.stringify({ success: true, code: 0, data: { all: unread, ...ALL_FEATURES }, msg: '操作成功' })
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(answer))
  if (userType !== undefined) {
    const userInfo = { userType, userId: '7', nickname: '王启明', avatar: null, isCompanyAdmin: false }
    startSession({ tokens: { token: 't', refreshToken: 'r', expiresIn: 7200 }, userInfo }, Date.now())
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WayCells />
    </QueryClientProvider>,
  )
  return asked
}
const OWN_WAYS = ['资料与球员名片', '黑名单', '账号与安全']
const PLAYER_WAYS = [
  ...[
    '消息',
    '日历',
    '储值卡流水',
    '找教练、场馆和球局',
    '空位提醒',
    '通用课程',
    '我的球拍',
    '商城',
    '我的订单',
    '收货地址',
  ],
  ...OWN_WAYS,
]
const ways = () => screen.getAllByRole('button').map((cell) => cell.getAttribute('aria-label') ?? cell.textContent)

test('a player has the messages with the unread count', async () => {
  openWays(0, 3)
  await userEvent.click(await screen.findByRole('button', { name: '消息，3 条未读' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: messagePath() })
})

test('a player has calendar and cards, learning and playing, and the shop', async () => {
  openWays(0)
  expect(ways()).toEqual([...PLAYER_WAYS, '申请成为教练'])
  await userEvent.click(screen.getByRole('button', { name: '日历' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: calendarPath() })
  await userEvent.click(screen.getByRole('button', { name: '商城' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: productsPath() })
})

test('a coach has records, schedule and locked times only as a coach', async () => {
  openWays(1)
  expect(ways()).toEqual(PLAYER_WAYS)
  act(() => chooseIdentity('coach'))
  expect(ways()).toEqual(['约课记录', '排期', '不可约时段', '消息', '日历', '储值卡流水', ...OWN_WAYS])
  await userEvent.click(screen.getByRole('button', { name: '约课记录' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: recordsPath() })
})

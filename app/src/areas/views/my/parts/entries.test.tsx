import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import Taro from '@tarojs/taro'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { contractPath, dayBoardPath, loginH5Path } from '../../../../paths'
import { endSession, startSession } from '../../../../platform/session'
import { chooseIdentity } from '../../../people/auth/identity'
import { Entries } from './entries'

const LATER = new Date(Date.now() + 3_600_000).toISOString()

/** The fields of a pending class that the entries read. */
const pending = (id: string, role: 'coach' | 'initiator') => ({
  id,
  role,
  responseStatus: 'JOINED',
  players: [],
  invitation: { id, initiatorRole: 'player', invitationStatus: 'PENDING', expiresAt: LATER },
})

function openAs(userType: number | undefined, rows: unknown[] = []) {
  const page = JSON.stringify({ success: true, code: 0, data: rows, msg: '操作成功', total: rows.length })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(page))
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

test('a guest sees the links of a player, and each leads to the log-in', async () => {
  const user = openAs(undefined)
  expect(names()).toEqual(['我的约课', '我的球局', '我的穿线', '合同课时'])
  await user.click(screen.getByRole('button', { name: '合同课时' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: loginH5Path() })
})

test('a player sees the number of pending classes, and can open them', async () => {
  const user = openAs(0, [pending('1', 'initiator'), pending('2', 'initiator')])
  await screen.findByRole('button', { name: '我的约课，2 条待处理' })
  await user.click(screen.getByRole('button', { name: '合同课时' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: contractPath() })
})

test('a coach sees the waiting requests only as a coach', async () => {
  const user = openAs(1, [pending('1', 'coach'), pending('2', 'coach'), pending('3', 'initiator')])
  await screen.findByRole('button', { name: '我的约课，1 条待处理' })
  act(() => chooseIdentity('coach'))
  expect(names()).toEqual(['日程，2 条待处理', '学员', '课程', '场馆'])
  await user.click(screen.getByRole('button', { name: '日程，2 条待处理' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: dayBoardPath() })
})

test('a user who is no coach has no coach’s side, whatever was chosen on the device before', () => {
  chooseIdentity('coach')
  openAs(0)
  expect(names()).toEqual(['我的约课', '我的球局', '我的穿线', '合同课时'])
})

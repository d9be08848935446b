import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { homePath, registPath } from '../../../paths'
import { currentSession, endSession } from '../../../platform/session'
import type { FakeAnswer } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { LogInView } from './log-in-view'

// The mini-program half of this platform pair.
vi.mock('../../../platform/wechat-code', () => ({ HAS_WECHAT: true, wechatCode: () => Promise.resolve('code-1') }))

afterEach(endSession)

const logInOf = (nickname: string) => ({
  tokens: { token: 'token', refreshToken: 'refresh', expiresIn: 7200 },
  userInfo: { userType: 0, userId: '88', nickname, avatar: null, isCompanyAdmin: false },
})

function openPage(nickname: string, isRegistered: () => FakeAnswer) {
  const calls = givenWorld({
    '/auth/wx-login': () => ({ data: logInOf(nickname) }),
    '/get-player-registInfo/88': isRegistered,
    '/auth/demo-accounts': () => ({ data: [] }),
  })
  const user = open(<LogInView wechat />)
  return {
    user,
    calls,
    logIn: async () => {
      await user.click(screen.getByRole('checkbox'))
      await user.click(screen.getByRole('button', { name: '微信一键登录' }))
    },
  }
}

test('one press after the tick logs in; a user with a chosen name returns to the page before', async () => {
  const { calls, logIn } = openPage('林知夏', () => ({ data: { isRegistered: false } }))
  await logIn()
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: homePath() }))
  expect(posts(calls, '/auth/wx-login').map(({ body }) => body)).toEqual([
    { code: 'code-1', loginType: 0, agreementVersion: AGREEMENT_VERSION },
  ])
  expect(currentSession().userId).toBe('88')
})

test('a user who comes for the first time goes on to the registration', async () => {
  const { logIn } = openPage('微信用户0042', () => ({ data: { isRegistered: false } }))
  await logIn()
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url: registPath('player') }))
})

test('a registered user who kept the initial name is not asked again', async () => {
  const { logIn } = openPage('微信用户0042', () => ({ data: { isRegistered: true } }))
  await logIn()
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: homePath() }))
})

test('a user whose registration cannot be checked is let in', async () => {
  const { logIn } = openPage('微信用户0042', () => ({ status: 500, code: 'unexpected', msg: '获取注册信息失败' }))
  await logIn()
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: homePath() }))
})

test('WeChat is not called without the tick', async () => {
  const { user, calls } = openPage('林知夏', () => ({ data: { isRegistered: true } }))
  await user.click(screen.getByRole('button', { name: '微信一键登录' }))
  expect(screen.getByText('请先阅读并同意')).toBeTruthy()
  expect(posts(calls, '/auth/wx-login')).toEqual([])
})

test('account and password open with one press, and only one log-in method is open at a time', async () => {
  const { user } = openPage('林知夏', () => ({ data: { isRegistered: true } }))
  expect(screen.queryByLabelText('账号')).toBeNull()
  await user.click(screen.getByRole('button', { name: '用账号登录' }))
  expect(screen.getByLabelText('账号')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '微信一键登录' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '用微信登录' }))
  expect(screen.getByRole('button', { name: '微信一键登录' })).toBeTruthy()
})

import { AGREEMENT_VERSION } from '@paidang/domain/areas/auth/agreement'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { homePath, registPath } from '../../paths'
import { currentSession, endSession } from '../../platform/session'
import Taro from '../../testing/taro'
import type { FakeAnswer } from '../classes/testing/fake-server'
import { givenWorld, open, posts } from '../payments/testing/open-payments'
import { LogInView } from './log-in-view'

// The mini-program's half of this platform pair.
vi.mock('../../platform/wechat-code', () => ({ HAS_WECHAT: true, wechatCode: () => Promise.resolve('code-1') }))

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

test('one press after the tick logs in; who has a name of his own goes on to where he was', async () => {
  const { calls, logIn } = openPage('林知夏', () => ({ data: { isRegistered: false } }))
  await logIn()
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: homePath() }))
  expect(posts(calls, '/auth/wx-login').map(({ body }) => body)).toEqual([
    { code: 'code-1', loginType: 0, agreementVersion: AGREEMENT_VERSION },
  ])
  expect(currentSession().userId).toBe('88')
})

test('who comes for the first time goes on to his registration', async () => {
  const { logIn } = openPage('微信用户0042', () => ({ data: { isRegistered: false } }))
  await logIn()
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url: registPath('player') }))
})

test('who kept his first name but has registered is not asked again', async () => {
  const { logIn } = openPage('微信用户0042', () => ({ data: { isRegistered: true } }))
  await logIn()
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: homePath() }))
})

test('when it cannot be told whether he has registered, he is let in', async () => {
  const { logIn } = openPage('微信用户0042', () => ({ status: 500, code: 'unexpected', msg: '获取注册信息失败' }))
  await logIn()
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: homePath() }))
})

test('without the tick WeChat is not asked', async () => {
  const { user, calls } = openPage('林知夏', () => ({ data: { isRegistered: true } }))
  await user.click(screen.getByRole('button', { name: '微信一键登录' }))
  expect(screen.getByText('请先阅读并同意')).toBeTruthy()
  expect(posts(calls, '/auth/wx-login')).toEqual([])
})

test('account and password stand behind one press, and there is one filled way at a time', async () => {
  const { user } = openPage('林知夏', () => ({ data: { isRegistered: true } }))
  expect(screen.queryByLabelText('账号')).toBeNull()
  await user.click(screen.getByRole('button', { name: '用账号登录' }))
  expect(screen.getByLabelText('账号')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '微信一键登录' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '用微信登录' }))
  expect(screen.getByRole('button', { name: '微信一键登录' })).toBeTruthy()
})

import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { expect, test } from 'vitest'
import { NetworkError } from '../../../platform/network-error'
import { logInFailure } from './log-in-failure'

const failureOf = (error: unknown) => logInFailure(outcomes.logIn, error)

test.each([
  [4, '账号或密码不对，还可尝试 4 次'],
  [1, '账号或密码不对，还可尝试 1 次'],
  [0, '账号或密码不对，请 15 分钟后再试'],
])('a wrong password with %d tries left says so under the password', (triesLeft, text) => {
  expect(failureOf(new ApiError('login_wrong', { data: { triesLeft } }))).toEqual({ at: 'password', text })
})

test.each([null, {}, { triesLeft: '4' }, 'four'])(
  'without a number of tries (%j) the server speaks for itself',
  (data) => {
    expect(failureOf(new ApiError('login_wrong', { data }))).toEqual({ at: 'password', text: '用户名或密码错误' })
  },
)

test('too many tries are told under the password, in the words of the server', () => {
  expect(failureOf(new ApiError('login_too_often'))).toEqual({ at: 'password', text: '登录过于频繁，请稍后再试' })
})

test('what is not about account and password is told for the whole form', () => {
  expect(failureOf(new ApiError('wechat_login_unavailable'))).toEqual({ at: 'form', text: '微信登录暂未开通' })
  expect(failureOf(new NetworkError())).toEqual({ at: 'form', text: '操作失败，请重试' })
})

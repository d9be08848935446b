import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { expect, test } from 'vitest'
import { NetworkError } from '../../../platform/network-error'
import { logInFailure, passwordFailure } from './log-in-failure'

const failureOf = (error: unknown) => logInFailure(outcomes.logIn, error)

test.each([
  [4, '账号或密码不对，还可尝试 4 次'],
  [1, '账号或密码不对，还可尝试 1 次'],
  [0, '账号或密码不对，请 15 分钟后再试'],
])('a wrong password with %d tries left says so below the password', (triesLeft, text) => {
  expect(failureOf(new ApiError('login_wrong', { data: { triesLeft } }))).toEqual({ at: 'password', text })
})

test('a pause longer than the first one shows its length', () => {
  const data = { triesLeft: 0, minutes: 30 }
  const text = '账号或密码不对，请 30 分钟后再试'
  expect(failureOf(new ApiError('login_wrong', { data }))).toEqual({ at: 'password', text })
})

test.each([null, {}, { triesLeft: '4' }, 'four'])(
  'without a number of tries (%j) the message of the server is shown',
  (data) => {
    expect(failureOf(new ApiError('login_wrong', { data }))).toEqual({ at: 'password', text: '用户名或密码错误' })
  },
)

test('too many tries are shown below the password, with the message of the server', () => {
  expect(failureOf(new ApiError('login_too_often'))).toEqual({ at: 'password', text: '登录过于频繁，请稍后再试' })
})

test('a failure that is not about account and password is shown for the whole form', () => {
  expect(failureOf(new ApiError('wechat_login_failed'))).toEqual({ at: 'form', text: '微信登录失败，请重试' })
  expect(failureOf(new NetworkError())).toEqual({ at: 'form', text: '操作失败，请重试' })
})

test.each([
  ['2026-05-31T16:00:00.000Z', '账号已停用至 2026-06-01 00:00:00，请联系客服'],
  [null, '账号已停用，请联系客服'],
])('a user whose account is suspended until %s reads for how long, and whom to ask', (until, text) => {
  expect(failureOf(new ApiError('account_suspended', { data: { until } }))).toEqual({ at: 'form', text })
})

test.each([
  [new ApiError('password_incorrect', { data: { triesLeft: 3 } }), '密码不正确，还可尝试 3 次'],
  [new ApiError('password_incorrect', { data: { triesLeft: 0 } }), '密码不正确，请 15 分钟后再试'],
  [new ApiError('username_taken'), '该用户名已被使用'],
  [new NetworkError(), '操作失败，请重试'],
])('an action that needs the password failed with %o: %s', (error, text) => {
  expect(passwordFailure(outcomes.operate, error)).toBe(text)
})

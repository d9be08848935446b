import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { loginH5Path, registPath } from '../../../paths'
import { currentSession, endSession } from '../../../platform/session'
import type { FakeAnswer } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { RegisterView } from './register-view'

afterEach(endSession)

const LOGGED_IN = {
  tokens: { token: 'token', refreshToken: 'refresh', expiresIn: 7200 },
  userInfo: { userType: 0, userId: '77', nickname: '小夏', avatar: null, isCompanyAdmin: false },
}

function openForm(answer: () => FakeAnswer = () => ({ data: LOGGED_IN })) {
  const calls = givenWorld({ '/auth/register': answer })
  const user = open(<RegisterView />)
  return {
    user,
    sent: () => posts(calls, '/auth/register').map(({ body }) => body),
    press: () => user.dblClick(screen.getByRole('button', { name: '注册' })),
    tick: () => user.click(screen.getByRole('checkbox')),
    fill: async ({ again = 'Tennis2026' } = {}) => {
      await user.type(screen.getByLabelText('用户名'), 'xiaoxia')
      await user.type(screen.getByLabelText('密码'), 'Tennis2026')
      await user.type(screen.getByLabelText('确认密码'), again)
      await user.type(screen.getByLabelText('昵称'), '小夏')
    },
  }
}

test('a new account is made once, is logged in, and goes on to the registration as a player', async () => {
  const { fill, tick, press, sent } = openForm()
  await fill()
  await tick()
  await press()
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url: registPath('player') }))
  expect(sent()).toEqual([
    { username: 'xiaoxia', password: 'Tennis2026', nickname: '小夏', agreementVersion: AGREEMENT_VERSION },
  ])
  expect(currentSession()).toMatchObject({ userId: '77', username: '小夏' })
})

test('nothing is sent without the tick', async () => {
  const { fill, press, sent } = openForm()
  await fill()
  await press()
  expect(screen.getByText('请先阅读并同意')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('a field is checked on blur, and afterwards at each change', async () => {
  const { user } = openForm()
  const username = screen.getByLabelText('用户名')
  await user.type(username, '123')
  expect(username.getAttribute('aria-invalid')).toBeNull()
  await user.tab()
  expect(username.getAttribute('aria-invalid')).toBe('true')
  await user.type(username, 'abc')
  expect(username.getAttribute('aria-invalid')).toBeNull()
})

test('two passwords that differ are reported at the second one', async () => {
  const { fill, tick, press, sent } = openForm()
  await fill({ again: 'Tennis2025' })
  await tick()
  await press()
  const sentence = screen.getByText('两次输入的密码不一致')
  expect(screen.getByLabelText('确认密码').getAttribute('aria-describedby')).toBe(sentence.id)
  expect(sent()).toEqual([])
})

test('a name that is taken is reported at its field until it is changed, and all input stays', async () => {
  const { user, fill, tick, press } = openForm(() => ({ status: 409, code: 'username_taken', msg: '该用户名已被使用' }))
  await fill()
  await tick()
  await press()
  await screen.findByText('该用户名已被使用')
  const username = screen.getByLabelText('用户名')
  expect(username.getAttribute('aria-invalid')).toBe('true')
  expect((screen.getByLabelText('密码') as HTMLInputElement).value).toBe('Tennis2026')
  await user.type(username, '2')
  expect(screen.queryByText('该用户名已被使用')).toBeNull()
})

test('a failure about no field is shown above the button', async () => {
  const msg = '注册过于频繁，请稍后再试'
  const { fill, tick, press } = openForm(() => ({ status: 429, code: 'registrations_too_many', msg }))
  await fill()
  await tick()
  await press()
  await screen.findByText(msg)
  expect(currentSession().token).toBeNull()
})

test('a user with an account goes to the log-in, which replaces this page', async () => {
  const { user } = openForm()
  await user.click(screen.getByRole('link', { name: '已有账号，去登录' }))
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url: loginH5Path() }))
})

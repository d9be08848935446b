import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import Taro from '@tarojs/taro'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountPath, forgotPasswordPath, homePath } from '../../../paths'
import { currentSession, endSession } from '../../../platform/session'
import { useToast } from '../../../platform/toast-present'
import { LogInView } from './log-in-view'

type Answer = { status: number; body: unknown }

const DEMO = [{ username: 'coach', password: 'demo1234', who: '教练' }]
const LOGGED_IN = {
  tokens: { token: 'token', refreshToken: 'refresh', expiresIn: 7200 },
  userInfo: { userType: 1, userId: '7', nickname: '王启明', avatar: null, isCompanyAdmin: true },
}
const ok = (data: unknown): Answer => ({ status: 200, body: { success: true, code: 0, data, msg: '操作成功' } })
const refused = (status: number, code: string, msg: string, data: unknown = null): Answer => ({
  status,
  body: { success: false, code, data, msg },
})

/** The server's answer to a log-in, and what was sent. */
let answer: Answer
const sent: unknown[] = []

beforeEach(() => {
  sent.length = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const isLogIn = String(url).endsWith('/auth/h5-login')
    if (isLogIn) sent.push(JSON.parse(String(init?.body)))
    const { status, body } = isLogIn ? answer : ok(DEMO)
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(endSession)

function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LogInView />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  return {
    user,
    press: () => user.click(screen.getByRole('button', { name: '登录' })),
    tick: () => user.click(screen.getByRole('checkbox')),
    fill: async (username: string, password: string) => {
      await user.type(screen.getByLabelText('账号'), username)
      await user.type(screen.getByLabelText('密码'), password)
    },
  }
}

test('nothing is sent without the tick, and the page asks for it until it is set', async () => {
  const { press, tick, fill } = open()
  await fill('coach', 'demo1234')
  expect(screen.getByRole('checkbox').getAttribute('aria-checked')).toBe('false')
  await press()
  expect(screen.getByText('请先阅读并同意')).toBeTruthy()
  expect(sent).toEqual([])
  await tick()
  expect(screen.queryByText('请先阅读并同意')).toBeNull()
})

test('empty fields are reported at the press, not before', async () => {
  const { press, tick } = open()
  await tick()
  expect(screen.queryByText('请输入账号')).toBeNull()
  await press()
  expect(screen.getByText('请输入账号')).toBeTruthy()
  expect(screen.getByText('请输入密码')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a wrong password is reported at its field with the tries left, until the user types again', async () => {
  answer = refused(400, 'login_wrong', '用户名或密码错误', { triesLeft: 4 })
  const { user, press, tick, fill } = open()
  await fill('coach', 'wrong')
  await tick()
  await press()
  const sentence = await screen.findByText('账号或密码不对，还可尝试 4 次')
  const field = screen.getByLabelText('密码')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('aria-describedby')).toBe(sentence.id)
  await user.type(field, '!')
  expect(screen.queryByText('账号或密码不对，还可尝试 4 次')).toBeNull()
})

test('too many tries are reported with the message of the server', async () => {
  answer = refused(429, 'login_too_often', '登录过于频繁，请稍后再试')
  const { press, tick, fill } = open()
  await fill('coach', 'wrong')
  await tick()
  await press()
  expect(await screen.findByText('登录过于频繁，请稍后再试')).toBeTruthy()
  expect(currentSession().token).toBeNull()
})

test('a demo account fills the form and leaves the consent unticked', async () => {
  const { user, press } = open()
  await user.click(await screen.findByRole('button', { name: /^coach/ }))
  expect(screen.getByLabelText('账号')).toHaveProperty('value', 'coach')
  expect(screen.getByLabelText('密码')).toHaveProperty('value', 'demo1234')
  await press()
  expect(screen.getByText('请先阅读并同意')).toBeTruthy()
  expect(sent).toEqual([])
})

test('Enter in the password logs in as the chosen identity, keeps the session and leaves for home', async () => {
  answer = ok(LOGGED_IN)
  const { user, tick, fill } = open()
  await user.click(screen.getByRole('radio', { name: '我是教练' }))
  await fill(' coach ', 'demo1234')
  await tick()
  await user.type(screen.getByLabelText('密码'), '{Enter}')
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: homePath() }))
  expect(sent).toEqual([{ username: 'coach', password: 'demo1234', loginType: 1, agreementVersion: AGREEMENT_VERSION }])
  expect(currentSession()).toMatchObject({ token: 'token', userId: '7', userRole: 'coach' })
})

test('with blocked storage a log-in works, and says that it ends with the page', async () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['getStorageSync', 'setStorageSync', 'removeStorageSync'] as const) {
    vi.spyOn(Taro, name).mockImplementation(refuse)
  }
  answer = ok(LOGGED_IN)
  const { press, tick, fill } = open()
  await fill('coach', 'demo1234')
  await tick()
  await press()
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: homePath() }))
  expect(currentSession()).toMatchObject({ token: 'token', userId: '7' })
  expect(useToast.getState().toast?.text).toMatch(/^本次登录只在这个页面有效/)
  expect(screen.queryByText('操作失败')).toBeNull()
})

test('a user with a one-time password goes on to set a new one', async () => {
  answer = ok({ ...LOGGED_IN, passwordUsedUp: true })
  const { press, tick, fill } = open()
  await fill('coach', 'kfmwtp4729')
  await tick()
  await press()
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url: accountPath() }))
  expect(currentSession()).toMatchObject({ token: 'token', userId: '7' })
})

test('a user who forgot the password is led to another way in', async () => {
  const { user } = open()
  await user.click(screen.getByRole('link', { name: '忘记密码' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: forgotPasswordPath() })
})

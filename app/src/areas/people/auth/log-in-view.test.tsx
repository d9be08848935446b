import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import Taro from '@tarojs/taro'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountPath, forgotPasswordPath, homePath, registPath } from '../../../paths'
import { currentSession, endSession } from '../../../platform/session'
import { readStored, store, unstore } from '../../../platform/storage'
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
  store('features', { ...ALL_FEATURES, sms: false })
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
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LogInView />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  return {
    user,
    press: () => user.click(screen.getByRole('button', { name: '登录' })),
    tick: () => user.click(screen.getByRole('checkbox')),
    fill: async (username: string, password: string) => {
      await user.type(await screen.findByLabelText('账号'), username)
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

test('before the ways in are known the page waits, and the form of an unknown deployment is that of the password', async () => {
  unstore('features')
  const { status, body } = refused(500, 'unexpected', '服务器开小差了，请稍后再试')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(body), { status }))
  open()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(await screen.findByLabelText('账号')).toBeTruthy()
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

/** A server that sends codes; each path answers as given. */
function givenCodes(answers: Record<string, Answer | (() => Answer)>): { path: string; body: unknown }[] {
  const asked: { path: string; body: unknown }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const path = String(url).replace('/aaapi', '')
    if (init?.method === 'POST') asked.push({ path, body: JSON.parse(String(init.body)) })
    const given = answers[path] ?? ok(path === '/features' ? ALL_FEATURES : [])
    const { status, body } = typeof given === 'function' ? given() : given
    return new Response(JSON.stringify(body), { status })
  })
  store('features', ALL_FEATURES)
  return asked
}
const SENT = ok({ seconds: 60, shownCode: '123456' })
const phoneLogIn = (over: object) => ok({ logIn: null, isNew: false, claimed: null, ...over })
const byCode = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(await screen.findByLabelText('手机号'), '138 1234 0000')
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await screen.findByText('演示环境不发短信，验证码是 123456')
  await user.type(screen.getByLabelText('验证码'), '123456')
}

test('another number has another code: neither the wait nor the code of the first one stays', async () => {
  givenCodes({ '/auth/phone-code': SENT })
  const { user } = open()
  await byCode(user)
  await user.type(screen.getByLabelText('手机号'), '{Backspace}1')
  expect(screen.getByRole('button', { name: '获取验证码' }).getAttribute('aria-disabled')).not.toBe('true')
  expect(screen.queryByText('演示环境不发短信，验证码是 123456')).toBeNull()
  expect((screen.getByLabelText('验证码') as HTMLInputElement).value).toBe('')
})

test('where codes are sent, phone and code come first, with consent on the same page; a new account says its name next', async () => {
  const asked = givenCodes({
    '/auth/phone-code': SENT,
    '/auth/phone-log-in': phoneLogIn({
      logIn: { ...LOGGED_IN, userInfo: { ...LOGGED_IN.userInfo, userType: 0, nickname: '新球友' } },
      isNew: true,
    }),
  })
  const { user, press, tick } = open()
  await byCode(user)
  expect(screen.getByRole('button', { name: /^(60|59|58) 秒后重发$/ }).getAttribute('aria-disabled')).toBe('true')
  await press()
  expect(screen.getByText('请先阅读并同意')).toBeTruthy()
  await tick()
  await press()
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url: registPath('player') }))
  expect(asked).toEqual([
    { path: '/auth/phone-code', body: { phone: '13812340000' } },
    {
      path: '/auth/phone-log-in',
      body: { phone: '13812340000', code: '123456', agreementVersion: AGREEMENT_VERSION },
    },
  ])
})

test('a coach who comes by phone is a coach at once, and user name and password are one press away', async () => {
  givenCodes({ '/auth/phone-code': SENT, '/auth/phone-log-in': phoneLogIn({ logIn: LOGGED_IN }) })
  const { user, press, tick } = open()
  await user.click(await screen.findByRole('link', { name: '用户名密码登录' }))
  expect(screen.getByLabelText('账号')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: '手机号验证码登录' }))
  await byCode(user)
  await tick()
  await press()
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: homePath() }))
  expect(readStored('identity')).toBe('coach')
})

test('from the third code on a picture is read; another one comes after a wrong answer', async () => {
  const picture = (ticket: string) => ok({ ticket, picture: 'data:image/png;base64,AAAA' })
  const sends = [
    refused(409, 'picture_needed', '请先输入图中的字符'),
    refused(400, 'picture_wrong', '图中的字符不对，请按新的图片输入'),
    SENT,
  ]
  const pictures = [picture('t1'), picture('t2')]
  const asked = givenCodes({
    '/auth/phone-code': () => sends.shift() ?? SENT,
    '/auth/phone-code-picture': () => pictures.shift() ?? picture('t3'),
  })
  const { user } = open()
  const send = () => user.click(screen.getByRole('button', { name: '获取验证码' }))
  await user.type(await screen.findByLabelText('手机号'), '13812340000')
  await send()
  const field = await screen.findByLabelText('图中的 4 个字符')
  await user.type(field, 'aaaa')
  await send()
  await screen.findByText('图中的字符不对，请按新的图片输入')
  await waitFor(() => expect(field).toHaveProperty('value', ''))
  await user.type(field, 'k7mx')
  await send()
  await screen.findByText(/^演示环境不发短信/)
  expect(screen.queryByLabelText('图中的 4 个字符')).toBeNull()
  expect(asked.map(({ body }) => (body as { picture?: object }).picture)).toEqual([
    undefined,
    { ticket: 't1', text: 'aaaa' },
    { ticket: 't2', text: 'k7mx' },
  ])
})

test.each([
  ['phone_code_wrong', 400, { triesLeft: 4 }, '验证码不正确或已过期，还可尝试 4 次'],
  ['phone_code_locked', 429, { minutes: 15 }, '验证码输错次数过多，请 15 分钟后再试'],
  ['account_suspended', 403, { until: null }, '账号已停用，请联系客服'],
])('%s is said where it belongs', async (code, status, data, sentence) => {
  const msg = code === 'phone_code_wrong' ? '验证码不正确或已过期' : '账号已停用，请联系客服'
  givenCodes({ '/auth/phone-code': SENT, '/auth/phone-log-in': refused(status, code, msg, data) })
  const { user, press, tick } = open()
  await byCode(user)
  await tick()
  await press()
  await screen.findByText(sentence)
})

test('a claimed number asks for the password of its account, or makes a new one after a question', async () => {
  const asked = givenCodes({
    '/auth/phone-code': SENT,
    '/auth/phone-log-in': phoneLogIn({ claimed: { ticket: 't', username: 'li***n' } }),
    '/auth/settle-phone-log-in': () =>
      asked.filter(({ path }) => path.endsWith('settle-phone-log-in')).length === 1
        ? refused(400, 'login_wrong', '用户名或密码错误', { triesLeft: 4 })
        : ok({ logIn: LOGGED_IN, isNew: false }),
  })
  const { user, press, tick } = open()
  await byCode(user)
  await tick()
  await press()
  await screen.findByText(/^账号 li\*\*\*n 登记了这个手机号/)
  await user.type(screen.getByLabelText('那个账号的密码'), 'demo1234')
  await user.click(screen.getByRole('button', { name: '登录这个账号' }))
  await screen.findByText('用户名或密码错误，还可尝试 4 次')
  await user.click(screen.getByRole('button', { name: '登录这个账号' }))
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: homePath() }))
  expect(asked.at(-1)?.body).toEqual({ ticket: 't', password: 'demo1234', agreementVersion: AGREEMENT_VERSION })
})

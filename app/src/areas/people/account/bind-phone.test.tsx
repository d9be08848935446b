import Taro from '@tarojs/taro'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { claimPath } from '../../../paths'
import { currentSession } from '../../../platform/session'
import { type FakeAnswer, givenSession } from '../../../testing/fake-server'
import type { WechatAnswer, WechatCoverProps } from '../../../ui/wechat-cover-types'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { BindPhone } from './bind-phone'
import { givenAccount } from './testing/given-account'

const platform = vi.hoisted(() => ({ hasWechat: true }))
vi.mock('../../../platform/wechat-code', () => ({
  wechatCode: async () => 'code',
  get HAS_WECHAT() {
    return platform.hasWechat
  },
}))

/** What WeChat's own button returns when it is pressed. */
let handed: WechatAnswer
vi.mock('../../../ui/wechat-cover', () => ({
  WechatCover: ({ onAnswer }: WechatCoverProps) => (
    <button type="button" onClick={() => onAnswer(handed)}>
      微信的按钮
    </button>
  ),
}))

const TICKET = { ticket: 'ticket-1', username: 'a***n' }
const MERGED = {
  tokens: { token: 'token-2', refreshToken: 'refresh-2', expiresIn: 7200 },
  userInfo: { userType: 0, userId: '7', nickname: '林小夏', avatar: null, isCompanyAdmin: false },
}
const onDone = vi.fn()

beforeEach(() => {
  onDone.mockClear()
  platform.hasWechat = true
  handed = { code: 'code-1' }
  givenSession('10')
})

function openButton(
  answer: FakeAnswer,
  settled: FakeAnswer = { data: { phone: '138****0009', logIn: null } },
  claims: FakeAnswer = { data: [] },
) {
  const calls = givenWorld({
    '/user/decrypt-phone': () => answer,
    '/auth/settle-phone': () => settled,
    '/roster/claims': () => claims,
  })
  const user = open(<BindPhone onDone={onDone} />)
  return { calls, user, press: () => user.click(screen.getByText('微信的按钮')) }
}
const free = { data: { phone: '138****0009', logIn: null, claimed: null } }
const claimed = { data: { phone: '138****0009', logIn: null, claimed: TICKET } }

test('a number that is free is assigned to the caller', async () => {
  const { calls, press } = openButton(free)
  await press()
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  await screen.findByText('手机号已绑定')
  expect(posts(calls, '/decrypt-phone').map(({ body }) => body)).toEqual([{ code: 'code-1' }])
})

test('a number under which a club registered a student leads on to the question whether they are it', async () => {
  const student = { id: '71', name: '孟晴', state: 'WAITING', remainingSessions: 12, contracts: [], used: [] }
  const group = { company: { id: '1', name: '青杉' }, registeredBy: '王启明', registeredAt: '2026-11-22T02:00:00Z' }
  const { press } = openButton(free, undefined, { data: [{ ...group, students: [student] }] })
  await press()
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: claimPath() }))
})

test('an older WeChat returns the number encrypted', async () => {
  handed = { encryptedData: 'data', iv: 'iv' }
  const { calls, press } = openButton(free)
  await press()
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(posts(calls, '/decrypt-phone').map(({ body }) => body)).toEqual([{ encryptedData: 'data', iv: 'iv' }])
})

test('a user who refuses is asked for nothing', async () => {
  handed = { errMsg: 'getPhoneNumber:fail user deny' }
  const { calls, press } = openButton(free)
  await press()
  expect(calls).toEqual([])
  expect(onDone).not.toHaveBeenCalled()
})

test('a number of another account of the same person merges both accounts, and the other account is logged in', async () => {
  const { press } = openButton({ data: { phone: '138****0009', logIn: MERGED, claimed: null } })
  await press()
  await screen.findByText('已合并到你的网页账号')
  expect(currentSession()).toMatchObject({ userId: '7', token: 'token-2' })
})

test('a number that another account claims is settled by its password', async () => {
  const { calls, user, press } = openButton(claimed, { data: { phone: '138****0009', logIn: MERGED } })
  await press()
  const sheet = await screen.findByRole('dialog', { name: '这个手机号已有账号' })
  expect(sheet.textContent).toContain('该手机号已注册为网页账号 a***n，请输入它的登录密码合并')
  expect(onDone).not.toHaveBeenCalled()
  await user.click(within(sheet).getByRole('button', { name: '合并' }))
  expect(within(sheet).getByText('请输入密码')).toBeTruthy()
  await user.type(within(sheet).getByLabelText('网页账号的密码'), 'Tennis2026')
  await user.dblClick(within(sheet).getByRole('button', { name: '合并' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(posts(calls, '/settle-phone').map(({ body }) => body)).toEqual([
    { ticket: 'ticket-1', password: 'Tennis2026' },
  ])
  expect(currentSession().userId).toBe('7')
})

test('a wrong password is shown at its field, and can be typed again', async () => {
  const { user, press } = openButton(claimed, {
    status: 400,
    code: 'password_incorrect',
    msg: '密码不正确',
    about: { triesLeft: 3 },
  })
  await press()
  const sheet = await screen.findByRole('dialog', { name: '这个手机号已有账号' })
  const password = within(sheet).getByLabelText('网页账号的密码')
  await user.type(password, 'wrong')
  await user.click(within(sheet).getByRole('button', { name: '合并' }))
  await within(sheet).findByText('密码不正确，还可尝试 3 次')
  expect(password.getAttribute('aria-invalid')).toBe('true')
  await user.type(password, '!')
  expect(password.getAttribute('aria-invalid')).toBeNull()
})

test('a user who does not own the claiming account takes the number after reading the consequences', async () => {
  const { calls, user, press } = openButton(claimed)
  await press()
  const sheet = await screen.findByRole('dialog', { name: '这个手机号已有账号' })
  await user.click(within(sheet).getByRole('button', { name: '不是我的账号' }))
  await screen.findByText(/那个网页账号不再能用手机号登录/)
  await user.click(screen.getByRole('button', { name: '归我使用' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(posts(calls, '/settle-phone').map(({ body }) => body)).toEqual([{ ticket: 'ticket-1' }])
  expect(currentSession().userId).toBe('10')
})

test('the page says why WeChat’s number cannot be used', async () => {
  const msg = '该手机号已绑定其他账号，请联系客服合并'
  const { press } = openButton({ status: 409, code: 'phone_of_others', msg })
  await press()
  await screen.findByText(msg)
  expect(onDone).not.toHaveBeenCalled()
})

/** The same on the web, where a code proves the number. */
function openOnWeb(
  account = givenAccount(),
  answer: () => FakeAnswer = () => ({ data: { logIn: null, claimed: null } }),
  settled: FakeAnswer = { data: { phone: '13812340009', logIn: null } },
) {
  platform.hasWechat = false
  const calls = givenWorld({
    '/auth/account': () => ({ data: account }),
    '/auth/phone-code': () => ({ data: { seconds: 60, shownCode: '123456' } }),
    '/auth/verify-phone': answer,
    '/auth/settle-phone': () => settled,
    '/roster/claims': () => ({ data: [] }),
  })
  const user = open(<BindPhone onDone={onDone} />)
  const prove = async (phone: string) => {
    await user.click(await screen.findByRole('button', { name: /^(验证|绑定)手机号$/ }))
    await user.type(screen.getByLabelText('手机号'), phone)
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    await screen.findByText('演示环境不发短信，验证码是 123456')
    await user.type(screen.getByLabelText('验证码'), '123456')
    await user.click(screen.getByRole('button', { name: '确定' }))
  }
  return { calls, user, prove, sent: () => posts(calls, '/auth/verify-phone').map(({ body }) => body) }
}

test('on the web a code proves the number of the account, without its password', async () => {
  const { prove, sent } = openOnWeb(givenAccount({ phone: '138****0009' }))
  await prove('13812340009')
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  await screen.findByText('手机号已验证')
  expect(sent()).toEqual([{ phone: '13812340009', code: '123456' }])
})

test('on the web another number needs the password, and a wrong one is said at its field', async () => {
  const { user, prove, sent } = openOnWeb(givenAccount({ phone: '138****0009' }), () => ({
    status: 400,
    code: 'password_incorrect',
    msg: '密码不正确',
    about: { triesLeft: 4 },
  }))
  await prove('13900000001')
  expect(screen.getByText('请输入密码')).toBeTruthy()
  expect(sent()).toEqual([])
  await user.type(screen.getByLabelText('登录密码'), 'demo1234')
  await user.click(screen.getByRole('button', { name: '确定' }))
  await screen.findByText('密码不正确，还可尝试 4 次')
  expect(sent()).toEqual([{ phone: '13900000001', code: '123456', password: 'demo1234' }])
})

test('on the web the password of the account that claims the number leads on as that account', async () => {
  const { calls, user, prove } = openOnWeb(
    givenAccount({ phone: null, username: null }),
    () => ({ data: { logIn: null, claimed: TICKET } }),
    { data: { phone: '13812340009', logIn: MERGED } },
  )
  await prove('13812340009')
  await screen.findByText(/改用它登录。现在的账号不变/)
  await user.type(screen.getByLabelText('那个账号的密码'), 'demo1234')
  await user.click(screen.getByRole('button', { name: '改用那个账号登录' }))
  await screen.findByText('已改用那个账号登录')
  expect(posts(calls, '/settle-phone').map(({ body }) => body)).toEqual([{ ticket: 'ticket-1', password: 'demo1234' }])
  expect(currentSession()).toMatchObject({ userId: '7' })
})

test('on the web a number that another account claims is asked about', async () => {
  const { user, prove } = openOnWeb(givenAccount({ phone: null, username: null }), () => ({
    data: { logIn: null, claimed: TICKET },
  }))
  await prove('13812340009')
  await screen.findByText(/^另一个账号 a\*\*\*n 登记了这个手机号/)
  await user.click(screen.getByRole('button', { name: '不是我的账号' }))
  await user.click(await screen.findByRole('button', { name: '归我使用' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
})

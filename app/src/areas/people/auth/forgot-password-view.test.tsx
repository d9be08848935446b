import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loginH5Path } from '../../../paths'
import type { FakeAnswer } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { ForgotPasswordView } from './forgot-password-view'

function openPage(answer: () => FakeAnswer = () => ({ data: null })) {
  const calls = givenWorld({ '/auth/password-requests': answer })
  const user = open(<ForgotPasswordView />)
  return {
    user,
    sent: () => posts(calls, '/auth/password-requests').map(({ body }) => body),
    press: () => user.dblClick(screen.getByRole('button', { name: '提交申请' })),
    fill: async () => {
      await user.type(screen.getByLabelText('账号'), 'lin_xiaoman')
      await user.type(screen.getByLabelText('联系方式'), '13900000009')
      await user.type(screen.getByLabelText('怎样证明是你的账号'), '上周六约过王教练的课')
    },
  }
}

test('the page explains the way through WeChat step by step', () => {
  openPage()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1. 在微信里打开「拍档」小程序，用微信登录',
    '2. 进入「我的」-「账号与安全」-「修改密码」',
    '3. 选择「忘记原密码」，直接设置新密码',
  ])
})

test('a request is sent once, and the next steps replace the form', async () => {
  const { user, fill, press, sent } = openPage()
  await fill()
  await press()
  await screen.findByText(/如果账号存在，客服会按你留的联系方式与你核实/)
  expect(sent()).toEqual([{ account: 'lin_xiaoman', contact: '13900000009', proof: '上周六约过王教练的课' }])
  expect(screen.queryByRole('button', { name: '提交申请' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '返回登录' }))
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: loginH5Path() })
})

test('nothing is sent while a field is empty, and each empty field says what it needs', async () => {
  const { press, sent } = openPage()
  await press()
  for (const text of ['请填写用户名或手机号', '请填写联系方式', '请说明如何证明这是您的账号']) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  expect(sent()).toEqual([])
})

test('a user who asked too often reads so, and the input stays', async () => {
  const { fill, press } = openPage(() => ({
    status: 429,
    code: 'password_requests_too_many',
    msg: '提交过于频繁，请稍后再试',
  }))
  await fill()
  await press()
  await screen.findByText('提交过于频繁，请稍后再试')
  expect(screen.getByLabelText('账号')).toHaveProperty('value', 'lin_xiaoman')
})

test('where codes are sent, a proved number sets another password and logs in', async () => {
  const logIn = {
    tokens: { token: 'token', refreshToken: 'refresh', expiresIn: 7200 },
    userInfo: { userType: 0, userId: '10', nickname: '林知夏', avatar: null, isCompanyAdmin: false },
  }
  let answer: FakeAnswer = { status: 409, code: 'phone_account_missing', msg: '没有能用这个手机号重设密码的账号' }
  const calls = givenWorld({
    '/auth/phone-code': () => ({ data: { seconds: 60, shownCode: '123456' } }),
    '/auth/reset-password': () => answer,
  })
  const user = open(<ForgotPasswordView />)
  const press = () => user.click(screen.getByRole('button', { name: '设置新密码' }))
  await user.type(screen.getByLabelText('手机号'), '13812340000')
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await screen.findByText('演示环境不发短信，验证码是 123456')
  await user.type(screen.getByLabelText('验证码'), '123456')
  await user.type(screen.getByLabelText('新密码'), 'weak')
  await press()
  expect(posts(calls, '/reset-password')).toEqual([])
  await user.type(screen.getByLabelText('新密码'), 'Tennis2026')
  await press()
  await screen.findByText('没有能用这个手机号重设密码的账号')
  answer = { data: logIn }
  await press()
  await screen.findByText('新密码已设置')
  expect(posts(calls, '/reset-password').at(-1)?.body).toEqual({
    phone: '13812340000',
    code: '123456',
    newPassword: 'weakTennis2026',
  })
})

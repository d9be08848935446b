import { CLOSING_BLOCKERS } from '@paidang/api/areas/desks/accounts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { homePath, shopOrdersPath, storeCardPath } from '../../../paths'
import { currentSession } from '../../../platform/session'
import { type FakeAnswer, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { CloseAccountView, settlingPath } from './close-account-view'
import { givenClosing } from './testing/given-account'

beforeEach(() => givenSession('10'))

function openPage(closing = givenClosing(), answer: FakeAnswer = { data: null }) {
  const calls = givenWorld({ '/app-users/closing': () => ({ data: closing }), '/app-users/close': () => answer })
  const user = open(<CloseAccountView />)
  return {
    user,
    reads: () => calls.filter(({ path }) => path.endsWith('/closing')).length,
    sent: () => posts(calls, '/app-users/close').map(({ body }) => body),
    press: async () => user.click(await screen.findByRole('button', { name: '注销账号' })),
    tick: async () => user.click(await screen.findByRole('checkbox')),
  }
}
const answerYes = async (user: ReturnType<typeof open>) => {
  const dialog = await screen.findByRole('alertdialog')
  const [yes] = [...dialog.querySelectorAll('[role=button]')].slice(-1)
  await user.click(yes as HTMLElement)
}

test('what is deleted and what is kept is shown first; then password, tick and one more question close the account', async () => {
  const { user, sent, reads, press, tick } = openPage()
  await screen.findByText('昵称、头像与手机号')
  expect(screen.getByText('订单与课时流水')).toBeTruthy()
  await user.type(screen.getByLabelText('登录密码'), 'Tennis2026')
  await tick()
  await press()
  expect(sent()).toEqual([])
  await answerYes(user)
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: homePath() }))
  expect(sent()).toEqual([{ confirm: '注销', password: 'Tennis2026' }])
  expect(currentSession()).toMatchObject({ token: null, userId: null })
  await screen.findByText('账号已注销')
  // Nobody is logged in now. Another request would show an expired session.
  expect(reads()).toBe(1)
})

test('nothing is sent without tick or password', async () => {
  const { sent, press } = openPage()
  await press()
  expect(screen.getByText('请先勾选')).toBeTruthy()
  expect(screen.getByText('请输入密码')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent()).toEqual([])
})

test('blockers that appeared meanwhile are read after a refusal', async () => {
  const msg = '账号还有未了结的事项，暂时不能注销'
  const { user, reads, press, tick } = openPage(givenClosing({ needsPassword: false }), {
    status: 409,
    code: 'account_unsettled',
    msg,
  })
  await tick()
  await press()
  await answerYes(user)
  await waitFor(() => expect(reads()).toBe(2))
  expect(screen.getAllByText(msg).length).toBeGreaterThan(1)
  expect(currentSession().userId).toBe('10')
})

test('a user who came through WeChat needs no password', async () => {
  const { user, sent, press, tick } = openPage(givenClosing({ needsPassword: false }))
  await tick()
  expect(screen.queryByLabelText('登录密码')).toBeNull()
  await press()
  await answerYes(user)
  await waitFor(() => expect(sent()).toEqual([{ confirm: '注销' }]))
})

test('a wrong password is shown at its field, and the user stays logged in', async () => {
  const { user, press, tick } = openPage(undefined, {
    status: 400,
    code: 'password_incorrect',
    msg: '密码不正确',
    about: { triesLeft: 3 },
  })
  await user.type(await screen.findByLabelText('登录密码'), 'wrong')
  await tick()
  await press()
  await answerYes(user)
  await screen.findByText('密码不正确，还可尝试 3 次')
  expect(screen.getByLabelText('登录密码').getAttribute('aria-invalid')).toBe('true')
  expect(currentSession().userId).toBe('10')
})

test('each blocker leads to the page that settles it, and the button says why it is disabled', async () => {
  const blockers = [
    { kind: 'CARD_BALANCE' as const, text: '储值卡余额 ¥800，请先退回或用完', objectId: null },
    { kind: 'ORDERS' as const, text: '有 2 笔订单待支付', objectId: null },
  ]
  const { user, press } = openPage(givenClosing({ blockers }))
  await user.click(await screen.findByRole('button', { name: /^储值卡余额/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: storeCardPath() })
  await user.click(screen.getByRole('button', { name: /待支付/ }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: shopOrdersPath('unpaid') })
  expect(screen.queryByRole('checkbox')).toBeNull()
  await press()
  expect(screen.getAllByText('处理完上面的事项后可以注销')).toHaveLength(2)
  expect(Taro.pageScrollTo).toHaveBeenCalledWith({ scrollTop: 0 })
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('every blocker has a page, except those that only time settles', () => {
  expect(CLOSING_BLOCKERS.filter((kind) => settlingPath(kind, '7') === undefined)).toEqual(['LATE_SEATS', 'REFUNDS'])
})

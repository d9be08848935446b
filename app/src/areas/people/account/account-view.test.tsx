import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeAccountPath } from '../../../paths'
import { prepareFile } from '../../../platform/save-file'
import { endSession } from '../../../platform/session'
import { store } from '../../../platform/storage'
import { type FakeAnswer, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenWorld, open, posts, type World } from '../../views/cashier/testing/open-payments'
import { AccountView } from './account-view'
import { givenAccount, givenDevice } from './testing/given-account'

const hand = vi.fn(async () => undefined)
vi.mock('../../../platform/save-file', () => ({ prepareFile: vi.fn(async () => ({ needsPress: true, hand })) }))

const PHONE = givenDevice({ id: '2', platform: 'weapp', device: 'WeChat • iPhone', isThis: false })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-22T12:00:00+08:00'))
  vi.mocked(prepareFile).mockClear()
  hand.mockClear()
  givenSession('10')
})

function openAccount(account = givenAccount(), more: World = {}) {
  const calls = givenWorld({
    '/auth/account': () => ({ data: account }),
    '/auth/devices': () => ({ data: [givenDevice(), PHONE] }),
    ...more,
  })
  return { calls, user: open(<AccountView />) }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('the page shows name, number and WeChat, and says what the web cannot do', async () => {
  store('features', { ...ALL_FEATURES, sms: false })
  openAccount()
  await screen.findByText('linzhixia')
  expect(screen.getByText('138****0009')).toBeTruthy()
  expect(screen.getByText('未验证')).toBeTruthy()
  expect(screen.getByText('在微信小程序里可验证手机号')).toBeTruthy()
  expect(screen.getByText('在微信小程序里登录这个账号后可以绑定')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '绑定手机号' })).toBeNull()
})

test('a number that WeChat confirmed is marked as confirmed', async () => {
  openAccount(givenAccount({ phoneVerified: true, hasWechat: true }))
  await screen.findByText('已验证')
  expect(screen.queryByText(/在微信小程序里/)).toBeNull()
})

test('a deployment without WeChat offers neither its binding nor its check of the number', async () => {
  store('features', { ...ALL_FEATURES, wechat: false, wechatPay: false })
  openAccount()
  await screen.findByText('用户名')
  expect(screen.queryByText(/微信(?!小程序，最近使用)/)).toBeNull()
})

test('another device is logged out after a question; this device cannot be', async () => {
  const { calls, user } = openAccount(undefined, { '/log-out/2': () => ({ data: null }) })
  const items = await screen.findAllByRole('listitem')
  expect(within(items[0] as HTMLElement).getByText('本机')).toBeTruthy()
  expect(within(items[0] as HTMLElement).queryByRole('button')).toBeNull()
  expect(items[1]?.textContent).toContain('微信小程序，最近使用 11.22 11:00')
  await user.click(within(items[1] as HTMLElement).getByRole('button'))
  await user.click(await button('退出该设备'))
  await screen.findByText('该设备已退出登录')
  expect(posts(calls, '/log-out/').map(({ path }) => path)).toEqual(['/auth/devices/log-out/2'])
})

test('the password is changed with the old one, and the sheet closes', async () => {
  const { calls, user } = openAccount(undefined, { '/auth/password': () => ({ data: givenAccount() }) })
  await user.click(await button('修改密码'))
  const sheet = await screen.findByRole('dialog', { name: '修改密码' })
  expect(within(sheet).getByText('修改后，其他设备会退出登录。')).toBeTruthy()
  await user.type(within(sheet).getByLabelText('原密码'), 'Tennis2026')
  await user.type(within(sheet).getByLabelText('新密码'), 'Tennis2027')
  await user.type(within(sheet).getByLabelText('再输一次'), 'Tennis2027')
  await user.dblClick(within(sheet).getByRole('button', { name: '修改密码' }))
  await screen.findByText('修改成功')
  expect(posts(calls, '/auth/password').map(({ body }) => body)).toEqual([
    { oldPassword: 'Tennis2026', newPassword: 'Tennis2027' },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a wrong old password is shown at its field, and the input stays', async () => {
  const refusal: FakeAnswer = { status: 400, code: 'password_wrong', msg: '原密码不正确' }
  const { user } = openAccount(undefined, { '/auth/password': () => refusal })
  await user.click(await button('修改密码'))
  const sheet = await screen.findByRole('dialog', { name: '修改密码' })
  await user.type(within(sheet).getByLabelText('原密码'), 'wrong')
  await user.type(within(sheet).getByLabelText('新密码'), 'Tennis2027')
  await user.type(within(sheet).getByLabelText('再输一次'), 'Tennis2027')
  await user.click(within(sheet).getByRole('button', { name: '修改密码' }))
  await waitFor(() => expect(within(sheet).getByLabelText('原密码').getAttribute('aria-invalid')).toBe('true'))
  expect(within(sheet).getByText('原密码不正确')).toBeTruthy()
  expect((within(sheet).getByLabelText('新密码') as HTMLInputElement).value).toBe('Tennis2027')
})

test('nothing is sent while a field is wrong', async () => {
  const { calls, user } = openAccount()
  await user.click(await button('修改密码'))
  const sheet = await screen.findByRole('dialog', { name: '修改密码' })
  await user.type(within(sheet).getByLabelText('新密码'), 'short1')
  await user.click(within(sheet).getByRole('button', { name: '修改密码' }))
  expect(within(sheet).getByText('请输入原密码')).toBeTruthy()
  expect(within(sheet).getByText('密码至少8位，须同时包含字母和数字')).toBeTruthy()
  expect(within(sheet).getByText('两次输入的密码不一致')).toBeTruthy()
  expect(posts(calls, '/auth/password')).toEqual([])
})

test('a user who came through WeChat sets a user name with the first password', async () => {
  const account = givenAccount({ username: null, hasWechat: true })
  const { calls, user } = openAccount(account, { '/auth/password': () => ({ data: givenAccount() }) })
  await user.click(await button(/^设置密码/))
  const sheet = await screen.findByRole('dialog', { name: '设置密码' })
  expect(within(sheet).queryByLabelText('原密码')).toBeNull()
  await user.type(within(sheet).getByLabelText('用户名'), 'linzhixia')
  await user.type(within(sheet).getByLabelText('密码'), 'Tennis2026')
  await user.type(within(sheet).getByLabelText('再输一次'), 'Tennis2026')
  await user.click(within(sheet).getByRole('button', { name: '设置密码' }))
  await screen.findByText('修改成功')
  expect(posts(calls, '/auth/password').map(({ body }) => body)).toEqual([
    { username: 'linzhixia', newPassword: 'Tennis2026' },
  ])
})

test('a user who used a one-time password is asked for a new one at once, without the old one, and may postpone it', async () => {
  const account = givenAccount({ passwordUsedUp: true })
  const { calls, user } = openAccount(account, { '/auth/password': () => ({ data: givenAccount() }) })
  const asked = await screen.findByRole('dialog', { name: '设置新密码' })
  await user.click(within(asked).getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(await button(/^设置新密码.*一次性密码已经用过/))
  const sheet = await screen.findByRole('dialog', { name: '设置新密码' })
  expect(within(sheet).queryByLabelText('原密码')).toBeNull()
  await user.type(within(sheet).getByLabelText('新密码'), 'Tennis2027')
  await user.type(within(sheet).getByLabelText('再输一次'), 'Tennis2027')
  await user.click(within(sheet).getByRole('button', { name: '设置新密码' }))
  await screen.findByText('修改成功')
  expect(posts(calls, '/auth/password').map(({ body }) => body)).toEqual([{ newPassword: 'Tennis2027' }])
})

test('the user’s data is fetched first, and saved at a second press', async () => {
  const file = { fileName: '我的数据.json', contentType: 'application/json', base64: 'e30=' }
  const { user } = openAccount(undefined, { '/app-users/export': () => ({ data: file }) })
  await user.click(await button(/^导出我的数据/))
  await screen.findByText('数据已经准备好')
  expect(prepareFile).toHaveBeenCalledWith(file)
  expect(hand).not.toHaveBeenCalled()
  await user.click(await button('保存文件'))
  await waitFor(() => expect(hand).toHaveBeenCalledTimes(1))
})

test('the page says so when the device did not save the file', async () => {
  hand.mockRejectedValueOnce(new Error('no space'))
  const file = { fileName: '我的数据.json', contentType: 'application/json', base64: 'e30=' }
  const { user } = openAccount(undefined, { '/app-users/export': () => ({ data: file }) })
  await user.click(await button(/^导出我的数据/))
  await user.click(await button('保存文件'))
  await screen.findByText('文件没有保存')
})

test('closing the account has a page of its own', async () => {
  const { user } = openAccount()
  await user.click(await button('注销账号'))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: closeAccountPath() })
})

test('a failure to read the devices is shown in their own card', async () => {
  openAccount(undefined, { '/auth/devices': () => ({ status: 500, code: 'unexpected', msg: '服务器开小差了' }) })
  await screen.findByText('登录设备没有取到')
  expect(screen.getByText('linzhixia')).toBeTruthy()
})

test('a guest is led to the log-in', () => {
  endSession()
  open(<AccountView />)
  expect(screen.getByText('登录后查看')).toBeTruthy()
})

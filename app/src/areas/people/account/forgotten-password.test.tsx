import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { givenSession } from '../../../testing/fake-server'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { AccountView } from './account-view'
import { givenAccount, givenDevice } from './testing/given-account'

// The mini-program half of this platform pair.
vi.mock('../../../platform/wechat-code', () => ({ HAS_WECHAT: true, wechatCode: () => Promise.resolve('code-1') }))

beforeEach(() => givenSession('10'))

test('a user who forgot the password sets a new one by WeChat, without the old one', async () => {
  const account = givenAccount({ phoneVerified: true, hasWechat: true })
  const calls = givenWorld({
    '/auth/account': () => ({ data: account }),
    '/auth/devices': () => ({ data: [givenDevice()] }),
    '/auth/password': () => ({ data: account }),
  })
  const user = open(<AccountView />)
  await user.click(await screen.findByRole('button', { name: '修改密码' }))
  await user.click(screen.getByRole('link', { name: '忘记原密码' }))
  const sheet = await screen.findByRole('dialog', { name: '设置新密码' })
  expect(within(sheet).queryByLabelText('原密码')).toBeNull()
  await user.type(within(sheet).getByLabelText('新密码'), 'Tennis2027')
  await user.type(within(sheet).getByLabelText('再输一次'), 'Tennis2027')
  await user.click(within(sheet).getByRole('button', { name: '设置新密码' }))
  await screen.findByText('修改成功')
  expect(posts(calls, '/auth/password').map(({ body }) => body)).toEqual([
    { newPassword: 'Tennis2027', wechatCode: 'code-1' },
  ])
})

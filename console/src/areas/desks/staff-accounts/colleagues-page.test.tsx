import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { ColleaguesPage } from './colleagues-page'
import { givenAccount } from './testing/given-account'

const owner = { id: '1', role: 'owner' as const, merchantId: '7' }
const own = givenAccount({ id: '1', username: 'merchant', nickname: '弦音店长', role: 'owner' })
const LIST = { 'GET /merchant/staff': { data: [own, givenAccount()] } }

test('an account is disabled after a question with the effect; the own account offers no actions', async () => {
  const disable = 'POST /merchant/staff/disable/8'
  const { heard } = draw(<ColleaguesPage />, {
    staff: owner,
    answers: { ...LIST, [disable]: { data: givenAccount() } },
  })
  await screen.findByText('穿线师阿杰')
  expect(screen.getByText('本人')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '停用' }))
  expect(await screen.findByText(/马上退出登录/)).toBeTruthy()
  expect(heard.some(({ method }) => method === 'POST')).toBe(false)
  const [, confirm] = screen.getAllByRole('button', { name: '停用' })
  if (!confirm) throw new Error('nothing confirms')
  await userEvent.click(confirm)
  await screen.findByText('账号已停用')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ isDisabled: true, revision: 1 })
})

test('the password of a new account is shown once', async () => {
  const create = 'POST /merchant/staff/create'
  draw(<ColleaguesPage />, {
    staff: owner,
    answers: { ...LIST, [create]: { data: { account: givenAccount({ nickname: '小李' }), password: 'abc234def567' } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: /新增店员/ }))
  await userEvent.type(await screen.findByLabelText('姓名'), '小李')
  await userEvent.type(screen.getByLabelText('账号'), 'new_clerk')
  await userEvent.click(screen.getByRole('button', { name: '创建账号' }))
  expect(await screen.findByText('abc234def567')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '已记下' }))
  expect(screen.queryByText('abc234def567')).toBeNull()
})

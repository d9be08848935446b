import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { draw, fill, refused } from '../../../testing/draw'
import { PasswordModal } from './password-modal'

type Answers = Parameters<typeof draw>[1]['answers']

const CHANGE = 'POST /staff/password'

/** Opens the window, fills it in and sends it. */
async function change(typed: { old: string; next: string; again: string }, answers: Answers = {}) {
  const onClose = vi.fn()
  const page = draw(<PasswordModal onClose={onClose} />, { answers })
  fill(
    [await screen.findByLabelText('原密码'), typed.old],
    [screen.getByLabelText('新密码'), typed.next],
    [screen.getByLabelText('再输一遍新密码'), typed.again],
  )
  await userEvent.click(screen.getByRole('button', { name: '修改密码' }))
  return { ...page, onClose }
}

test('a new password that was typed twice replaces the old one', async () => {
  const { writes, onClose } = await change(
    { old: 'demo1234', next: 'Tennis2026', again: 'Tennis2026' },
    { [CHANGE]: { data: null } },
  )
  expect(await screen.findByText('密码已修改，其他设备已退出登录')).toBeTruthy()
  expect(writes()).toEqual([[CHANGE, { oldPassword: 'demo1234', newPassword: 'Tennis2026' }]])
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

test('a weak or mistyped password is not sent', async () => {
  const { writes } = await change({ old: 'demo1234', next: 'short', again: 'other' })
  expect(await screen.findByText('密码至少8位，须同时包含字母和数字')).toBeTruthy()
  expect(await screen.findByText('两次输入的新密码不一致')).toBeTruthy()
  expect(writes()).toEqual([])
})

test('a wrong old password is reported, and the window stays open', async () => {
  const { onClose } = await change(
    { old: 'wrong', next: 'Tennis2026', again: 'Tennis2026' },
    { [CHANGE]: refused('password_wrong') },
  )
  expect(await screen.findByText('原密码不正确')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('a password that somebody else made can only be changed', async () => {
  draw(<PasswordModal isGiven onClose={() => undefined} />, { answers: {} })
  expect(await screen.findByText(/现在的密码是别人设的/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '不了' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

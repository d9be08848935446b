import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSession } from '../platform/session'
import { SignedOut } from './signed-out'

test.each([
  ['a guest', null, '登录后查看'],
  ['a device that kept its token and lost the id of its user', 'kept', '用户ID不存在，请重新登录'],
])('%s is sent to the log-in', (_case, token, title) => {
  useSession.setState({ token, userId: null })
  render(<SignedOut />)
  expect(screen.getByText(title)).toBeTruthy()
  expect(screen.getByRole('button', { name: '登录' })).toBeTruthy()
})

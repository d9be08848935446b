import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Field } from './field'

function Example({ error, onConfirm }: { error?: string; onConfirm?: () => void }) {
  const [value, setValue] = useState('')
  return <Field label="密码" password value={value} onInput={setValue} error={error} onConfirm={onConfirm} />
}

test('a password is hidden until 显示 is pressed', async () => {
  render(<Example />)
  const field = screen.getByLabelText('密码') as HTMLInputElement
  await userEvent.type(field, 'demo1234')
  expect([field.value, field.type]).toEqual(['demo1234', 'password'])
  await userEvent.click(screen.getByRole('button', { name: '显示密码' }))
  expect(field.type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: '隐藏密码' }))
  expect(field.type).toBe('password')
})

test('what is wrong is tied to the field and said at once', () => {
  render(<Example error="账号或密码不对，还可尝试 4 次" />)
  const field = screen.getByLabelText('密码')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const tied = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(tied).toBe(screen.getByRole('alert'))
  expect(tied?.textContent).toBe('账号或密码不对，还可尝试 4 次')
})

test('Enter confirms', async () => {
  const onConfirm = vi.fn()
  render(<Example onConfirm={onConfirm} />)
  await userEvent.type(screen.getByLabelText('密码'), 'x{Enter}')
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

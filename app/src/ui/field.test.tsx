import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Field, SearchField } from './field'

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

test('a fault is tied to the field and announced at once', () => {
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

function Search({ onSettled }: { onSettled: (text: string) => void }) {
  const [value, setValue] = useState('')
  return <SearchField placeholder="搜学员" value={value} onInput={setValue} onSettled={onSettled} />
}

test.each([
  ['Enter', { key: 'Enter', keyCode: 13 }, 1],
  ['Enter of a keyboard of Android without names', { key: 'Unidentified', keyCode: 13 }, 1],
  ['Enter in a composition', { key: 'Enter', keyCode: 229, isComposing: true }, 0],
  ['Enter that ends a composition in Safari', { key: 'Enter', keyCode: 229 }, 0],
  ['any key of an input method on Android', { key: 'Unidentified', keyCode: 229 }, 0],
])('%s: how often a field confirms', (_case, press, times) => {
  const onConfirm = vi.fn()
  render(<Field label="单号" value="CX7" onInput={() => undefined} onConfirm={onConfirm} />)
  fireEvent.keyDown(screen.getByLabelText('单号'), press)
  expect(onConfirm).toHaveBeenCalledTimes(times)
})

test('a search starts once typing pauses, at once on Enter, and is cleared by the cross', async () => {
  vi.useFakeTimers()
  const onSettled = vi.fn()
  render(<Search onSettled={onSettled} />)
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: '林' } })
  vi.advanceTimersByTime(200)
  fireEvent.change(field, { target: { value: '林知' } })
  vi.advanceTimersByTime(200)
  expect(onSettled).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(onSettled.mock.calls).toEqual([['林知']])
  fireEvent.change(field, { target: { value: '林知夏' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  vi.advanceTimersByTime(1)
  expect(onSettled).toHaveBeenLastCalledWith('林知夏')
  fireEvent.click(screen.getByRole('button', { name: '清空' }))
  vi.advanceTimersByTime(1)
  expect(onSettled).toHaveBeenLastCalledWith('')
})

test('nothing is searched during a Chinese composition', async () => {
  vi.useFakeTimers()
  const onSettled = vi.fn()
  render(<Search onSettled={onSettled} />)
  const field = screen.getByRole('searchbox')
  fireEvent.compositionStart(field)
  fireEvent.change(field, { target: { value: 'lin' } })
  vi.advanceTimersByTime(2000)
  expect(onSettled).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: '林' } })
  fireEvent.compositionEnd(field)
  vi.advanceTimersByTime(2000)
  expect(onSettled.mock.calls).toEqual([['林']])
  vi.useRealTimers()
})

test('invisible characters of a copied number are removed, except in a password', async () => {
  const onInput = vi.fn()
  const { rerender } = render(<Field label="手机号" value="" onInput={onInput} />)
  const paste = async () => {
    await userEvent.click(screen.getByRole('textbox', { hidden: true }))
    await userEvent.paste('\u202d13800000001\u202c')
  }
  await paste()
  expect(onInput).toHaveBeenLastCalledWith('13800000001')
  rerender(<Field label="密码" value="" onInput={onInput} password />)
  await userEvent.click(screen.getByLabelText('密码'))
  await userEvent.paste('\u202d1\u202c')
  expect(onInput).toHaveBeenLastCalledWith('\u202d1\u202c')
})

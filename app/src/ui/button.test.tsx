import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useToast } from '../platform/toast-present'
import { Button } from './button'

test('while something is missing a press says what and leads there, and nothing is done', async () => {
  const onPress = vi.fn()
  const onLacking = vi.fn()
  const { rerender } = render(
    <Button lacks="先选学员" onLacking={onLacking} onPress={onPress}>
      确认约课
    </Button>,
  )
  const button = screen.getByRole('button', { name: '确认约课' })
  expect(button.getAttribute('aria-disabled')).toBeNull()
  await userEvent.click(button)
  expect(useToast.getState().toast?.text).toBe('先选学员')
  expect([onPress.mock.calls.length, onLacking.mock.calls.length]).toEqual([0, 1])
  rerender(
    <Button lacks={undefined} onLacking={onLacking} onPress={onPress}>
      确认约课
    </Button>,
  )
  await userEvent.click(button)
  expect([onPress.mock.calls.length, onLacking.mock.calls.length]).toEqual([1, 1])
})

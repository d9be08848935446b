import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useToast } from '../platform/toast-present'
import { Button } from './button'
import { Card } from './card'

test('a press by finger, Enter or Space acts once each', async () => {
  const onPress = vi.fn()
  render(<Button onPress={onPress}>确认约课</Button>)
  await userEvent.click(screen.getByRole('button', { name: '确认约课' }))
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard(' ')
  expect(onPress).toHaveBeenCalledTimes(3)
})

test('while its call runs a second press does nothing, and screen readers announce it as busy', async () => {
  const onPress = vi.fn()
  render(
    <Button busy onPress={onPress}>
      确认约课
    </Button>,
  )
  const button = screen.getByRole('button', { name: '确认约课' })
  await userEvent.click(button)
  expect(onPress).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-busy')).toBe('true')
})

test('a disabled button shows why, can be reached by Tab, and does nothing', async () => {
  const onPress = vi.fn()
  render(
    <Button disabled reason="签到之后可以完成" onPress={onPress}>
      完成
    </Button>,
  )
  await userEvent.tab()
  const button = screen.getByRole('button', { name: '完成', description: '签到之后可以完成' })
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button)
  expect(onPress).not.toHaveBeenCalled()
})

test('a reason is hidden while the button is enabled', () => {
  render(<Button reason="签到之后可以完成">完成</Button>)
  expect(screen.queryByText('签到之后可以完成')).toBeNull()
})

test('a note is shown below the button and announced to screen readers, whether it is busy or not', () => {
  const { rerender } = render(<Button note="">提交</Button>)
  const button = screen.getByRole('button', { name: '提交' })
  rerender(
    <Button busy note="图片上传中">
      提交
    </Button>,
  )
  expect(screen.getByRole('button', { name: '提交', description: '图片上传中' })).toBe(button)
  expect(screen.getByText('图片上传中').getAttribute('aria-live')).toBe('polite')
})

test('the press of a button inside a card does not press the card', async () => {
  const onCard = vi.fn()
  const onButton = vi.fn()
  render(
    <Card onPress={onCard} label="成人私教">
      <Button onPress={onButton}>导航</Button>
    </Card>,
  )
  await userEvent.click(screen.getByRole('button', { name: '导航' }))
  expect(onButton).toHaveBeenCalledTimes(1)
  expect(onCard).not.toHaveBeenCalled()
})

test('while something is missing a press says what and leads there, and does nothing else', async () => {
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

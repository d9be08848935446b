import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button'
import { Card } from './card'
import { Sheet } from './sheet'

function Example({ onCard }: { onCard?: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <Card onPress={onCard ?? (() => undefined)} label="卡片">
      <Button onPress={() => setOpen(true)}>换教练</Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="选择教练" foot={<Button>选定</Button>}>
        王启明
      </Sheet>
    </Card>
  )
}

const opener = () => screen.getByRole('button', { name: '换教练' })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function opened(onCard?: () => void) {
  render(<Example onCard={onCard} />)
  await userEvent.click(opener())
  return screen.getByRole('dialog', { name: '选择教练' })
}

test('focus moves into the sheet, stays in it, and returns to the button that opened it', async () => {
  const dialog = await opened()
  expect(document.activeElement).toBe(dialog)
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '关闭' }))
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '选定' }))
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '关闭' }))
  await userEvent.tab({ shift: true })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '选定' }))
  await userEvent.keyboard('{Escape}')
  await gone()
  expect(document.activeElement).toBe(opener())
})

test('the back button of the browser closes the sheet and leaves the page where it is', async () => {
  await opened()
  const address = window.location.href
  act(() => window.history.back())
  await gone()
  expect(window.location.href).toBe(address)
})

test('a press in the sheet does not reach the card around the button', async () => {
  const onCard = vi.fn()
  await opened(onCard)
  await userEvent.click(screen.getByText('王启明'))
  expect(onCard).not.toHaveBeenCalled()
})

test('a drag of the head far enough down closes it, a shorter one does not', async () => {
  await opened()
  const head = screen.getByRole('heading', { name: '选择教练' })
  const drag = (to: number) => {
    fireEvent.touchStart(head, { touches: [{ clientY: 100 }] })
    fireEvent.touchMove(head, { changedTouches: [{ clientY: to }] })
    fireEvent.touchEnd(head, { changedTouches: [{ clientY: to }] })
  }
  drag(150)
  expect(screen.queryByRole('dialog')).not.toBeNull()
  drag(200)
  await gone()
})

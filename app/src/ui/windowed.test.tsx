import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CardStack } from './card'

type Entry = { isIntersecting: boolean; boundingClientRect: { height: number } }
/** The browser's callbacks, by the id of the element that is observed. */
const tellers = new Map<string, (entries: Entry[]) => void>()

beforeEach(() => {
  tellers.clear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly notify: (entries: Entry[]) => void) {}
      observe = ({ id }: Element) => tellers.set(id, this.notify)
      unobserve = ({ id }: Element) => tellers.delete(id)
      disconnect = () => undefined
    },
  )
})

const list = (count: number) => (
  <CardStack list="消息">
    {Array.from({ length: count }, (_, at) => `第 ${at + 1} 行`).map((name) => (
      <button type="button" key={name}>
        {name}
      </button>
    ))}
  </CardStack>
)
const pieces = () => [...screen.getByRole('list', { name: '消息' }).children] as HTMLElement[]
const notify = (at: number, isIntersecting: boolean, height = 960) =>
  act(() => tellers.get(pieces()[at]?.id ?? '')?.([{ isIntersecting, boundingClientRect: { height } }]))
const rows = () => screen.getAllByRole('button').length

test('sixty rows are all rendered, and nothing is observed', () => {
  render(list(60))
  expect([rows(), tellers.size]).toEqual([60, 0])
})

test('after ten pages only rows near the screen are rendered, and the rest keeps its space', () => {
  const { rerender } = render(list(60))
  rerender(list(100))
  expect(pieces()).toHaveLength(9)
  for (const at of pieces().keys()) notify(at, at < 3)
  expect(rows()).toBe(36)
  expect(pieces()[3]?.style.height).toBe('960px')
  notify(3, true)
  expect([rows(), pieces()[3]?.style.height]).toEqual([48, ''])
})

test('the focused piece stays rendered, and so does everything on a page below another', () => {
  render(list(100))
  screen.getByText('第 1 行').focus()
  notify(0, false)
  notify(1, false, 0)
  expect(rows()).toBe(100)
  expect(document.activeElement?.textContent).toBe('第 1 行')
})

test('after a change of the width all heights are measured again', () => {
  render(list(100))
  for (const at of pieces().keys()) notify(at, at === 0)
  expect(rows()).toBe(12)
  act(() => void window.dispatchEvent(new Event('resize')))
  expect(rows()).toBe(100)
  for (const at of pieces().keys()) notify(at, at === 0, 1_500)
  expect([rows(), pieces()[8]?.style.height]).toEqual([12, '1500px'])
})

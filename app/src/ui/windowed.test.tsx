import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CardStack } from './card'

type Told = { isIntersecting: boolean; boundingClientRect: { height: number } }
/** What the browser tells, by the id of the element that it watches. */
const tellers = new Map<string, (entries: Told[]) => void>()

beforeEach(() => {
  tellers.clear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly tell: (entries: Told[]) => void) {}
      observe = ({ id }: Element) => tellers.set(id, this.tell)
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
const tell = (at: number, isIntersecting: boolean, height = 960) =>
  act(() => tellers.get(pieces()[at]?.id ?? '')?.([{ isIntersecting, boundingClientRect: { height } }]))
const rows = () => screen.getAllByRole('button').length

test('sixty rows are all drawn, and nothing is watched', () => {
  render(list(60))
  expect([rows(), tellers.size]).toEqual([60, 0])
})

test('after ten pages only what is near the screen is drawn, and the rest keeps its place', () => {
  const { rerender } = render(list(60))
  rerender(list(100))
  expect(pieces()).toHaveLength(9)
  for (const at of pieces().keys()) tell(at, at < 3)
  expect(rows()).toBe(36)
  expect(pieces()[3]?.style.height).toBe('960px')
  tell(3, true)
  expect([rows(), pieces()[3]?.style.height]).toEqual([48, ''])
})

test('what has the focus stays, and so does all of a page below another', () => {
  render(list(100))
  screen.getByText('第 1 行').focus()
  tell(0, false)
  tell(1, false, 0)
  expect(rows()).toBe(100)
  expect(document.activeElement?.textContent).toBe('第 1 行')
})

test('where another width has other heights, all is measured anew', () => {
  render(list(100))
  for (const at of pieces().keys()) tell(at, at === 0)
  expect(rows()).toBe(12)
  act(() => void window.dispatchEvent(new Event('resize')))
  expect(rows()).toBe(100)
  for (const at of pieces().keys()) tell(at, at === 0, 1_500)
  expect([rows(), pieces()[8]?.style.height]).toEqual([12, '1500px'])
})

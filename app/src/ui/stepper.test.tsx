import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Stepper } from './stepper'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function Tension({ begin }: { begin: number }) {
  const [value, setValue] = useState(begin)
  return (
    <Stepper
      label="主线磅数"
      value={value}
      min={45}
      max={60}
      step={0.5}
      unit="lb"
      limits={{ min: '球拍限 45–60 lb', max: '球拍限 45–60 lb' }}
      onChange={setValue}
    />
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const value = () => screen.getByRole('group', { name: '主线磅数' }).textContent

/** Holds for this many more repeats, each of which is rendered. */
function hold(repeats: number) {
  for (let at = 0; at < repeats; at += 1) act(() => vi.advanceTimersByTime(100))
}

test('a press is one step; at a limit its button is disabled and the limit is shown', () => {
  render(<Tension begin={59.5} />)
  expect(screen.queryByText('球拍限 45–60 lb')).toBeNull()
  fireEvent.click(button('增加主线磅数'))
  expect(value()).toBe('60lb')
  expect(button('增加主线磅数').getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('球拍限 45–60 lb')).toBeTruthy()
  fireEvent.click(button('增加主线磅数'))
  expect(value()).toBe('60lb')
  fireEvent.click(button('减少主线磅数'))
  expect(value()).toBe('59.5lb')
})

test('a long press repeats after 400 ms until it is released, and the release is no step', () => {
  render(<Tension begin={50} />)
  const plus = button('增加主线磅数')
  fireEvent.touchStart(plus)
  act(() => vi.advanceTimersByTime(399))
  expect(value()).toBe('50lb')
  act(() => vi.advanceTimersByTime(1))
  expect(value()).toBe('50.5lb')
  hold(2)
  expect(value()).toBe('51.5lb')
  fireEvent.touchEnd(plus)
  fireEvent.click(plus)
  act(() => vi.advanceTimersByTime(1000))
  expect(value()).toBe('51.5lb')
  fireEvent.click(plus)
  expect(value()).toBe('52lb')
})

test('a long press stops at the limit', () => {
  render(<Tension begin={59} />)
  fireEvent.touchStart(button('增加主线磅数'))
  hold(20)
  expect(value()).toBe('60lb')
  expect(vi.getTimerCount()).toBe(0)
})

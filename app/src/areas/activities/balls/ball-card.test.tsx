import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { givenSession } from '../../../testing/fake-server'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { BallCard } from './ball-card'
import { at, givenSummary } from './testing/given-ball'

test('a card that is on screen at midnight calls tomorrow today', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: at('21', '23:59').getTime() + 50_000 })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  givenSession('10')
  const calls = givenWorld({})
  open(<BallCard ball={givenSummary()} />)
  // What is read of the reader comes first: each answer draws the card anew.
  await pass(9_000)
  expect(calls).not.toHaveLength(0)
  expect(screen.getByText(/^明天 周日/)).toBeTruthy()
  await pass(2_000)
  expect(screen.getByText(/^今天 周日/)).toBeTruthy()
})

test('a card that is on screen when its game begins says so, and offers no seat any more', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: at('22', '07:59').getTime() })
  givenSession('10')
  givenWorld({})
  open(<BallCard ball={givenSummary()} />)
  const rings = () => document.querySelectorAll('[class*=free]').length
  await act(() => vi.advanceTimersByTimeAsync(59_000))
  screen.getByText('缺 1 人')
  expect(rings()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  screen.getByText('进行中')
  expect(rings()).toBe(0)
})

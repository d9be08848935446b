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

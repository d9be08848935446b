import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { givenSession } from '../../../testing/fake-server'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { BallCard } from './ball-card'
import { at, givenSummary } from './testing/given-ball'

test('a card that is on screen at midnight calls tomorrow today', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('21', '23:59').getTime() + 59_700)
  givenSession('10')
  const calls = givenWorld({})
  open(<BallCard ball={givenSummary()} />)
  expect(screen.getByText(/^明天 周日/)).toBeTruthy()
  // What is read of the reader comes first: each answer draws the card anew.
  await vi.waitFor(() => expect(calls).not.toHaveLength(0))
  await new Promise((settled) => setTimeout(settled, 100))
  vi.setSystemTime(at('22', '00:00'))
  expect(await screen.findByText(/^今天 周日/)).toBeTruthy()
})

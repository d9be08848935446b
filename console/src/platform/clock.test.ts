import { expect, test, vi } from 'vitest'
import { serverNow, setClockBy } from './clock'

test('the time is the server’s, however wrong the clock of the computer is', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T10:00:00Z') })
  setClockBy('Wed, 20 Jan 2027 10:00:00 GMT')
  vi.advanceTimersByTime(60_000)
  expect(serverNow().toISOString()).toBe('2027-01-20T10:01:00.000Z')
  setClockBy(null)
  expect(serverNow().toISOString()).toBe('2027-01-20T10:01:00.000Z')
  setClockBy('Mon, 23 Nov 2026 10:01:03 GMT')
  expect(serverNow().toISOString()).toBe('2026-11-23T10:01:00.000Z')
})

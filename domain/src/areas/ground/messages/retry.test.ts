import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_ATTEMPTS, pauseAfter } from './retry.ts'

const MINUTE = 60_000
const attempts = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => index + 1)

test('the pauses grow from a minute to eight hours, and then the attempts end', () => {
  expect(attempts.map((count) => pauseAfter(count, 0))).toEqual(
    [1, 4, 16, 64, 256, 480, 480].map((minutes) => minutes * MINUTE),
  )
  expect(pauseAfter(MAX_ATTEMPTS, 0)).toBeUndefined()
})

test('with any chance a pause keeps three quarters of its length, and all attempts fit into a day', () => {
  const chances = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
    minLength: attempts.length,
    maxLength: attempts.length,
  })
  fc.assert(
    fc.property(chances, (chance) => {
      const pauses = attempts.map((count) => pauseAfter(count, chance[count - 1] ?? 0) ?? Number.NaN)
      for (const [index, pause] of pauses.entries()) {
        const whole = pauseAfter(index + 1, 0) ?? 0
        expect(pause).toBeLessThanOrEqual(whole)
        expect(pause).toBeGreaterThan(whole * 0.74)
      }
      expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(24 * 60 * MINUTE)
    }),
  )
})

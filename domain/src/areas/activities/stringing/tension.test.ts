import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SPORTS } from '../../../kernel/sport.ts'
import { DEFAULT_TENSION, isTension, kilogramsOf, TENSION_LIMITS, tensionLimits } from './tension.ts'

const halfPounds = fc.integer({ min: 20, max: 180 })

// A pound is 0.45359237 kg by definition. The products are written out, so that the roundings are visible.
test.each([
  [10, '4.54'], // 4.5359237
  [16, '7.26'], // 7.25747792
  [20.5, '9.30'], // 9.298643585
  [24, '10.89'], // 10.88621688
  [24.5, '11.11'], // 11.113013065
  [26, '11.79'], // 11.79340162
  [28, '12.70'], // 12.70058636
  [36, '16.33'], // 16.32932532
  [45.5, '20.64'], // 20.638452835
  [50, '22.68'], // 22.6796185
  [52, '23.59'], // 23.58680324
  [52.5, '23.81'], // 23.813599425
  [55, '24.95'], // 24.94758035
  [60, '27.22'], // 27.2155422
  [70, '31.75'], // 31.7514659
  [90, '40.82'], // 40.8233133
])('%s lb are %s kg', (pounds, kilograms) => {
  expect(kilogramsOf(pounds)).toBe(kilograms)
})

test('kilograms differ from the exact value by at most half a hundredth, for every half pound', () => {
  fc.assert(
    fc.property(halfPounds, (halves) => {
      const cents = BigInt(kilogramsOf(halves / 2).replace('.', ''))
      // In units of half a hundred-millionth of a kilogram, in which every half pound is a whole number.
      const error = cents * 2_000_000n - BigInt(halves) * 45_359_237n
      expect(error > -1_000_000n && error <= 1_000_000n).toBe(true)
    }),
  )
})

test('more pounds are more kilograms', () => {
  fc.assert(
    fc.property(halfPounds, (halves) => {
      expect(Number(kilogramsOf((halves + 1) / 2))).toBeGreaterThan(Number(kilogramsOf(halves / 2)))
    }),
  )
})

test.each(SPORTS)('the default tension for %s is within the limits of the sport', (sport) => {
  const { mains, crosses } = DEFAULT_TENSION[sport]
  expect([mains, crosses].every((pounds) => isTension(pounds, TENSION_LIMITS[sport]))).toBe(true)
})

test('a racket uses its own limits, and its sport’s limits where it has none', () => {
  const tennis = { sport: 'tennis' as const, minTension: null, maxTension: null }
  expect(tensionLimits(tennis)).toEqual({ min: 30, max: 70 })
  expect(tensionLimits({ ...tennis, minTension: 48 })).toEqual({ min: 48, max: 70 })
  expect(tensionLimits({ ...tennis, maxTension: 57.5 })).toEqual({ min: 30, max: 57.5 })
})

test.each([
  [48, true],
  [57, true],
  [52.5, true],
  [47.5, false],
  [57.5, false],
  [52.25, false],
  [Number.NaN, false],
])('between 48 and 57 lb, %s is a valid tension: %s', (pounds, expected) => {
  expect(isTension(pounds, { min: 48, max: 57 })).toBe(expected)
})

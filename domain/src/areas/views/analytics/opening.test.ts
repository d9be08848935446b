import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '../../../kernel/day.ts'
import { openHours, weekdaysOf } from './opening.ts'

// 2026-05-01 is a Friday.
const week = { from: '2026-05-01', until: '2026-05-07' }

test('a week contains each weekday once, and nine days contain two of them twice', () => {
  expect(weekdaysOf(week)).toEqual([1, 1, 1, 1, 1, 1, 1])
  expect(weekdaysOf({ ...week, until: '2026-05-09' })).toEqual([1, 1, 1, 1, 1, 2, 2])
  expect(weekdaysOf({ ...week, until: '2026-05-01' })).toEqual([0, 0, 0, 0, 0, 1, 0])
})

test('the last start counts, and an hour that is half open has one half-hour per court', () => {
  const friday = { from: '2026-05-01', until: '2026-05-01' }
  expect(openHours(friday, [{ firstStart: 19, lastStart: 22, count: 3 }])).toEqual([
    { weekday: 5, hour: 9, halfHours: 3 },
    { weekday: 5, hour: 10, halfHours: 6 },
    { weekday: 5, hour: 11, halfHours: 3 },
  ])
})

const openings = fc.array(
  fc
    .tuple(fc.nat(47), fc.nat(47), fc.nat(20))
    .map(([one, other, count]) => ({ firstStart: Math.min(one, other), lastStart: Math.max(one, other), count })),
  { maxLength: 4 },
)
const periods = fc
  .tuple(fc.nat(3000), fc.nat(365))
  .map(([start, length]) => ({ from: addDays('2020-01-01', start), until: addDays('2020-01-01', start + length) }))

test('all half-hours of all days are counted exactly once', () => {
  fc.assert(
    fc.property(periods, openings, (period, offered) => {
      const days = daysBetween(period.from, period.until) + 1
      expect(weekdaysOf(period).reduce((sum, count) => sum + count, 0)).toBe(days)
      const ofADay = offered.reduce(
        (sum, { firstStart, lastStart, count }) => sum + (lastStart - firstStart + 1) * count,
        0,
      )
      const hours = openHours(period, offered)
      expect(hours.reduce((sum, { halfHours }) => sum + halfHours, 0)).toBe(ofADay * days)
      expect(new Set(hours.map(({ weekday, hour }) => `${weekday} ${hour}`)).size).toBe(hours.length)
    }),
  )
})

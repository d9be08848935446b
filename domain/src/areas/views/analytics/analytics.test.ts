import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, firstOfMonth } from '../../../kernel/day.ts'
import {
  attendanceRateOf,
  changeOf,
  monthSoFar,
  openHours,
  periodBefore,
  shareOf,
  weekdaysOf,
  whyNotPeriod,
} from './analytics.ts'

test.each([
  ['a month so far', '2026-05-01', '2026-05-12', '2026-04-01', '2026-04-12'],
  ['a whole month', '2026-05-01', '2026-05-31', '2026-04-01', '2026-04-30'],
  ['a whole short month', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['more days than the month before has', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['the first day of a month', '2026-05-01', '2026-05-01', '2026-04-01', '2026-04-01'],
  ['a week across months', '2026-04-28', '2026-05-04', '2026-04-21', '2026-04-27'],
  ['days within a month', '2026-05-10', '2026-05-12', '2026-05-07', '2026-05-09'],
  ['a year', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
])('%s is compared with the period before', (_case, from, until, beforeFrom, beforeUntil) => {
  expect(periodBefore({ from, until })).toEqual({ from: beforeFrom, until: beforeUntil })
})

const periods = fc
  .tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 365 }))
  .map(([start, length]) => ({ from: addDays('2020-01-01', start), until: addDays('2020-01-01', start + length) }))

test('the compared period is wholly earlier and allowed, and longer only when both are whole months', () => {
  fc.assert(
    fc.property(periods, (period) => {
      const before = periodBefore(period)
      expect(before.from <= before.until && before.until < period.from).toBe(true)
      expect(whyNotPeriod(before)).toBeUndefined()
      const isMonth = period.from === firstOfMonth(period.until)
      if (!isMonth) expect(daysBetween(before.from, before.until)).toBe(daysBetween(period.from, period.until))
      if (isMonth)
        expect([before.from, before.until].map((day) => firstOfMonth(day))).toEqual([before.from, before.from])
    }),
  )
})

test.each([
  ['one day', '2026-05-01', '2026-05-01', undefined],
  ['a leap year', '2024-01-01', '2024-12-31', undefined],
  ['a day more', '2024-01-01', '2025-01-01', 'period_invalid'],
  ['one that ends before it begins', '2026-05-02', '2026-05-01', 'period_invalid'],
])('figures of %s', (_case, from, until, refusal) => {
  expect(whyNotPeriod({ from, until })).toBe(refusal)
})

test('the month so far ends today', () => {
  expect(monthSoFar('2026-05-12')).toEqual({ from: '2026-05-01', until: '2026-05-12' })
  expect(monthSoFar('2026-05-01')).toEqual({ from: '2026-05-01', until: '2026-05-01' })
})

test('late players count as present, players on leave do not', () => {
  expect(attendanceRateOf({ present: 6, late: 1, absent: 2, leave: 1 })).toBe(0.7)
  expect(attendanceRateOf({ present: 0, late: 0, absent: 0, leave: 0 })).toBeUndefined()
})

test('attendance is between 0 and 1, and one more present player never lowers it', () => {
  const count = fc.nat(1000)
  fc.assert(
    fc.property(fc.record({ present: count, late: count, absent: count, leave: count }), (counts) => {
      const rate = attendanceRateOf(counts)
      const more = attendanceRateOf({ ...counts, present: counts.present + 1 }) ?? 0
      expect(more).toBeGreaterThanOrEqual(rate ?? 0)
      expect(more).toBeLessThanOrEqual(1)
      expect(rate === undefined).toBe(Object.values(counts).every((seats) => seats === 0))
    }),
  )
})

test.each([
  ['a quarter more', 125, 100, 0.25],
  ['half as much', 50, 100, -0.5],
  ['the same', 7, 7, 0],
  ['all of it gone', 0, 3, -1],
  ['something after nothing', 3, 0, undefined],
  ['less of what was taken back', -5, -10, 0.5],
])('%s', (_case, now, before, change) => {
  expect(changeOf(now, before)).toBe(change)
})

test('a share of zero is undefined', () => {
  expect(shareOf(3, 4)).toBe(0.75)
  expect(shareOf(0, 0)).toBeUndefined()
})

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
const openPeriods = fc
  .tuple(fc.nat(3000), fc.nat(365))
  .map(([start, length]) => ({ from: addDays('2020-01-01', start), until: addDays('2020-01-01', start + length) }))

test('all half-hours of all days are counted exactly once', () => {
  fc.assert(
    fc.property(openPeriods, openings, (period, offered) => {
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

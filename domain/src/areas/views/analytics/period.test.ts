import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, firstOfMonth } from '../../../kernel/day.ts'
import { monthSoFar, periodBefore, whyNotPeriod } from './period.ts'

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

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, weekdayOf } from '../../../kernel/day.ts'
import { addMonths, daysOfMonth, monthOf, weeksOf } from './month.ts'

const anyMonth = fc
  .record({ year: fc.integer({ min: 2000, max: 2098 }), number: fc.integer({ min: 1, max: 12 }) })
  .map(({ year, number }) => `${year}-${String(number).padStart(2, '0')}`)

test.each([
  ['2026-05', 1, '2026-06'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-05', -17, '2024-12'],
  ['2026-05', 0, '2026-05'],
])('%s and %i months is %s', (month, count, result) => {
  expect(addMonths(month, count)).toBe(result)
})

test.each([
  ['2024-02', '2024-02-29'],
  ['2026-02', '2026-02-28'],
  ['2026-04', '2026-04-30'],
  ['2026-12', '2026-12-31'],
])('%s ends on %s', (month, last) => {
  expect(daysOfMonth(month)).toEqual({ first: `${month}-01`, last })
})

test('a month that begins on a Sunday and has four weeks is shown as four weeks', () => {
  expect(weeksOf('2026-02').map((week) => week[0])).toEqual(['2026-02-01', '2026-02-08', '2026-02-15', '2026-02-22'])
})

test('a month that needs six weeks is shown as six weeks', () => {
  const weeks = weeksOf('2026-05')
  expect([weeks.length, weeks[0]?.[0], weeks[5]?.[6]]).toEqual([6, '2026-04-26', '2026-06-06'])
})

test('adding months and subtracting them leads to the same month', () => {
  fc.assert(
    fc.property(anyMonth, fc.integer({ min: 0, max: 11 }), (month, count) => {
      expect(addMonths(addMonths(month, count), -count)).toBe(month)
    }),
  )
})

test('the sheet has whole weeks from Sunday on without a gap, with every day of its month once', () => {
  fc.assert(
    fc.property(anyMonth, (month) => {
      const weeks = weeksOf(month)
      const days = weeks.flat()
      expect(weeks.every((week) => week.length === 7)).toBe(true)
      expect(weekdayOf(days[0] ?? '')).toBe(0)
      expect(days).toEqual(days.map((_, at) => addDays(days[0] ?? '', at)))
      const { first, last } = daysOfMonth(month)
      const own = days.filter((day) => monthOf(day) === month)
      expect([own[0], own[own.length - 1]]).toEqual([first, last])
      expect(days.length - own.length).toBeLessThan(14)
    }),
  )
})

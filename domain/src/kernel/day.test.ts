import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  dateWindow,
  dayOf,
  daysBetween,
  firstOfMonth,
  formatDateTime,
  formatDotDay,
  formatSlashDay,
  halfHourOfInstant,
  hasBegun,
  instantOf,
  isDay,
  monthDotDay,
  oneYearAfter,
  toIsoDay,
  WEEKDAY_NAMES,
  weekdayOf,
} from './day.ts'

const anyDay = fc.integer({ min: 0, max: 36_524 }).map((offset) => addDays('2000-01-01', offset))
const anyInstant = fc
  .integer({ min: Date.UTC(2000, 0, 2), max: Date.UTC(2099, 11, 30) })
  .map((milliseconds) => new Date(milliseconds))

test.each([
  ['2000-01-01', true],
  ['2099-12-31', true],
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['2026-02-28', true],
  ['1999-12-31', false],
  ['2100-01-01', false],
  ['0000-01-01', false],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-04-31', false],
  ['2026-00-10', false],
  ['2026-13-01', false],
  ['2026-01-00', false],
  ['2026-01-32', false],
  ['2026-1-5', false],
  ['2026/01/05', false],
  ['2026-01-05 ', false],
  ['2026-01-05\n', false],
  [' 2026-01-05', false],
  ['2026-01-05T00:00:00Z', false],
  ['２０２６-01-05', false],
  ['', false],
  ['20', false],
] as const)('%j is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test.each([
  ['2026-04-30T15:59:59.999Z', '2026-04-30', 47, '2026-04-30 23:59:59'],
  ['2026-04-30T16:00:00.000Z', '2026-05-01', 0, '2026-05-01 00:00:00'],
  ['2026-05-01T12:00:00+08:00', '2026-05-01', 24, '2026-05-01 12:00:00'],
  ['2026-05-01T12:29:59.999+08:00', '2026-05-01', 24, '2026-05-01 12:29:59'],
  ['2026-05-01T12:30:00+08:00', '2026-05-01', 25, '2026-05-01 12:30:00'],
  ['2025-12-31T23:59:59+08:00', '2025-12-31', 47, '2025-12-31 23:59:59'],
  ['2026-01-01T00:00:00+08:00', '2026-01-01', 0, '2026-01-01 00:00:00'],
  ['2024-02-29T08:05:09+08:00', '2024-02-29', 16, '2024-02-29 08:05:09'],
  ['1969-12-31T15:00:00Z', '1969-12-31', 46, '1969-12-31 23:00:00'],
] as const)('at %s it is %s in Shanghai, half-hour %i, written %s', (iso, day, halfHour, text) => {
  const instant = new Date(iso)
  expect(dayOf(instant)).toBe(day)
  expect(halfHourOfInstant(instant)).toBe(halfHour)
  expect(formatDateTime(instant)).toBe(text)
})

test('an invalid Date is refused and not written as a day', () => {
  const invalid = new Date(Number.NaN)
  expect(() => dayOf(invalid)).toThrow(RangeError)
  expect(() => halfHourOfInstant(invalid)).toThrow(RangeError)
  expect(() => formatDateTime(invalid)).toThrow(RangeError)
})

test('every function that takes a day refuses a text that is no day', () => {
  const takers: ((day: string) => unknown)[] = [
    (day) => instantOf(day, 0),
    (day) => addDays(day, 1),
    (day) => daysBetween(day, '2026-01-01'),
    (day) => daysBetween('2026-01-01', day),
    weekdayOf,
    formatSlashDay,
    toIsoDay,
    monthDotDay,
    (day) => dateWindow(day),
  ]
  for (const take of takers) expect(() => take('2026-02-30')).toThrow(RangeError)
})

test.each([
  [0, '2026-04-30T16:00:00.000Z'],
  [37, '2026-05-01T10:30:00.000Z'],
  [48, '2026-05-01T16:00:00.000Z'],
] as const)('half-hour %i of 2026-05-01 begins at %s', (halfHour, iso) => {
  expect(instantOf('2026-05-01', halfHour).toISOString()).toBe(iso)
})

test.each([-1, 49, 1.5])('half-hour %s of a day has no instant', (halfHour) => {
  expect(() => instantOf('2026-05-01', halfHour)).toThrow(RangeError)
})

test.each([
  ['2026-05-01T18:29:59.999+08:00', false],
  ['2026-05-01T18:30:00+08:00', true],
  ['2026-05-02T00:00:00+08:00', true],
  ['2026-04-30T19:00:00+08:00', false],
] as const)('at %s the half-hour 18:30 of 2026-05-01 has begun: %s', (iso, expected) => {
  expect(hasBegun('2026-05-01', 37, new Date(iso))).toBe(expected)
})

test('an instant is in the half-hour and the day that are found for it', () => {
  fc.assert(
    fc.property(anyInstant, (instant) => {
      const begin = instantOf(dayOf(instant), halfHourOfInstant(instant)).getTime()
      expect(begin).toBeLessThanOrEqual(instant.getTime())
      expect(instant.getTime() - begin).toBeLessThan(30 * 60_000)
    }),
  )
})

test('a half-hour begins in itself', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 47 }), (day, halfHour) => {
      const instant = instantOf(day, halfHour)
      expect([dayOf(instant), halfHourOfInstant(instant)]).toEqual([day, halfHour])
    }),
  )
})

test.each([
  ['2026-01-31', 1, '2026-02-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2025-02-28', 1, '2025-03-01'],
  ['2025-12-31', 1, '2026-01-01'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-05-01', 0, '2026-05-01'],
] as const)('%s and %i days is %s', (day, n, expected) => {
  expect(addDays(day, n)).toBe(expected)
  expect(daysBetween(day, expected)).toBe(n)
})

test('added days equal the days between, and every day of the century is a day', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -400, max: 400 }), (day, n) => {
      expect(isDay(day)).toBe(true)
      expect(daysBetween(day, addDays(day, n))).toBe(n)
      expect(weekdayOf(addDays(day, 7))).toBe(weekdayOf(day))
    }),
  )
})

test.each([
  ['2026-11-22', 0, '周日'],
  ['2026-11-23', 1, '周一'],
  ['2026-11-28', 6, '周六'],
  ['2024-02-29', 4, '周四'],
] as const)('%s is weekday %i, %s', (day, weekday, name) => {
  expect(weekdayOf(day)).toBe(weekday)
  expect(WEEKDAY_NAMES[weekdayOf(day)]).toBe(name)
})

test.each([
  ['2026-11-20', '2027-11-20'],
  ['2028-02-29', '2029-02-28'],
])('one year after %s is %s', (day, next) => {
  expect(oneYearAfter(day)).toBe(next)
})

test('the display form has points and leading zeros', () => {
  expect(formatDotDay('2026-01-05')).toBe('2026.01.05')
  expect(() => formatDotDay('2026-02-30')).toThrow(RangeError)
})

test('slash and hyphen forms interconvert', () => {
  expect(formatSlashDay('2026-01-05')).toBe('2026/01/05')
  expect(toIsoDay('2026/01/05')).toBe('2026-01-05')
  expect(toIsoDay('2026-01-05')).toBe('2026-01-05')
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(toIsoDay(formatSlashDay(day))).toBe(day)
    }),
  )
})

test.each(['2026/1/5', '2026-01/05', '2026/02/30', '20260105', ''])('%j is neither form', (text) => {
  expect(() => toIsoDay(text)).toThrow(RangeError)
})

test.each([
  ['2026-01-05', '1.5'],
  ['2026-10-09', '10.9'],
  ['2026-11-22', '11.22'],
] as const)('%s is shown as %s', (day, expected) => {
  expect(monthDotDay(day)).toBe(expected)
})

test('the date list begins today, exactly from midnight in Shanghai', () => {
  const before = dateWindow(dayOf(new Date('2025-12-24T15:59:59.999Z')))
  const after = dateWindow(dayOf(new Date('2025-12-24T16:00:00.000Z')))
  expect(before[0]).toEqual({ fullDate: '2025/12/24', displayDate: '12.24', weekday: '周三', isSelected: true })
  expect(after[0]).toEqual({ fullDate: '2025/12/25', displayDate: '12.25', weekday: '周四', isSelected: true })
  expect(before[13]).toEqual({ fullDate: '2026/01/06', displayDate: '1.6', weekday: '周二', isSelected: false })
})

test('the date list crosses the end of February, with and without a 29th', () => {
  const dates = (today: string) => dateWindow(today).map(({ fullDate }) => fullDate)
  expect(dates('2024-02-25').slice(3, 6)).toEqual(['2024/02/28', '2024/02/29', '2024/03/01'])
  expect(dates('2025-02-25').slice(3, 5)).toEqual(['2025/02/28', '2025/03/01'])
})

test('the date list has 14 days without a gap, and selects the named day if it contains it', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -3, max: 17 }), (today, offset) => {
      const items = dateWindow(today, addDays(today, offset))
      expect(items).toHaveLength(14)
      items.forEach((item, index) => {
        expect(daysBetween(today, toIsoDay(item.fullDate))).toBe(index)
        expect(item.isSelected).toBe(index === offset)
      })
    }),
  )
})

test.each([
  ['2026-05-31', undefined, '2026-05-01'],
  ['2026-05-31', 3, '2026-02-01'],
  ['2026-01-01', 1, '2025-12-01'],
  ['2026-05-01', 24, '2024-05-01'],
])('the month of %s, %s before, begins on %s', (day, monthsBefore, first) => {
  expect(firstOfMonth(day, monthsBefore)).toBe(first)
})

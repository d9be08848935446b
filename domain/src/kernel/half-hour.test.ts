import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DEFAULT_FIRST_START,
  DEFAULT_LAST_START,
  HALF_HOURS_PER_DAY,
  halfHourOf,
  halfHoursBetween,
  timeOf,
  whenOf,
} from './half-hour.ts'

test.each([
  [0, '00:00'],
  [1, '00:30'],
  [12, '06:00'],
  [19, '09:30'],
  [20, '10:00'],
  [44, '22:00'],
  [47, '23:30'],
  [48, '24:00'],
] as const)('half-hour %i begins at %s, and the time converts back to it', (halfHour, time) => {
  expect(timeOf(halfHour)).toBe(time)
  expect(halfHourOf(time)).toBe(halfHour)
})

test.each([-1, 49, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is not a half-hour', (halfHour) => {
  expect(() => timeOf(halfHour)).toThrow(RangeError)
  expect(() => halfHoursBetween(halfHour, 48)).toThrow(RangeError)
  expect(() => halfHoursBetween(0, halfHour)).toThrow(RangeError)
})

test.each([
  '',
  '6:00',
  '06:15',
  '06:0',
  '24:30',
  '25:00',
  '06:60',
  '-6:00',
  ' 06:00',
  '06:00\n',
  '06:00:00',
  '０６:００',
])('%j is not a half-hour of the day', (time) => {
  expect(() => halfHourOf(time)).toThrow(RangeError)
})

test('an index converts to a time and back to the same index, for every half-hour', () => {
  const times = Array.from({ length: HALF_HOURS_PER_DAY + 1 }, (_, index) => timeOf(index))
  expect(new Set(times).size).toBe(49)
  expect(times.map(halfHourOf)).toEqual(Array.from({ length: 49 }, (_, index) => index))
  expect(times.slice().sort()).toEqual(times)
})

test('an accepted time text is exactly the text of its index', () => {
  const nearTimes = fc
    .tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom('00', '30', '0', '15', '60'), fc.boolean())
    .map(([hour, minutes, padded]) => `${padded ? String(hour).padStart(2, '0') : hour}:${minutes}`)
  fc.assert(
    fc.property(nearTimes, (text) => {
      let index: number
      try {
        index = halfHourOf(text)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        return
      }
      expect(timeOf(index)).toBe(text)
    }),
  )
})

test.each([
  [37, 40, [37, 38, 39]],
  [47, 48, [47]],
  [12, 12, []],
  [13, 12, []],
] as const)('from %i to %i, the end excluded', (begin, end, expected) => {
  expect(halfHoursBetween(begin, end)).toEqual(expected)
})

test('a default day has 33 rows, and 06:00 and 22:00 are both possible starts', () => {
  const rows = halfHoursBetween(DEFAULT_FIRST_START, DEFAULT_LAST_START + 1)
  expect(rows).toHaveLength(33)
  expect([timeOf(DEFAULT_FIRST_START), timeOf(DEFAULT_LAST_START)]).toEqual(['06:00', '22:00'])
})

test.each([
  [37, 40, '18:30–20:00'],
  [47, 48, '23:30–24:00'],
] as const)('half-hours %i to %i are shown as %s', (begin, end, expected) => {
  expect(whenOf(begin, end)).toBe(expected)
})

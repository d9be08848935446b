import { instantOf } from '@paidang/domain/kernel/day'
import { expect, test } from 'vitest'
import { freeTimesOf, halfHoursOf } from './quick-book-sheet'

const DATE = '2026-05-02'
const courts = [
  { courtCode: 'A', name: 'A 场' },
  { courtCode: 'B', name: 'B 场' },
]
type Taken = Parameters<typeof freeTimesOf>[0]['grid'][number]
const taken = (courtCode: string, timeIndex: number): Taken => ({
  courtCode,
  timeIndex,
  date: DATE,
  status: 'COURT_OCCUPIED',
  inviteId: null,
})
const dayWith = (grid: Taken[], now = instantOf('2026-05-01', 24)) => ({
  courts,
  firstStart: 18,
  lastStart: 22,
  date: DATE,
  grid,
  now,
})
const seen = (...args: Parameters<typeof freeTimesOf>) =>
  freeTimesOf(...args).map(
    ({ beginTimeSlot, endTimeSlot, courtCode }) => `${beginTimeSlot}-${endTimeSlot} ${courtCode}`,
  )

test('an empty day offers every start that ends within it, on the first court', () => {
  expect(seen(dayWith([]), 2)).toEqual(['18-20 A', '19-21 A', '20-22 A', '21-23 A'])
})

test('another court fills in for the first one, and no run includes a taken half-hour', () => {
  expect(seen(dayWith([taken('A', 19), taken('B', 21)]), 2)).toEqual(['18-20 B', '19-21 B', '20-22 A', '21-23 A'])
})

test('starts in the past are left out', () => {
  expect(seen(dayWith([], instantOf(DATE, 20)), 2)).toEqual(['21-23 A'])
})

test('a day without room for the class offers no start', () => {
  const grid = courts.flatMap(({ courtCode }) => [taken(courtCode, 19), taken(courtCode, 21)])
  expect(seen(dayWith(grid), 2)).toEqual([])
  expect(seen(dayWith(grid), 1)).toEqual(['18-19 A', '20-21 A', '22-23 A'])
})

test.each([
  [30, 1],
  [60, 2],
  [90, 3],
  [180, 6],
])('a class of %i minutes takes %i half-hours', (minutes, count) => {
  expect(halfHoursOf(minutes)).toBe(count)
})

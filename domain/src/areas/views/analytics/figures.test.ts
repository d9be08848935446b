import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attendanceRateOf, changeOf, shareOf } from './figures.ts'

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

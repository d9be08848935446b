import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDateTime } from '../../../kernel/day.ts'
import { earliestReady, isDueTime, isOpen, isWithinReach, MAX_DAYS_AHEAD } from './ready.ts'

/** Open from 10:00 to 21:00. */
const shop = { openFrom: 20, openTo: 42 }
const at = (time: string) => new Date(`${time.length > 5 ? time : `2026-11-20T${time}`}:00+08:00`)

test('a shop is open from its first minute up to its last, the last excluded', () => {
  expect(['09:59', '10:00', '20:59', '21:00'].map((time) => isOpen(shop, at(time)))).toEqual([false, true, true, false])
})

test.each([
  ['2 hours, in the morning', 2, '10:30', '2026-11-20 12:30:00'],
  ['2 hours, just before closing', 2, '20:30', '2026-11-21 10:00:00'],
  ['2 hours, before the shop opens', 2, '08:00', '2026-11-20 12:00:00'],
  ['2 hours, after it closed', 2, '22:00', '2026-11-21 12:00:00'],
  ['6 hours, ready at the minute of closing', 6, '15:00', '2026-11-21 10:00:00'],
  ['12 hours, ready before the shop opens', 12, '20:00', '2026-11-21 10:00:00'],
  ['24 hours', 24, '12:00', '2026-11-21 12:00:00'],
  ['24 hours, after it closed', 24, '22:00', '2026-11-22 10:00:00'],
  ['48 hours over the end of a year', 48, '2026-12-30T12:15', '2027-01-01 12:15:00'],
])('a shop that takes %s', (_case, turnaroundHours, time, ready) => {
  expect(formatDateTime(earliestReady(at(time), { turnaroundHours, ...shop }))).toBe(ready)
})

test.each([
  ['a minute before it can be ready, in the same half-hour', '2026-11-20T12:30', true],
  ['the half-hour before', '2026-11-20T12:29', false],
  ['when the shop closes', '2026-11-20T21:00', false],
  ['before it opens the next day', '2026-11-21T09:59', false],
  ['when it opens the next day', '2026-11-21T10:00', true],
  ['two months ahead', '2027-01-19T12:00', true],
  ['more than two months ahead', '2027-01-20T12:00', false],
])('a racket handed in at 10:40 that takes two hours is requested for %s', (_case, time, isPossible) => {
  expect(isDueTime(at(time), at('10:40'), { turnaroundHours: 2, ...shop })).toBe(isPossible)
})

test('past times and times too far ahead are out of reach', () => {
  const now = at('12:00')
  expect(isWithinReach(now, now)).toBe(true)
  expect(isWithinReach(new Date(now.getTime() - 1), now)).toBe(false)
  expect(isWithinReach(new Date(now.getTime() + MAX_DAYS_AHEAD * 86_400_000), now)).toBe(true)
  expect(isWithinReach(new Date(now.getTime() + (MAX_DAYS_AHEAD + 2) * 86_400_000), now)).toBe(false)
})

const instants = fc.date({ min: at('2026-01-01T00:00'), max: at('2027-12-31T00:00'), noInvalidDate: true })
const shops = fc
  .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 48 }), fc.integer({ min: 1, max: 720 }))
  .filter(([openFrom, openTo]) => openFrom < openTo)
  .map(([openFrom, openTo, turnaroundHours]) => ({ openFrom, openTo, turnaroundHours }))

test('a racket is ready during opening hours, after the shop’s working time, and never earlier for a later hand-in', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 86_400_000 }), shops, (now, laterMs, any) => {
      const ready = earliestReady(now, any)
      expect(isOpen(any, ready)).toBe(true)
      expect(ready.getTime() - now.getTime()).toBeGreaterThanOrEqual(any.turnaroundHours * 3_600_000)
      const later = earliestReady(new Date(now.getTime() + laterMs), any)
      expect(later.getTime()).toBeGreaterThanOrEqual(ready.getTime())
      expect(isDueTime(ready, now, any)).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lockDays, MAX_LOCK_WEEKS, spansOf, whyNotLock } from './lock.ts'

const now = new Date('2026-05-01T10:10:00+08:00')

test.each([
  ['nothing', { day: '2026-05-02', halfHours: [] }, 'lock_slots_missing'],
  ['the half-hour that has begun', { day: '2026-05-01', halfHours: [20, 21] }, 'lock_in_past'],
  ['the next half-hour', { day: '2026-05-01', halfHours: [21] }, undefined],
  ['yesterday', { day: '2026-04-30', halfHours: [40] }, 'lock_in_past'],
  ['a year ahead', { day: '2027-05-01', halfHours: [40] }, undefined],
  ['further ahead', { day: '2027-05-02', halfHours: [40] }, 'lock_too_far'],
  ['26 weeks', { day: '2026-05-01', halfHours: [40], repeatUntil: '2026-10-29' }, undefined],
  ['a 27th', { day: '2026-05-01', halfHours: [40], repeatUntil: '2026-10-30' }, 'lock_repeats_too_long'],
] as const)('locking %s', (_case, input, refusal) => {
  expect(whyNotLock(input, now)).toBe(refusal)
})

test('a lock covers the same weekday of each week until its last day, and at least one day', () => {
  const day = '2026-05-01'
  expect(lockDays({ day })).toEqual([day])
  expect(lockDays({ day, repeatUntil: null })).toEqual([day])
  expect(lockDays({ day, repeatUntil: '2026-04-01' })).toEqual([day])
  expect(lockDays({ day, repeatUntil: '2026-05-14' })).toEqual([day, '2026-05-08'])
  expect(lockDays({ day, repeatUntil: '2026-05-15' })).toEqual([day, '2026-05-08', '2026-05-15'])
  expect(lockDays({ day, repeatUntil: '2026-10-29' })).toHaveLength(MAX_LOCK_WEEKS)
})

test('spans contain exactly the given half-hours, and never touch', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 47 })), (halfHours) => {
      const spans = spansOf(halfHours)
      const covered = spans.flatMap(({ begin, end }) =>
        Array.from({ length: end - begin }, (_, index) => begin + index),
      )
      expect(covered).toEqual([...new Set(halfHours)].sort((a, b) => a - b))
      for (const [index, { begin }] of spans.entries()) expect(begin).toBeGreaterThan(spans[index - 1]?.end ?? -1)
    }),
  )
})

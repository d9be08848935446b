import { expect, test } from 'vitest'
import { instantsOf } from './class-times'

test('a class begins and ends at its half-hours, and its day ends at midnight, in Shanghai time', () => {
  expect(instantsOf({ courseDate: '2026-11-22', beginTimeSlot: 37, endTimeSlot: 40 })).toEqual({
    startsAt: new Date('2026-11-22T10:30:00Z'),
    endsAt: new Date('2026-11-22T12:00:00Z'),
    dayEndsAt: new Date('2026-11-22T16:00:00Z'),
  })
})

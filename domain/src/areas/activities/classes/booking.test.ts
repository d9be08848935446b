import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { whyNotBookAt, whyNotRecordAt } from './booking-time.ts'
import { consumedSessionsOf } from './consumed-sessions.ts'
import { nextSameWeekday, usualCourseName } from './usual-course.ts'

const now = new Date('2026-05-01T12:00:00+08:00')
const opening = { firstStart: 12, lastStart: 44 }
const booking = { courseDate: '2026-05-02', beginTimeSlot: 20, endTimeSlot: 22 }

describe('the time of a class', () => {
  test.each([
    ['tomorrow at ten', booking, undefined],
    ['the last half-hour of the day', { ...booking, beginTimeSlot: 44, endTimeSlot: 45 }, undefined],
    ['one beyond it', { ...booking, beginTimeSlot: 44, endTimeSlot: 46 }, 'invitation_time_invalid'],
    ['before opening', { ...booking, beginTimeSlot: 11, endTimeSlot: 13 }, 'invitation_time_invalid'],
    ['an empty one', { ...booking, endTimeSlot: 20 }, 'invitation_time_invalid'],
    ['three hours', { ...booking, endTimeSlot: 26 }, undefined],
    ['three hours and a half', { ...booking, endTimeSlot: 27 }, 'invitation_too_long'],
    ['yesterday', { ...booking, courseDate: '2026-04-30' }, 'invitation_in_past'],
    [
      'the half-hour that begins now',
      { courseDate: '2026-05-01', beginTimeSlot: 24, endTimeSlot: 25 },
      'invitation_in_past',
    ],
    ['the next half-hour', { courseDate: '2026-05-01', beginTimeSlot: 25, endTimeSlot: 26 }, undefined],
    ['the thirteenth day from today', { ...booking, courseDate: '2026-05-14' }, undefined],
    ['the fourteenth', { ...booking, courseDate: '2026-05-15' }, 'invitation_outside_window'],
  ] as const)('%s', (_case, when, refusal) => {
    expect(whyNotBookAt(when, opening, now)).toBe(refusal)
  })
})

describe('the time of a class that was held', () => {
  test.each([
    ['one that ends now', { ...booking, courseDate: '2026-05-01', beginTimeSlot: 22, endTimeSlot: 24 }, undefined],
    [
      'one under way',
      { ...booking, courseDate: '2026-05-01', beginTimeSlot: 23, endTimeSlot: 25 },
      'past_class_not_over',
    ],
    ['thirty days ago', { ...booking, courseDate: '2026-04-01' }, undefined],
    ['thirty-one', { ...booking, courseDate: '2026-03-31' }, 'past_class_too_old'],
    [
      'before opening',
      { ...booking, courseDate: '2026-04-30', beginTimeSlot: 11, endTimeSlot: 13 },
      'invitation_time_invalid',
    ],
  ] as const)('%s', (_case, when, refusal) => {
    expect(whyNotRecordAt(when, opening, now)).toBe(refusal)
  })
})

describe('lesson hours of a class', () => {
  test.each([
    [2, 60, 1],
    [3, 60, 1.5],
    [1, 60, 0.5],
    [3, 90, 1],
    [2, 90, 1],
    [1, 90, 0.5],
    [4, 90, 1.5],
  ])('%i half-hours of %i minutes a lesson are %f', (halfHours, sessionDuration, sessions) => {
    expect(consumedSessionsOf(20, 20 + halfHours, sessionDuration)).toBe(sessions)
  })

  test('are whole halves, enough for the time, and less than half a lesson hour too many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 30, max: 180 }), (halfHours, duration) => {
        const sessions = consumedSessionsOf(10, 10 + halfHours, duration)
        expect(sessions * 2).toBe(Math.round(sessions * 2))
        expect(sessions * duration).toBeGreaterThanOrEqual(halfHours * 30 - 1e-9)
        expect((sessions - 0.5) * duration).toBeLessThan(halfHours * 30)
      }),
    )
  })
})

test('the next same weekday is today until the half-hour has begun', () => {
  expect(nextSameWeekday(5, 37, now)).toBe('2026-05-01')
  expect(nextSameWeekday(5, 24, now)).toBe('2026-05-08')
  expect(nextSameWeekday(0, 20, now)).toBe('2026-05-03')
  expect(usualCourseName('成人私教 1 对 1')).toBe('常用课程-成人私教 1 对 1')
})

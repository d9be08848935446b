import { describe, expect, test } from 'vitest'
import { type AlertTimes, alertFault, bookableDays, nextAfter, quietUntil, waitsFor } from './alert.ts'

/** A Friday at noon. */
const NOW = new Date('2026-05-01T12:00:00+08:00')
const TODAY = '2026-05-01'

const times = (over: Partial<AlertTimes> = {}): AlertTimes => ({
  firstDay: TODAY,
  lastDay: '2026-05-15',
  weekdays: [6, 0],
  beginTimeSlot: 36,
  endTimeSlot: 44,
  length: 2,
  ...over,
})

describe('what one can wait for', () => {
  test.each([
    ['weekend evenings within two weeks', {}, undefined],
    ['one day alone', { firstDay: '2026-05-02', lastDay: '2026-05-02' }, undefined],
    ['a day that is none of its weekdays', { firstDay: '2026-05-04', lastDay: '2026-05-04' }, 'alert_days_invalid'],
    ['no weekday', { weekdays: [] }, 'alert_days_invalid'],
    ['days that are over', { firstDay: '2026-04-01', lastDay: '2026-04-30' }, 'alert_days_invalid'],
    ['a last day before the first', { firstDay: '2026-05-09', lastDay: '2026-05-03' }, 'alert_days_invalid'],
    ['the sixtieth day', { lastDay: '2026-06-30' }, undefined],
    ['the day after that', { lastDay: '2026-07-01' }, 'alert_days_too_far'],
    ['hours that are just long enough', { length: 6, beginTimeSlot: 38 }, undefined],
    ['hours that are too short', { length: 6, beginTimeSlot: 39 }, 'alert_hours_too_short'],
  ] as const)('%s', (_, over, fault) => {
    expect(alertFault(times(over as Partial<AlertTimes>), TODAY)).toBe(fault)
  })
})

test('the days that can be booked are those of its weekdays within the window', () => {
  expect(bookableDays(times({ lastDay: '2026-06-20' }), TODAY)).toEqual([
    '2026-05-02',
    '2026-05-03',
    '2026-05-09',
    '2026-05-10',
  ])
})

test.each([
  ['within', { day: '2026-05-02', beginTimeSlot: 36, endTimeSlot: 38 }, true],
  ['to its last half-hour', { day: '2026-05-02', beginTimeSlot: 42, endTimeSlot: 44 }, true],
  ['before its hours', { day: '2026-05-02', beginTimeSlot: 35, endTimeSlot: 37 }, false],
  ['beyond its hours', { day: '2026-05-02', beginTimeSlot: 43, endTimeSlot: 45 }, false],
  ['on another weekday', { day: '2026-05-04', beginTimeSlot: 36, endTimeSlot: 38 }, false],
  ['after its last day', { day: '2026-05-16', beginTimeSlot: 36, endTimeSlot: 38 }, false],
] as const)('a time %s of what is waited for: %s', (_, at, isWaitedFor) => {
  expect(waitsFor(times(), at)).toBe(isWaitedFor)
})

test.each([
  ['by day', '2026-05-01T20:59:00+08:00', '2026-05-02', undefined],
  ['in the evening', '2026-05-01T21:00:00+08:00', '2026-05-02', '2026-05-02T08:00:00+08:00'],
  ['in the early morning', '2026-05-02T07:59:00+08:00', '2026-05-03', '2026-05-02T08:00:00+08:00'],
  ['at night for that very day', '2026-05-02T07:59:00+08:00', '2026-05-02', undefined],
  ['at night for many days', '2026-05-01T23:00:00+08:00', null, '2026-05-02T08:00:00+08:00'],
] as const)('%s one is told at once or in the morning', (_, now, day, until) => {
  expect(quietUntil(day, new Date(now))).toEqual(until === undefined ? undefined : new Date(until))
})

test('the next are told half an hour later', () => {
  expect(nextAfter(NOW)).toEqual(new Date('2026-05-01T12:30:00+08:00'))
})

import { expect, test } from 'vitest'
import { isBooked, SLOT_STATUSES, slotStatusOf } from './slot-status.ts'

const nothing = { mine: false, coachBooked: false, courtBooked: false, coachLocked: false, courtClosed: false }

test('every status but AVAILABLE counts as booked', () => {
  expect(SLOT_STATUSES.filter((status) => !isBooked(status))).toEqual(['AVAILABLE'])
})

test.each([
  [nothing, 'AVAILABLE'],
  [{ ...nothing, courtClosed: true }, 'COURT_UNAVAILABLE'],
  [{ ...nothing, courtClosed: true, coachLocked: true }, 'COACH_UNAVAILABLE'],
  [{ ...nothing, courtClosed: true, coachLocked: true, courtBooked: true }, 'COURT_OCCUPIED'],
  [{ ...nothing, courtClosed: true, coachLocked: true, courtBooked: true, coachBooked: true }, 'COACH_OCCUPIED'],
  [{ mine: true, coachBooked: true, courtBooked: true, coachLocked: true, courtClosed: true }, 'MY_INVITING'],
  [{ ...nothing, coachLocked: true }, 'COACH_UNAVAILABLE'],
  [{ ...nothing, courtBooked: true }, 'COURT_OCCUPIED'],
  [{ ...nothing, coachBooked: true }, 'COACH_OCCUPIED'],
  [{ ...nothing, mine: true }, 'MY_INVITING'],
] as const)('of %o the first that applies is %s', (facts, expected) => {
  expect(slotStatusOf(facts)).toBe(expected)
})

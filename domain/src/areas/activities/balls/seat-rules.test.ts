import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf } from '../../../kernel/day.ts'
import {
  closingTime,
  freeLeaveUntil,
  genderRefusal,
  isFreeToLeave,
  isGenderFit,
  isLevelFit,
  maySeeNoShow,
  offerEndsAt,
  paymentDeadline,
  usualClosingHours,
} from './seat-rules.ts'

const at = (text: string) => new Date(`${text}:00+08:00`)
const SATURDAY = at('2026-05-09T10:00')

test('a level fits from the lowest to the highest of the range', () => {
  const range = { levelFrom: 2.5, levelTo: 4 }
  expect([2, 2.5, 3, 4, 4.5].map((level) => isLevelFit(level, range))).toEqual([false, true, true, true, false])
})

test('a gender rule admits the named gender', () => {
  expect((['ANY', 'MALE', 'FEMALE'] as const).map((rule) => [isGenderFit(0, rule), isGenderFit(1, rule)])).toEqual([
    [true, true],
    [false, true],
    [true, false],
  ])
})

test('a gender that was never stated fits no rule but any, and can be stated', () => {
  expect(
    (['ANY', 'MALE', 'FEMALE'] as const).map((rule) => [isGenderFit(null, rule), genderRefusal(null, rule)]),
  ).toEqual([
    [true, undefined],
    [false, 'ball_gender_unsaid'],
    [false, 'ball_gender_unsaid'],
  ])
  expect([genderRefusal(0, 'FEMALE'), genderRefusal(0, 'MALE')]).toEqual([undefined, 'ball_gender_unfit'])
})

test.each([
  ['the player', 'player', true],
  ['the initiator', 'initiator', true],
  ['another player', 'mate', false],
  ['a guest', undefined, false],
])('a no-show mark is visible to its player and the initiator: %s', (_case, actorId, expected) => {
  expect(maySeeNoShow(actorId, { userId: 'player', initiatorId: 'initiator' })).toBe(expected)
})

test('leaving is free until exactly 24 hours before', () => {
  expect(freeLeaveUntil(SATURDAY)).toEqual(at('2026-05-08T10:00'))
  expect(isFreeToLeave(SATURDAY, at('2026-05-08T10:00'))).toBe(true)
  expect(isFreeToLeave(SATURDAY, new Date(at('2026-05-08T10:00').getTime() + 1))).toBe(false)
})

test.each([
  ['09:44', '09:59'],
  ['09:45', '10:00'],
  ['09:46', '10:00'],
])('a player who begins to pay at %s for a game at 10:00 has until %s', (since, until) => {
  expect(paymentDeadline(SATURDAY, at(`2026-05-09T${since}`))).toEqual(at(`2026-05-09T${until}`))
})

test('a game closes the set number of hours before the start, and a late one halfway to its start', () => {
  const closing = (madeAt: Date) => closingTime({ startsAt: SATURDAY, hours: 4, madeAt })
  expect(closing(at('2026-05-08T10:00'))).toEqual(at('2026-05-09T06:00'))
  expect(closing(at('2026-05-09T06:00'))).toEqual(at('2026-05-09T08:00'))
  expect(closing(at('2026-05-09T09:00'))).toEqual(at('2026-05-09T09:30'))
})

test.each([
  ['00:30', '2026-05-08T20:30'],
  ['01:00', '2026-05-08T20:00'],
  ['07:00', '2026-05-08T20:00'],
  ['11:30', '2026-05-08T20:30'],
  ['12:00', '2026-05-09T08:00'],
  ['18:00', '2026-05-09T14:00'],
])('a game at %s closes by default at %s', (start, closesAt) => {
  const startsAt = at(`2026-05-09T${start}`)
  expect(closingTime({ startsAt, hours: usualClosingHours(startsAt), madeAt: at('2026-05-01T00:00') })).toEqual(
    at(closesAt),
  )
})

test('the default closing time is in the daytime, 4 to 24 hours before any start', () => {
  for (let halfHour = 0; halfHour < 48; halfHour++) {
    const startsAt = new Date(at('2026-05-09T00:00').getTime() + halfHour * 1_800_000)
    const hours = usualClosingHours(startsAt)
    expect(hours).toBeGreaterThanOrEqual(4)
    expect(hours).toBeLessThanOrEqual(24)
    const hour = new Date(startsAt.getTime() - hours * 3_600_000 + 8 * 3_600_000).getUTCHours()
    expect(hour >= 8 && hour < 21).toBe(true)
  }
})

test.each([
  ['noon', '2026-05-08T22:00', '2026-05-09T12:00', '2026-05-09T08:00'],
  ['seven', '2026-05-08T22:00', '2026-05-09T07:00', '2026-05-09T06:00'],
  ['half past eight', '2026-05-09T02:00', '2026-05-09T08:30', '2026-05-09T07:30'],
  ['seven, made half an hour before', '2026-05-09T06:30', '2026-05-09T07:00', '2026-05-09T06:45'],
])('a game at %s that is created after its closing hours closes in the morning', (_, madeAt, start, closesAt) => {
  expect(closingTime({ startsAt: at(start), hours: 15, madeAt: at(madeAt) })).toEqual(at(closesAt))
})

test('closing hours that the initiator set apply unchanged', () => {
  const told = { startsAt: at('2026-05-09T07:00'), hours: 4, madeAt: at('2026-05-01T00:00') }
  expect(closingTime(told)).toEqual(at('2026-05-09T03:00'))
})

test.each([
  ['four days before', '2026-05-05T10:00', '2026-05-06T10:00'],
  ['two days before', '2026-05-07T10:00', '2026-05-07T12:00'],
  ['the day before', '2026-05-08T12:00', '2026-05-08T12:30'],
  ['at the end of an evening', '2026-05-07T20:30', '2026-05-08T09:00'],
  ['on the day, early', '2026-05-09T06:00', '2026-05-09T06:30'],
  ['shortly before the start', '2026-05-09T09:45', '2026-05-09T10:00'],
])('an offer made %s', (_, now, end) => {
  expect(offerEndsAt(SATURDAY, at(now))).toEqual(at(end))
})

test.each([
  ['at night', '2026-05-08T21:00'],
  ['before eight', '2026-05-08T07:59'],
  ['once it has begun', '2026-05-09T10:00'],
])('nothing is offered %s', (_, now) => {
  expect(offerEndsAt(SATURDAY, at(now))).toBeUndefined()
})

test('an offer ends after it begins, at the start at the latest, and never in the night of another day', () => {
  const minutes = fc.integer({ min: 1, max: 14 * 24 * 60 })
  fc.assert(
    fc.property(minutes, fc.integer({ min: 0, max: 47 }), (before, startHalfHour) => {
      const startsAt = new Date(at('2026-05-09T00:00').getTime() + startHalfHour * 1_800_000)
      const now = new Date(startsAt.getTime() - before * 60_000)
      const end = offerEndsAt(startsAt, now)
      if (!end) return
      expect(end.getTime()).toBeGreaterThan(now.getTime())
      expect(end.getTime()).toBeLessThanOrEqual(startsAt.getTime())
      const hour = new Date(end.getTime() + 8 * 3_600_000).getUTCHours()
      if (dayOf(end) !== dayOf(startsAt)) expect(hour >= 8 && hour < 21).toBe(true)
    }),
  )
})

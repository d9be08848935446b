import { expect, test } from 'vitest'
import { type Booked, isBoundBy, whyNotArrive, whyNotRelease } from './arrival.ts'

const at = (time: string) => new Date(`2026-05-02T${time}+08:00`)
const booked: Booked = {
  startsAt: at('10:00:00'),
  endsAt: at('11:00:00'),
  isStanding: true,
  isBound: true,
  arrivedAt: null,
  releasedAt: null,
}

test.each<[string, string, Partial<Booked>, ReturnType<typeof whyNotRelease>]>([
  ['before the start', '09:59:59', {}, 'release_too_early'],
  ['at minute 14:59', '10:14:59', {}, 'release_too_early'],
  ['at minute 15', '10:15:00', {}, undefined],
  ['in its last second', '10:59:59', {}, undefined],
  ['at its end', '11:00:00', {}, 'release_settled'],
  ['when somebody arrived', '10:15:00', { arrivedAt: at('10:14:59') }, 'court_taken_up'],
  ['without the rule', '10:15:00', { isBound: false }, 'release_not_agreed'],
  ['when it is called off or completed', '10:15:00', { isStanding: false }, 'release_settled'],
  ['a second time', '10:15:00', { releasedAt: at('10:15:00') }, 'court_released'],
])('a release %s', (_when, time, over, refusal) => {
  expect(whyNotRelease({ ...booked, ...over }, at(time))).toBe(refusal)
})

test.each<[string, string, Partial<Booked>, ReturnType<typeof whyNotArrive>]>([
  ['a second before it opens', '09:29:59', {}, 'arrival_not_open'],
  ['half an hour before the start', '09:30:00', {}, undefined],
  ['after minute 15, while the court is theirs', '10:20:00', {}, undefined],
  ['in its last second', '10:59:59', {}, undefined],
  ['at its end', '11:00:00', {}, 'arrival_not_open'],
  ['once it is called off or completed', '10:00:00', { isStanding: false }, 'arrival_not_open'],
  ['without the rule', '10:00:00', { isBound: false }, 'arrival_not_needed'],
  ['once the court is released', '10:20:00', { releasedAt: at('10:15:00') }, 'court_released'],
])('an arrival %s', (_when, time, over, refusal) => {
  expect(whyNotArrive({ ...booked, ...over }, at(time))).toBe(refusal)
})

test.each([
  [null, '09:00:00', false],
  ['09:00:00', '08:59:59', false],
  ['09:00:00', '09:00:00', true],
] as const)('a rule in force since %s binds what was booked at %s: %s', (since, bookedAt, isBound) => {
  expect(isBoundBy(since && at(since), at(bookedAt))).toBe(isBound)
})

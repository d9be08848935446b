import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNight } from '../../../kernel/night.ts'
import { answerDueText, answerTimes, answerTimesOnceChanged } from './answer-time.ts'

const at = (text: string) => new Date(`2026-05-${text}:00+08:00`)

test.each([
  ['far ahead: within a day', '01T12:00', '09T18:00', '02T12:00', '02T10:00'],
  ['a day, two hours and a minute before: within a day', '01T15:59', '02T18:00', '02T15:59', '02T13:59'],
  ['a day and two hours before: at both limits', '01T16:00', '02T18:00', '02T16:00', '02T14:00'],
  ['later: two hours before the start', '01T16:01', '02T18:00', '02T16:00', '02T14:00'],
  ['to be due just before the night', '01T21:59', '09T18:00', '02T21:59', '02T19:59'],
  ['to be due when the night begins: at 21:00 before', '01T22:00', '09T18:00', '02T21:00', '02T19:00'],
  ['to be due at midnight: at 21:00 before', '01T00:00', '09T18:00', '01T21:00', '01T19:00'],
  ['to be due at the last minute of the night', '01T06:59', '09T18:00', '01T21:00', '01T19:00'],
  ['to be due when the night ends', '01T07:00', '09T18:00', '02T07:00', '01T21:00'],
  ['for 08:30, whose two hours before are at night', '01T18:00', '02T08:30', '01T21:00', '01T19:00'],
  ['for 09:00, due when the night ends', '01T18:00', '02T09:00', '02T07:00', '01T21:00'],
  ['for 07:00, an hour before 21:00', '01T20:00', '02T07:00', '01T21:00', '01T20:30'],
  ['for 07:00, less than an hour before 21:00: half of what is left', '01T20:02', '02T07:00', '02T01:31', null],
  ['for 07:00, two minutes before 21:00: half of what is left', '01T20:58', '02T07:00', '02T01:59', null],
  ['for 07:00, at 21:00: half of what is left', '01T21:00', '02T07:00', '02T02:00', null],
  ['for 07:00, later: half of what is left', '01T22:00', '02T07:00', '02T02:30', null],
  ['less than two hours before: half of what is left', '01T17:00', '01T18:00', '01T17:30', '01T17:15'],
  ['exactly two hours before: half of what is left', '01T16:00', '01T18:00', '01T17:00', '01T16:30'],
  ['two hours and two minutes before: half of what is left', '01T15:58', '01T18:00', '01T16:59', null],
  ['less than three hours before: half of what is left', '01T15:02', '01T18:00', '01T16:31', null],
  ['exactly three hours before: in an hour', '01T15:00', '01T18:00', '01T16:00', '01T15:30'],
  ['more than three hours before: two hours before the start', '01T14:58', '01T18:00', '01T16:00', '01T15:29'],
  ['an hour before the time of the reminder', '01T13:00', '01T18:00', '01T16:00', '01T14:00'],
  ['less than an hour before it: reminded halfway', '01T13:02', '01T18:00', '01T16:00', '01T14:31'],
])('a request made %s', (_, now, startsAt, expiresAt, remindAt) => {
  const times = answerTimes(at(now), at(startsAt))
  expect(times.expiresAt).toEqual(at(expiresAt))
  if (remindAt) expect(times.remindAt).toEqual(at(remindAt))
})

test.each([
  ['20:30 for 09:00, due at 07:00', '01T20:30', '02T09:00', null],
  ['20:00 for 09:00, an hour before 21:00', '01T20:00', '02T09:00', '01T21:00'],
  ['22:00 for 09:00', '01T22:00', '02T09:00', null],
  ['23:59 for 12:00, due at 10:00', '01T23:59', '02T12:00', '02T08:00'],
])('nobody is reminded at night of a request made at %s', (_, now, startsAt, remindAt) => {
  expect(answerTimes(at(now), at(startsAt)).remindAt).toEqual(remindAt && at(remindAt))
})

test('from the start on no time to answer is left, and nobody is reminded', () => {
  expect(answerTimes(at('01T18:00'), at('01T18:00'))).toEqual({ expiresAt: at('01T18:00'), remindAt: null })
})

test('a request is answered before the class, and has an hour or half of the time that is left, as has its reminder', () => {
  const minutes = fc.integer({ min: 1, max: 14 * 24 * 60 })
  const begin = fc.integer({ min: 0, max: 47 })
  fc.assert(
    fc.property(minutes, begin, (before, half) => {
      const startsAt = new Date(at('20T00:00').getTime() + half * 1_800_000)
      const now = new Date(startsAt.getTime() - before * 60_000)
      const { expiresAt, remindAt } = answerTimes(now, startsAt)
      const least = (until: Date) => Math.min(3_600_000, (+until - +now) / 2)
      expect(+expiresAt - +now).toBeGreaterThanOrEqual(least(startsAt))
      expect(+expiresAt).toBeLessThan(+startsAt)
      if (remindAt === null) return
      expect(+remindAt - +now).toBeGreaterThanOrEqual(least(expiresAt))
      expect(+remindAt).toBeLessThan(+expiresAt)
      expect(isNight(remindAt, { beginsAt: 44, endsAt: 14 })).toBe(false)
    }),
  )
})

test.each([
  ['more than a day before it begins: within a day', '01T17:59', '02T16:00', '02T14:00'],
  ['a day before or later: on the court, too', '01T18:00', '03T19:00', '02T16:00'],
  ['after its start', '02T18:10', '03T19:00', null],
])('a class that stood is agreed to again when it is changed %s', (_, now, expiresAt, remindAt) => {
  const span = { startsAt: at('02T18:00'), endsAt: at('02T19:00') }
  const times = { expiresAt: at(expiresAt), remindAt: remindAt && at(remindAt) }
  expect(answerTimesOnceChanged(at(now), span)).toEqual(times)
})

test('messages name the due time by month, day and minute', () => {
  expect(answerDueText(at('02T21:00'))).toBe('5.2 21:00')
})

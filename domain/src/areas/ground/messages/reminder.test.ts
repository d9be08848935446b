import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginningsDue, dayWordOf, isReminded, REMINDER_HOURS } from './reminder.ts'

const at = (text: string) => new Date(`${text}:00+08:00`)
const MINUTE = 60_000
const moment = fc.date({ min: at('2026-01-01T00:00'), max: at('2028-12-31T00:00'), noInvalidDate: true })

test('a reminder a day ahead is due for an hour, one two hours ahead for half an hour', () => {
  const now = at('2026-11-20T18:00')
  expect(beginningsDue(24, now)).toEqual({ after: at('2026-11-21T17:00'), upTo: at('2026-11-21T18:00') })
  expect(beginningsDue(2, now)).toEqual({ after: at('2026-11-20T19:30'), upTo: at('2026-11-20T20:00') })
})

test('a check every minute misses no beginning, and none is due twice for the same number of hours', () => {
  fc.assert(
    fc.property(moment, fc.constantFrom(...REMINDER_HOURS), (beginsAt, hours) => {
      const isDue = (now: Date) => {
        const { after, upTo } = beginningsDue(hours, now)
        return after < beginsAt && beginsAt <= upTo
      }
      const due = new Date(beginsAt.getTime() - hours * 60 * MINUTE)
      expect(isDue(due)).toBe(true)
      expect(isDue(new Date(due.getTime() - 1))).toBe(false)
      expect(isDue(new Date(due.getTime() + (hours === 24 ? 60 : 30) * MINUTE))).toBe(false)
    }),
  )
})

test('a person who joined after the reminder time is not reminded', () => {
  const beginsAt = at('2026-11-21T18:00')
  expect(isReminded({ beginsAt, since: at('2026-11-20T18:00') }, 24)).toBe(true)
  expect(isReminded({ beginsAt, since: at('2026-11-20T18:01') }, 24)).toBe(false)
  expect(isReminded({ beginsAt, since: at('2026-11-20T18:01') }, 2)).toBe(true)
  expect(isReminded({ beginsAt, since: at('2026-11-21T16:01') }, 2)).toBe(false)
})

test('a beginning is called today or tomorrow by the calendar of Shanghai', () => {
  expect(dayWordOf(at('2026-11-21T18:00'), at('2026-11-20T18:00'))).toBe('明天')
  expect(dayWordOf(at('2026-11-21T23:30'), at('2026-11-21T00:10'))).toBe('今天')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf } from '../../../kernel/day.ts'
import { ANSWER_NIGHT, isNight } from '../../../kernel/night.ts'
import { answerFault, questionTimes } from './question.ts'

const HOUR_MS = 3_600_000

test('an answer is due within a day and never at night; then it is the club’s task, and it closes at last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (halfHours) => {
      const now = new Date(instantOf('2026-05-01', 0).getTime() + (halfHours * HOUR_MS) / 2)
      const { dueAt, clubAt, closesAt } = questionTimes(now)
      const hours = (dueAt.getTime() - now.getTime()) / HOUR_MS
      expect(hours).toBeGreaterThan(14)
      expect(hours).toBeLessThanOrEqual(24)
      expect([dueAt, clubAt].some((at) => isNight(at, ANSWER_NIGHT))).toBe(false)
      expect(dueAt < clubAt && clubAt < closesAt).toBe(true)
    }),
  )
})

const [OPEN, GUEST] = [
  { state: 'OPEN', isOfGuest: false },
  { state: 'OPEN', isOfGuest: true },
] as const

test.each([
  [OPEN, { text: '可以' }, undefined],
  [OPEN, { text: ' ' }, 'question_needs_words'],
  [OPEN, 'called', 'question_needs_words'],
  [GUEST, 'called', undefined],
  [GUEST, { text: '可以' }, 'question_of_guest'],
  [{ ...OPEN, state: 'ANSWERED' }, { text: '可以' }, 'question_answered'],
  [{ ...GUEST, state: 'CALLED' }, 'called', 'question_answered'],
  [{ ...OPEN, state: 'CLOSED' }, { text: '可以' }, 'question_closed'],
] as const)('the question %j takes the answer %j: %s', (question, answer, fault) => {
  expect(answerFault(question, answer)).toBe(fault)
})

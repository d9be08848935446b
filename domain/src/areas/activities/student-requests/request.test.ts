import { describe, expect, test } from 'vitest'
import {
  answerBy,
  applyingFault,
  freeTimeOf,
  STUDENT_REQUEST_STATES,
  STUDENT_REQUEST_STEPS,
  type StudentRequestState,
  type StudentRequestStep,
  studentRequestStateAt,
  studentRequestStepFault,
} from './request.ts'

const NOW = new Date('2026-05-01T12:00:00+08:00')
const pending = { state: 'PENDING' as const, coachId: '7', playerId: '8', expiresAt: answerBy(NOW) }
const STEPS = Object.keys(STUDENT_REQUEST_STEPS) as StudentRequestStep[]

describe('a request to become a student', () => {
  test.each([
    ['ACCEPT', '7'],
    ['REFUSE', '7'],
    ['WITHDRAW', '8'],
    ['CHANGE', '8'],
  ] as const)('%s is for one side alone', (step, who) => {
    for (const id of ['7', '8', '9'])
      expect(studentRequestStepFault(step, pending, id, NOW)).toBe(id === who ? undefined : 'action_forbidden')
  })

  test('takes no step once it has ended, and says how it ended', () => {
    const said: Record<StudentRequestState, string | undefined> = {
      PENDING: undefined,
      ACCEPTED: 'student_request_answered',
      REFUSED: 'student_request_answered',
      WITHDRAWN: 'student_request_withdrawn',
      EXPIRED: 'student_request_expired',
    }
    for (const state of STUDENT_REQUEST_STATES)
      for (const step of STEPS) {
        const who = STUDENT_REQUEST_STEPS[step].by === 'COACH' ? '7' : '8'
        expect(studentRequestStepFault(step, { ...pending, state }, who, NOW)).toBe(said[state])
      }
  })

  test('ends after 24 hours, to the millisecond, and an answer before that stays', () => {
    expect(pending.expiresAt.getTime() - NOW.getTime()).toBe(24 * 3_600_000)
    const at = (shift: number, state: StudentRequestState = 'PENDING') =>
      studentRequestStateAt({ ...pending, state }, new Date(pending.expiresAt.getTime() + shift))
    expect([at(-1), at(0), at(1)]).toEqual(['PENDING', 'EXPIRED', 'EXPIRED'])
    expect(at(1, 'ACCEPTED')).toBe('ACCEPTED')
  })
})

test.each([
  ['GUEST', true, undefined],
  ['GUEST', false, 'coach_takes_no_students'],
  ['NONE', true, undefined],
  ['NONE', false, 'coach_takes_no_students'],
  ['SELF', true, 'student_is_oneself'],
  ['BLOCKED', true, 'coach_unavailable'],
  ['BLOCKED', false, 'coach_unavailable'],
  ['STUDENT', false, 'student_request_needless'],
] as const)('who is %s, the coach takes students: %s, is refused with %s', (tie, takesStudents, fault) => {
  expect(applyingFault({ tie, takesStudents })).toBe(fault)
})

test.each([
  ['2026-05-01', 35, 'WEEKDAY_DAY'],
  ['2026-05-01', 36, 'WEEKDAY_EVENING'],
  ['2026-05-02', 23, 'WEEKEND_MORNING'],
  ['2026-05-03', 24, 'WEEKEND_AFTERNOON'],
  ['2026-05-03', 36, 'WEEKEND_EVENING'],
] as const)('%s, half-hour %s is %s', (day, halfHour, name) => {
  expect(freeTimeOf(day, halfHour)).toBe(name)
})

import { describe, expect, test } from 'vitest'
import {
  awayDaysOf,
  awayFault,
  callOffAt,
  caseDueAt,
  caseRemindAt,
  LEAVE_CASE_STATES,
  LEAVE_CASE_STEPS,
  LEAVE_CAUSES,
  type LeaveCaseStep,
  lastAwayDay,
  leaveStepFault,
} from './leave.ts'

const at = (text: string) => new Date(`2026-05-${text}:00+08:00`)
const OPENED = at('01T12:00')
const STEPS = Object.keys(LEAVE_CASE_STEPS) as LeaveCaseStep[]

describe('a case of a coach who does not teach', () => {
  const table = STEPS.flatMap((step) =>
    LEAVE_CAUSES.flatMap((cause) =>
      LEAVE_CASE_STATES.map((state) => `${step} ${cause} ${state} ${leaveStepFault(step, { state, cause }) ?? 'ok'}`),
    ),
  )

  test('goes each step from the states of the table, and no other', () => {
    const ways = table.filter((line) => line.endsWith(' ok')).map((line) => line.split(' '))
    const from = (step: string, cause: string) =>
      ways.filter(([s, c]) => s === step && c === cause).map(([, , state]) => state)
    for (const cause of LEAVE_CAUSES) {
      expect(from('CHANGE', cause)).toEqual(['OPEN', 'WAITING', 'REFUND_ASKED', 'ENDED'])
      expect(from('REFUND', cause)).toEqual(['OPEN', 'WAITING', 'ENDED'])
      expect(from('PROPOSE', cause)).toEqual(['OPEN', 'WAITING', 'REFUND_ASKED', 'ENDED'])
      expect(from('RETURN', cause)).toEqual(['OPEN', 'WAITING'])
      expect(from('END', cause)).toEqual(['OPEN'])
      expect(from('REPLACE', cause)).toEqual(['OPEN', 'WAITING'])
      expect(from('WAIT', cause)).toEqual(cause === 'AWAY' ? ['OPEN'] : [])
    }
    expect(leaveStepFault('WAIT', { state: 'OPEN', cause: 'LEFT' })).toBe('leave_coach_not_back')
    expect(leaveStepFault('WAIT', { state: 'CHANGED', cause: 'AWAY' })).toBe('leave_case_settled')
    expect(leaveStepFault('REFUND', { state: 'RETURNED', cause: 'AWAY' })).toBe('leave_coach_back')
    for (const state of ['REFUND_ASKED', 'ENDED'] as const)
      for (const cause of LEAVE_CAUSES)
        expect(leaveStepFault('CHANGE', { state, cause, isBack: true })).toBe('leave_coach_back')
    expect(leaveStepFault('CHANGE', { state: 'CHANGED', cause: 'LEFT', isBack: true })).toBe('leave_case_settled')
    for (const state of ['ENDED', 'REPLACED'] as const)
      expect(leaveStepFault('WAIT', { state, cause: 'AWAY' })).toBe('leave_case_over')
  })

  test.each([
    ['a day before it begins', '10T18:00', '09T18:00'],
    ['two hours after the student was told', '02T10:00', '01T14:00'],
    ['when it begins', '01T13:00', '01T13:00'],
  ])('has a class that nobody decided called off %s', (_when, startsAt, calledOff) => {
    expect(callOffAt(at(startsAt), OPENED)).toEqual(at(calledOff))
  })

  test('is looked at for its next class, and ends after 14 days; half of that time is left when it reminds', () => {
    expect(caseDueAt(OPENED, [])).toEqual(at('15T12:00'))
    expect(caseDueAt(OPENED, [at('10T18:00'), at('03T18:00')])).toEqual(at('02T18:00'))
    expect(caseRemindAt(OPENED, at('15T12:00'))).toEqual(at('04T12:00'))
    expect(caseRemindAt(OPENED, at('02T18:00'))).toEqual(at('02T03:00'))
  })
})

describe('a coach is away', () => {
  test.each([
    ['2026-05-01', '2026-05-01', undefined],
    ['2026-05-01', '2026-06-29', undefined],
    ['2026-05-01', '2026-06-30', 'away_too_long'],
    ['2026-10-28', '2026-10-28', undefined],
    ['2026-10-28', '2026-10-29', 'away_too_long'],
    ['2026-04-30', '2026-05-02', 'away_in_past'],
    ['2026-05-03', '2026-05-02', 'away_days_reversed'],
  ])('from %s to %s: %s', (firstDay, lastDay, fault) => {
    expect(awayFault({ firstDay, lastDay }, '2026-05-01')).toBe(fault)
  })

  const span = { firstDay: '2026-05-03', lastDay: '2026-05-09' }
  test.each([
    ['until the last day, where nobody ends it', '10T00:01', '2026-05-09'],
    ['until the day before coming back', '06T09:00', '2026-05-05'],
    ['on no day, who comes back before', '02T09:00', '2026-05-01'],
  ])('%s', (_case, endedAt, lastDay) => {
    expect(lastAwayDay(span, at(endedAt))).toBe(lastDay)
  })

  test.each([
    ['all days of it', { signedOn: '2026-04-01', expiryDate: '2026-12-31', capDays: 30 }, 7],
    ['at most the cap', { signedOn: '2026-04-01', expiryDate: '2026-12-31', capDays: 3 }, 3],
    ['from the day on which it was signed', { signedOn: '2026-05-08', expiryDate: '2026-12-31', capDays: 30 }, 2],
    ['all days, though it ends on the first', { signedOn: '2026-04-01', expiryDate: '2026-05-03', capDays: 30 }, 7],
    ['nothing, when it ended before', { signedOn: '2026-04-01', expiryDate: '2026-05-02', capDays: 30 }, 0],
    ['nothing, when it was signed after', { signedOn: '2026-05-10', expiryDate: '2026-12-31', capDays: 30 }, 0],
  ])('and a contract gains %s', (_case, contract, days) => {
    expect(awayDaysOf(span, contract)).toBe(days)
  })
})

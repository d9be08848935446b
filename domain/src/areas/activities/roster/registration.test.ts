import { expect, test } from 'vitest'
import {
  claimAnswersFault,
  plainCode,
  REGISTRATION_STATES,
  REGISTRATION_STEPS,
  type RegistrationStep,
  registrationStepFault,
} from './registration.ts'

const STEPS = Object.keys(REGISTRATION_STEPS) as RegistrationStep[]

test('nothing is taken back once it was claimed or withdrawn, and the refusal says which', () => {
  for (const step of STEPS) {
    expect(registrationStepFault(step, 'CLAIMED')).toBe('roster_claimed')
    expect(registrationStepFault(step, 'GUARDED')).toBe('roster_claimed')
    expect(registrationStepFault(step, 'WITHDRAWN')).toBe('roster_withdrawn')
    expect(registrationStepFault(step, 'WAITING')).toBe(undefined)
  }
})

test('after a refusal only the club acts, and no step leads out of the table', () => {
  const open = STEPS.filter((step) => !registrationStepFault(step, 'REFUSED'))
  expect(open.map((step) => REGISTRATION_STEPS[step].by)).toEqual(['CLUB', 'CLUB', 'CLUB'])
  expect(STEPS.filter((step) => !REGISTRATION_STATES.includes(REGISTRATION_STEPS[step].to))).toEqual([])
})

test('a person is one student of a club, and may be one of two clubs', () => {
  const one = { companyId: '1', answer: 'SELF' } as const
  expect(claimAnswersFault([one, { companyId: '1', answer: 'CHILD' }, { companyId: '2', answer: 'SELF' }])).toBe(
    undefined,
  )
  expect(claimAnswersFault([one, one])).toBe('roster_one_self')
})

test('a code is typed as people type', () => {
  expect(plainCode(' abcd-ＥＦ23 ')).toBe('ABCDEF23')
})

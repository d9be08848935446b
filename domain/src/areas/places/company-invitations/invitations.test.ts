import { describe, expect, test } from 'vitest'
import {
  expiryOf,
  INVITATION_STATES,
  INVITATION_STEPS,
  type InvitationKind,
  type InvitationState,
  type InvitationStep,
  invitationStateAt,
  invitationStepFault,
  joiningFault,
  userTypeAt,
} from './invitations.ts'

const NOW = new Date('2026-05-01T12:00:00+08:00')
const LATER = expiryOf(NOW)
const ADMIN = { isAdmin: true, isCoach: false }
const COACH = { isAdmin: false, isCoach: true }
const OTHER = { isAdmin: false, isCoach: false }

// One row a kind and step: who may take it while it is pending.
const MAY: [InvitationKind, InvitationStep, 'admin' | 'coach' | 'nobody'][] = [
  ['INVITE', 'ACCEPT', 'coach'],
  ['INVITE', 'REFUSE', 'coach'],
  ['INVITE', 'WITHDRAW', 'admin'],
  ['INVITE', 'CHANGE', 'admin'],
  ['REQUEST', 'ACCEPT', 'admin'],
  ['REQUEST', 'REFUSE', 'admin'],
  ['REQUEST', 'WITHDRAW', 'coach'],
  ['REQUEST', 'CHANGE', 'nobody'],
]

describe('an invitation', () => {
  test.each(MAY)('of kind %s: %s is for %s', (kind, step, who) => {
    const invitation = { kind, state: 'PENDING' as const, expiresAt: LATER }
    for (const [name, people] of [
      ['admin', ADMIN],
      ['coach', COACH],
      ['other', OTHER],
    ] as const)
      expect(invitationStepFault(step, invitation, people, NOW)).toBe(name === who ? undefined : 'action_forbidden')
  })

  test('takes no step once it has ended, and says how it ended', () => {
    const said: Record<InvitationState, string | undefined> = {
      PENDING: undefined,
      ACCEPTED: 'company_invitation_answered',
      REFUSED: 'company_invitation_answered',
      WITHDRAWN: 'company_invitation_withdrawn',
      EXPIRED: 'company_invitation_expired',
    }
    for (const state of INVITATION_STATES)
      for (const step of Object.keys(INVITATION_STEPS) as InvitationStep[]) {
        const people = INVITATION_STEPS[step].by === 'ASKED' ? COACH : ADMIN
        const invitation = { kind: 'INVITE' as const, state, expiresAt: LATER }
        expect(invitationStepFault(step, invitation, people, NOW)).toBe(said[state])
      }
  })

  test('ends with the seventh day, to the millisecond', () => {
    expect(LATER.getTime() - NOW.getTime()).toBe(7 * 24 * 3_600_000)
    const at = (shift: number, state: InvitationState = 'PENDING') =>
      invitationStateAt({ state, expiresAt: LATER }, new Date(LATER.getTime() + shift))
    expect([at(-1), at(0), at(1)]).toEqual(['PENDING', 'EXPIRED', 'EXPIRED'])
    expect(at(1, 'WITHDRAWN')).toBe('WITHDRAWN')
  })
})

test.each([
  [1, true, false, false, undefined],
  [2, true, false, false, undefined],
  [0, true, false, false, 'coach_not_verified'],
  [1, false, false, false, 'coach_not_verified'],
  [1, true, true, false, 'company_coach_already'],
  [1, true, false, true, 'company_joining_barred'],
  [0, false, true, true, 'company_joining_barred'],
] as const)('userType %s, verified %s, member %s, barred %s: %s', (userType, isVerified, isMember, isBarred, fault) => {
  expect(joiningFault({ userType, isVerified, isMember, isBarred })).toBe(fault)
})

test.each([
  [1, 1, false, 1],
  [2, 1, false, 1],
  [1, 2, false, 2],
  [1, 2, true, 1],
  [2, 3, false, 2],
  [2, 0, false, 2],
  [1, 0, false, 1],
  [0, 2, false, 0],
] as const)('userType %s with %s clubs, an admin: %s, becomes %s', (before, clubs, leads, after) => {
  expect(userTypeAt({ before, clubs, leads })).toBe(after)
})

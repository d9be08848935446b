import { expect, test } from 'vitest'
import type { Invitation } from './invitation.ts'
import { ANSWERED_BY_CLUB_WITHIN_MS, whyNotAnswer } from './objection.ts'

const STARTS = new Date('2026-05-02T18:00:00+08:00')
const after = (ms: number) => new Date(STARTS.getTime() + ms)
const HOUR_MS = 3_600_000
const madeAt = after(2 * HOUR_MS)

const completed: Invitation = {
  initiatorId: 'player',
  initiatorRole: 'player',
  coachId: 'coach',
  invitationStatus: 'COMPLETED',
  needContract: false,
  participantsCount: 1,
  seatsTaken: 1,
  expiresAt: STARTS,
  offeredAt: null,
  signedAt: null,
  completedAt: after(HOUR_MS),
  startsAt: STARTS,
  endsAt: after(HOUR_MS),
  dayEndsAt: after(6 * HOUR_MS),
  freeUntil: after(-24 * HOUR_MS),
}

const CLUB = ['coach', 'admin'] as const
const OTHERS = ['initiator', 'participant', 'viewer', 'clock'] as const
const MOMENTS = {
  'at once': 0,
  'just before 7 days': ANSWERED_BY_CLUB_WITHIN_MS - 1,
  'after 7 days': ANSWERED_BY_CLUB_WITHIN_MS,
  'a moment later': ANSWERED_BY_CLUB_WITHIN_MS + 1,
}

test.each([
  ['can answer', false, 'at once', 'objection_of_club'],
  ['can answer', false, 'just before 7 days', 'objection_of_club'],
  ['can answer', false, 'after 7 days', undefined],
  ['can answer', false, 'a moment later', undefined],
  ['is kept out', true, 'at once', undefined],
  ['is kept out', true, 'just before 7 days', undefined],
  ['is kept out', true, 'after 7 days', undefined],
  ['is kept out', true, 'a moment later', undefined],
] as const)('an objection whose coach %s: an operator answers %s', (_state, isCoachLockedOut, moment, ofOperator) => {
  const now = new Date(madeAt.getTime() + MOMENTS[moment])
  const whyNot = (actors: Parameters<typeof whyNotAnswer>[2]) =>
    whyNotAnswer(completed, { madeAt, isCoachLockedOut }, actors, now)
  expect(whyNot(['operator'])).toBe(ofOperator)
  for (const actor of CLUB) expect(whyNot([actor])).toBeUndefined()
  for (const actor of OTHERS) expect(whyNot([actor])).toBe('invitation_not_yours')
  expect(whyNot(['viewer', 'admin'])).toBeUndefined()
})

test('nobody answers an objection to a class that is not completed', () => {
  const now = new Date(madeAt.getTime() + ANSWERED_BY_CLUB_WITHIN_MS)
  for (const invitationStatus of ['CONFIRMED', 'CANCELLED'] as const)
    for (const actor of [...CLUB, 'operator'] as const)
      expect(whyNotAnswer({ ...completed, invitationStatus }, { madeAt, isCoachLockedOut: true }, [actor], now)).toBe(
        'invitation_settled',
      )
})

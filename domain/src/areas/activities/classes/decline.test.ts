import { expect, test } from 'vitest'
import { type Invitation, whyNot } from './invitation.ts'
import type { InvitationStatus } from './invitation-status.ts'
import type { Actor } from './transitions.ts'

const STARTS = new Date('2026-05-02T18:00:00+08:00')
const HOUR_MS = 3_600_000
const after = (ms: number) => new Date(STARTS.getTime() + ms)
const MOMENTS = { before: after(-1), at: STARTS, after: after(1) }
type Moment = keyof typeof MOMENTS

/** A class that its coach made for tomorrow evening. Its players may agree to a change on the court. */
const classOf = (invitationStatus: InvitationStatus, asked: object): Invitation => ({
  initiatorId: 'coach',
  initiatorRole: 'coach',
  coachId: 'coach',
  invitationStatus,
  needContract: false,
  participantsCount: 2,
  seatsTaken: 1,
  expiresAt: after(25 * HOUR_MS),
  offeredAt: null,
  signedAt: null,
  completedAt: null,
  startsAt: STARTS,
  endsAt: after(HOUR_MS),
  dayEndsAt: after(6 * HOUR_MS),
  freeUntil: after(-24 * HOUR_MS),
  ...asked,
})

const ALL: Moment[] = ['before', 'at', 'after']
const LIVE: InvitationStatus[] = ['PENDING', 'CONFIRMED']
const OVER: InvitationStatus[] = ['COMPLETED', 'CANCELLED', 'EXPIRED']
const asked = { isInvited: true }
const changed = { mustAgree: true }

test.each<[string, Actor, object, InvitationStatus[], Moment[], string | undefined]>([
  ['who was asked', 'viewer', asked, LIVE, ['before'], undefined],
  ['who was asked', 'viewer', asked, LIVE, ['at', 'after'], 'invitation_started'],
  ['who was not asked', 'viewer', {}, LIVE, ALL, 'invitation_not_yours'],
  ['whose class was changed', 'participant', changed, LIVE, ALL, undefined],
  ['who has agreed', 'participant', {}, LIVE, ALL, 'invitation_settled'],
  ['who was asked', 'viewer', asked, ['COMPLETED', 'CANCELLED'], ALL, 'invitation_settled'],
  ['whose class was changed', 'participant', changed, ['COMPLETED', 'CANCELLED'], ALL, 'invitation_settled'],
  ['who was asked', 'viewer', asked, ['EXPIRED'], ALL, 'invitation_expired'],
  ['the coach', 'coach', {}, [...LIVE, ...OVER], ALL, 'invitation_not_yours'],
  ['the admin', 'admin', {}, [...LIVE, ...OVER], ALL, 'invitation_not_yours'],
  ['an operator', 'operator', {}, [...LIVE, ...OVER], ALL, 'invitation_not_yours'],
  ['the coach who handed it over', 'initiator', {}, [...LIVE, ...OVER], ALL, 'invitation_not_yours'],
])('%s, as %s %o: %j %j', (_who, actor, facts, statuses, moments, refusal) => {
  for (const status of statuses)
    for (const moment of moments)
      expect(whyNot('decline', classOf(status, facts), [actor], MOMENTS[moment]), `${status} ${moment}`).toBe(refusal)
})

test('nobody can decline an expired request or a class that a player made', () => {
  const expired = { ...classOf('PENDING', asked), expiresAt: after(-HOUR_MS) }
  expect(whyNot('decline', expired, ['viewer'], after(-HOUR_MS - 1))).toBeUndefined()
  expect(whyNot('decline', expired, ['viewer'], after(-HOUR_MS))).toBe('invitation_expired')
  const ofPlayer = { ...classOf('PENDING', asked), initiatorId: 'player', initiatorRole: 'player' as const }
  expect(whyNot('decline', ofPlayer, ['viewer'], MOMENTS.before)).toBe('invitation_not_yours')
})

import { describe, expect, test } from 'vitest'
import {
  effectiveStatus,
  type Invitation,
  isLive,
  isToCome,
  roleInInvitation,
  scheduleDisplayStatus,
  waitsForCoach,
  whyNot,
} from './invitation.ts'
import { INVITATION_STATUSES } from './invitation-status.ts'

const at = (time: string) => new Date(`2026-05-02T${time}:00+08:00`)
const noon = at('12:00')

/** Tomorrow's class of one hour from 18:00, requested this morning. */
const pending: Invitation = {
  initiatorId: 'player-an',
  initiatorRole: 'player',
  coachId: 'coach-lin',
  invitationStatus: 'PENDING',
  needContract: false,
  participantsCount: 2,
  seatsTaken: 1,
  expiresAt: at('13:00'),
  offeredAt: null,
  signedAt: null,
  completedAt: null,
  startsAt: at('18:00'),
  endsAt: at('19:00'),
  dayEndsAt: new Date('2026-05-03T00:00:00+08:00'),
  freeUntil: at('11:00'),
  mustAgree: false,
}
const confirmed: Invitation = { ...pending, invitationStatus: 'CONFIRMED' }
const byCoach: Invitation = { ...pending, initiatorRole: 'coach', initiatorId: 'coach-lin', seatsTaken: 0 }
const STANDS = { invitationStatus: 'CONFIRMED' } as const
const ASKED = { ...STANDS, mustAgree: true } as const
const offered: Invitation = { ...pending, offeredAt: at('09:00') }
/** Yesterday's class, entered late. Its player answers until one o'clock. */
const past: Invitation = {
  ...byCoach,
  ...{ invitationStatus: 'CONFIRMED', pastReason: '手机没电', isPastAgreed: false },
  ...{ startsAt: new Date('2026-05-01T18:00:00+08:00'), endsAt: new Date('2026-05-01T19:00:00+08:00') },
}
const handedOver: Invitation = { ...byCoach, initiatorId: 'coach-wang' }

test.each([
  ['confirm', 'waits for the coach', pending, 'coach', '12:00', undefined],
  ['confirm', 'is not the player’s', pending, 'initiator', '12:00', 'invitation_not_yours'],
  ['confirm', 'is not another coach’s', pending, 'viewer', '12:00', 'invitation_not_yours'],
  [
    'confirm',
    'of a cancelled class',
    { ...pending, invitationStatus: 'CANCELLED' },
    'coach',
    '12:00',
    'invitation_settled',
  ],
  ['confirm', 'of a confirmed class', confirmed, 'coach', '12:00', 'invitation_settled'],
  ['confirm', 'of a class that the coach made', byCoach, 'coach', '12:00', 'invitation_settled'],
  ['confirm', 'of a class handed over to him', handedOver, 'coach', '12:00', undefined],
  ['confirm', 'of a request that its coach offered another time for', offered, 'coach', '12:00', 'invitation_offered'],
  ['change-coach', 'by the coach, of what waits for its player', offered, 'coach', '12:00', 'invitation_offered'],
  ['change-coach', 'by the company, of what waits for its player', offered, 'admin', '12:00', 'invitation_offered'],
  ['change-coach', 'by the player, of what waits for the player', offered, 'initiator', '12:00', undefined],
  ['offer', 'of another time', pending, 'coach', '12:00', undefined],
  ['offer', 'of yet another time', offered, 'coach', '12:00', undefined],
  ['offer', 'before anybody pays', { ...pending, needContract: true }, 'coach', '12:00', undefined],
  ['offer', 'is not the player’s', pending, 'initiator', '12:00', 'invitation_not_yours'],
  ['offer', 'is not the company’s', pending, 'admin', '12:00', 'invitation_not_yours'],
  ['offer', 'of a confirmed class', confirmed, 'coach', '12:00', 'invitation_settled'],
  ['offer', 'of a class that the coach made', byCoach, 'coach', '12:00', 'invitation_not_yours'],
  ['accept', 'of the offered time', offered, 'initiator', '12:00', undefined],
  [
    'accept',
    'of the offered time that a contract must pay yet',
    { ...offered, needContract: true },
    'initiator',
    '12:00',
    undefined,
  ],
  ['accept', 'where nothing is offered', pending, 'initiator', '12:00', 'invitation_settled'],
  ['accept', 'is not another player’s', offered, 'participant', '12:00', 'invitation_not_yours'],
  ['accept', 'at the very moment of expiry', offered, 'initiator', '13:00', 'invitation_expired'],
  [
    'accept',
    'of a coach who is suspended',
    { ...offered, isCoachAway: true },
    'initiator',
    '12:00',
    'coach_unavailable',
  ],
  ['edit', 'of the offered time', offered, 'initiator', '12:00', undefined],
  ['cancel', 'of the offered time', offered, 'initiator', '12:00', undefined],
  ['confirm', 'at the very moment of expiry', pending, 'coach', '13:00', 'invitation_expired'],
  [
    'confirm',
    'of a class nobody pays yet',
    { ...pending, needContract: true },
    'coach',
    '12:00',
    'invitation_needs_contract',
  ],

  ['contract', 'of a class nobody pays yet', { ...pending, needContract: true }, 'coach', '12:00', undefined],
  ['contract', 'of a class that is paid', pending, 'coach', '12:00', 'invitation_settled'],
  ['contract', 'for a student of a class that the coach made', byCoach, 'coach', '12:00', undefined],
  [
    'contract',
    'for a student of one that has begun',
    { ...byCoach, invitationStatus: 'CONFIRMED' },
    'coach',
    '18:00',
    'invitation_started',
  ],

  ['sign', 'half an hour before', confirmed, 'coach', '17:30', undefined],
  ['sign', 'earlier', confirmed, 'coach', '17:29', 'invitation_sign_too_early'],
  ['sign', 'late in the evening', confirmed, 'coach', '23:59', undefined],
  ['sign', 'on the next day', confirmed, 'coach', '24:00', 'invitation_sign_too_late'],
  ['sign', 'by the admin of the company', confirmed, 'admin', '18:00', undefined],
  ['sign', 'by an operator', confirmed, 'operator', '18:00', undefined],
  ['sign', 'by the player', confirmed, 'initiator', '18:00', 'invitation_not_yours'],
  ['sign', 'before it is confirmed', pending, 'coach', '12:00', 'invitation_settled'],

  ['finish', 'before the start', confirmed, 'coach', '17:59', 'invitation_not_started'],
  ['finish', 'by the admin of the company', confirmed, 'admin', '18:00', undefined],
  ['finish', 'by the admin before the start', confirmed, 'admin', '17:59', 'invitation_not_started'],
  ['finish', 'by an operator', confirmed, 'operator', '18:00', undefined],
  ['finish', 'by an operator before the start', confirmed, 'operator', '17:59', 'invitation_not_started'],
  ['finish', 'after the start', confirmed, 'coach', '18:00', undefined],
  ['finish', 'by the player', confirmed, 'initiator', '18:00', 'invitation_not_yours'],
  ['finish', 'again', { ...confirmed, invitationStatus: 'COMPLETED' }, 'coach', '19:00', 'invitation_settled'],

  ['cancel', 'of a class of the past, by its coach, in time', past, 'coach', '12:59', undefined],
  ['cancel', 'of a class of the past, by its coach, once it is due', past, 'coach', '13:00', 'past_class_due'],
  ['cancel', 'of a class of the past, by the admin, once it is due', past, 'admin', '13:00', 'past_class_due'],
  ['cancel', 'of a class of the past, by an operator', past, 'operator', '13:00', undefined],
  ['cancel', 'of a class of the past, by its player', past, 'participant', '12:00', 'invitation_cancel_too_late'],
  ['agree-past', 'of its player, in time', past, 'participant', '12:59', undefined],
  ['agree-past', 'of its player, once it is due', past, 'participant', '13:00', 'past_class_due'],
  [
    'object-past',
    'to a class that was booked',
    { ...past, pastReason: null },
    'participant',
    '12:00',
    'invitation_settled',
  ],
  ['finish', 'of a class of the past, before it is due', past, 'clock', '12:59', 'invitation_settled'],
  ['finish', 'of a class of the past, once it is due', past, 'clock', '13:00', undefined],
  ['finish', 'of a class of the past, by its coach', past, 'coach', '13:00', 'invitation_settled'],

  ['cancel', 'of a request', pending, 'initiator', '12:00', undefined],
  ['cancel', 'of a class that runs', confirmed, 'coach', '19:00', undefined],
  ['cancel', 'of an expired request', pending, 'coach', '13:00', 'invitation_expired'],
  ['cancel', 'of one’s seat', confirmed, 'participant', '12:00', undefined],
  ['cancel', 'by a stranger', confirmed, 'viewer', '12:00', 'invitation_not_yours'],

  ['edit', 'of a request', pending, 'initiator', '12:00', undefined],
  [
    'edit',
    'of a class that stands, in time',
    { ...confirmed, freeUntil: at('12:00') },
    'initiator',
    '12:00',
    undefined,
  ],
  ['edit', 'of a class that stands, too late', confirmed, 'initiator', '12:00', 'invitation_edit_too_late'],
  [
    'edit',
    'by the coach who made it, late',
    { ...byCoach, invitationStatus: 'CONFIRMED' },
    'coach',
    '12:00',
    undefined,
  ],
  ['edit', 'by the coach of a player’s class', pending, 'coach', '12:00', 'invitation_not_yours'],
  [
    'edit',
    'of a class that began',
    { ...byCoach, invitationStatus: 'CONFIRMED' },
    'coach',
    '18:00',
    'invitation_started',
  ],
  [
    'edit',
    'of a signed class',
    { ...confirmed, signedAt: noon, freeUntil: at('17:00') },
    'initiator',
    '12:00',
    'invitation_settled',
  ],

  ['change-coach', 'by the player, too late', confirmed, 'initiator', '12:00', 'invitation_edit_too_late'],
  ['change-coach', 'by the coach, late', confirmed, 'coach', '12:00', undefined],
  ['change-coach', 'by the company’s admin', confirmed, 'admin', '12:00', undefined],
  ['change-coach', 'by a joiner', confirmed, 'participant', '12:00', 'invitation_not_yours'],

  ['join', 'with a seat free', confirmed, 'viewer', '12:00', undefined],
  ['join', 'of a full class', { ...confirmed, seatsTaken: 2 }, 'viewer', '12:00', 'invitation_full'],
  ['join', 'of a coach who is away', { ...confirmed, isCoachAway: true }, 'viewer', '12:00', 'coach_unavailable'],
  ['join', 'of a class that began', confirmed, 'viewer', '18:00', 'invitation_started'],
  ['join', 'again by who has a seat', { ...byCoach, ...STANDS }, 'participant', '12:00', 'invitation_settled'],
  ['join', 'by who has to agree', { ...byCoach, mustAgree: true }, 'participant', '12:00', undefined],
  ['join', 'by who has to agree once others did', { ...byCoach, ...ASKED }, 'participant', '12:00', undefined],
  ['join', 'by who has to agree after the start', { ...byCoach, ...ASKED }, 'participant', '18:00', undefined],
  ['join', 'by its coach', byCoach, 'coach', '12:00', 'invitation_not_yours'],
  [
    'join',
    'of a full class, to agree to what the coach changed',
    { ...byCoach, seatsTaken: 2, mustAgree: true },
    'participant',
    '12:00',
    undefined,
  ],
] as const)('%s %s', (action, _case, invitation, actor, time, refusal) => {
  expect(whyNot(action, invitation, [actor], at(time))).toBe(refusal)
})

const FOR_COACH = ['coach'] as const
const FOR_PLAYER = ['initiator', 'participant'] as const
const SIGNED_AT = at('17:40')

describe('an active class is cancelled', () => {
  test.each([
    ['before the start', null, '17:59', undefined],
    ['at the start', null, '18:00', 'invitation_cancel_too_late'],
    ['after the start', null, '19:30', 'invitation_cancel_too_late'],
    ['before the start, signed', SIGNED_AT, '17:59', 'invitation_cancel_too_late'],
    ['at the start, signed', SIGNED_AT, '18:00', 'invitation_cancel_too_late'],
    ['after the start, signed', SIGNED_AT, '19:30', 'invitation_cancel_too_late'],
  ] as const)('%s: the coach always can, players only until it begins', (_when, signedAt, time, refusal) => {
    for (const made of [confirmed, { ...byCoach, invitationStatus: 'CONFIRMED' as const }]) {
      const lesson = { ...made, signedAt }
      for (const actor of FOR_COACH) expect(whyNot('cancel', lesson, [actor], at(time))).toBeUndefined()
      for (const actor of FOR_PLAYER) expect(whyNot('cancel', lesson, [actor], at(time))).toBe(refusal)
      for (const actor of ['admin', 'operator'] as const)
        expect(whyNot('cancel', lesson, [actor], at(time))).toBeUndefined()
      for (const actor of ['viewer', 'clock'] as const)
        expect(whyNot('cancel', lesson, [actor], at(time))).toBe('invitation_not_yours')
    }
  })

  test.each(INVITATION_STATUSES.filter((status) => !isLive(status)))('never when it is %s', (invitationStatus) => {
    for (const actor of [...FOR_COACH, ...FOR_PLAYER]) {
      for (const time of ['17:59', '18:00', '19:30'])
        expect(whyNot('cancel', { ...confirmed, invitationStatus }, [actor], at(time))).toMatch(/settled|expired/)
    }
  })
})

const nextDay = (time: string) => new Date(`2026-05-03T${time}:00+08:00`)

test.each([
  ['just before', nextDay('18:59'), 'invitation_not_started'],
  ['at', nextDay('19:00'), undefined],
  ['after', nextDay('19:01'), undefined],
])('the clock completes a class that nobody completed: %s 24 hours after its end', (_when, now, refusal) => {
  for (const signedAt of [null, SIGNED_AT])
    expect(whyNot('finish', { ...confirmed, signedAt }, ['clock'], now)).toBe(refusal)
})

describe('what a class cost', () => {
  const completed: Invitation = { ...confirmed, invitationStatus: 'COMPLETED', completedAt: at('19:05') }
  const inDays = (days: number, ms: number) => new Date(at('19:05').getTime() + days * 86_400_000 + ms)

  test.each([
    ['just before', inDays(3, -1), undefined],
    ['at', inDays(3, 0), undefined],
    ['after', inDays(3, 1), 'objection_too_late'],
  ])('its players may object to: %s the end of 72 hours', (_when, now, refusal) => {
    for (const actor of ['initiator', 'participant'] as const) {
      expect(whyNot('object', completed, [actor], now)).toBe(refusal)
      expect(whyNot('object', confirmed, [actor], now)).toBe('invitation_settled')
    }
    for (const actor of ['coach', 'admin', 'viewer', 'clock'] as const)
      expect(whyNot('object', completed, [actor], now)).toBe('invitation_not_yours')
  })

  test('is answered by the coach’s side at any time', () => {
    for (const actor of ['coach', 'admin'] as const)
      expect(whyNot('answer-objection', completed, [actor], inDays(30, 0))).toBeUndefined()
    for (const actor of ['initiator', 'participant', 'viewer', 'clock'] as const)
      expect(whyNot('answer-objection', completed, [actor], inDays(1, 0))).toBe('invitation_not_yours')
  })
})

test('only a live class can be cancelled', () => {
  for (const invitationStatus of INVITATION_STATUSES.filter((status) => !isLive(status))) {
    const refusal = invitationStatus === 'EXPIRED' ? 'invitation_expired' : 'invitation_settled'
    expect(whyNot('cancel', { ...pending, invitationStatus }, ['initiator'], noon)).toBe(refusal)
  }
})

test('a player’s class waits for its coach until one offers another time, a coach’s class only while another coach takes it over', () => {
  expect([pending, offered, byCoach, handedOver].map(waitsForCoach)).toEqual([true, false, false, true])
})

test('a request past its expiry counts as expired', () => {
  expect(effectiveStatus(pending, at('12:59'))).toBe('PENDING')
  expect(effectiveStatus(pending, at('13:00'))).toBe('EXPIRED')
  expect(effectiveStatus(confirmed, at('23:00'))).toBe('CONFIRMED')
})

test.each([
  ['player-an', 'initiator'],
  ['coach-lin', 'coach'],
  ['player-bo', 'participant'],
  ['player-xu', 'viewer'],
  [undefined, 'viewer'],
] as const)('%s is %s', (userId, role) => {
  expect(roleInInvitation({ ...pending, responderIds: ['player-an', 'player-bo'] }, userId)).toBe(role)
})

test('a coach who made the class acts as its coach', () => {
  expect(roleInInvitation({ initiatorId: 'coach-lin', coachId: 'coach-lin', responderIds: [] }, 'coach-lin')).toBe(
    'coach',
  )
})

test('the schedule shows a class as completed once it is confirmed', () => {
  expect(INVITATION_STATUSES.map(scheduleDisplayStatus)).toEqual([
    'pending',
    'completed',
    'completed',
    'pending',
    'pending',
  ])
})

test.each([
  ['a request before its time to be answered has passed', pending, '12:59', true],
  ['a request at that time', pending, '13:00', false],
  ['a class that runs', confirmed, '18:59', true],
  ['a class at its end', confirmed, '19:00', false],
  ['a class completed before its end', { ...confirmed, invitationStatus: 'COMPLETED' }, '18:59', true],
  ['a cancelled one', { ...confirmed, invitationStatus: 'CANCELLED' }, '12:00', false],
  ['an expired one', { ...confirmed, invitationStatus: 'EXPIRED' }, '12:00', false],
] as const)('%s: upcoming or not', (_case, invitation, time, is) => {
  expect(isToCome(invitation, at(time))).toBe(is)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actorsOf, type Invitation, isLive, whyNot } from './invitation.ts'
import { INVITATION_ACTIONS, INVITATION_STATUSES } from './invitation-status.ts'
import { type Actor, TRANSITIONS, transitionsOf } from './transitions.ts'

const ACTORS: readonly Actor[] = ['initiator', 'coach', 'participant', 'viewer', 'admin', 'operator', 'clock']

describe('the table of transitions', () => {
  test('uses every action and every status, and no others', () => {
    expect(new Set(TRANSITIONS.map(({ action }) => action))).toEqual(new Set(INVITATION_ACTIONS))
    expect(new Set(TRANSITIONS.flatMap(({ to }) => to))).toEqual(new Set(INVITATION_STATUSES))
    expect(new Set(TRANSITIONS.map(({ from }) => from))).toEqual(new Set([null, 'PENDING', 'CONFIRMED', 'COMPLETED']))
  })

  test('names each step once', () => {
    const keys = TRANSITIONS.map(({ action, by, madeBy, from }) => [action, by, madeBy, from].join())
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('lets nobody change a class that is over', () => {
    for (const { from, to } of TRANSITIONS) if (from !== null && !isLive(from)) expect(to).toEqual([from])
  })

  test.each([
    ['confirm', 'player', ['coach']],
    ['contract', 'player', ['coach']],
    ['offer', 'player', ['coach']],
    ['offer', 'coach', []],
    ['accept', 'player', ['initiator']],
    ['accept', 'coach', []],
    ['sign', 'coach', ['coach', 'admin', 'operator']],
    ['finish', 'player', ['coach', 'admin', 'operator', 'clock']],
    ['object', 'player', ['initiator', 'participant']],
    ['answer-objection', 'coach', ['coach', 'admin', 'operator']],
    ['cancel', 'player', ['initiator', 'coach', 'participant', 'admin', 'operator']],
    ['change-coach', 'player', ['initiator', 'coach', 'admin']],
    ['edit', 'player', ['initiator']],
    ['edit', 'coach', ['coach']],
    ['join', 'player', ['viewer']],
    ['join', 'coach', ['participant', 'viewer']],
    ['decline', 'player', []],
    ['decline', 'coach', ['participant', 'viewer']],
    ['expire', 'coach', ['clock']],
  ] as const)('%s of a class made by the %s is for %s', (action, madeBy, expected) => {
    expect(ACTORS.filter((actor) => transitionsOf(action, madeBy, [actor]).length > 0)).toEqual(expected)
  })
})

const at = (hours: number) => new Date(Date.UTC(2026, 4, 2, hours))

const anyClass: fc.Arbitrary<Invitation> = fc
  .record({
    madeBy: fc.constantFrom('player' as const, 'coach' as const),
    isHandedOver: fc.boolean(),
    invitationStatus: fc.constantFrom(...INVITATION_STATUSES),
    needContract: fc.boolean(),
    offered: fc.boolean(),
    seats: fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })),
    expires: fc.integer({ min: 0, max: 40 }),
    signed: fc.option(fc.integer({ min: 0, max: 40 })),
    starts: fc.integer({ min: 0, max: 40 }),
    free: fc.integer({ min: 0, max: 24 }),
    mustAgree: fc.boolean(),
    isInvited: fc.boolean(),
  })
  .map(
    ({
      madeBy,
      isHandedOver,
      invitationStatus,
      needContract,
      offered,
      seats,
      expires,
      signed,
      starts,
      free,
      ...asked
    }) => ({
      initiatorId: madeBy === 'player' ? 'p' : isHandedOver ? 'other' : 'c',
      initiatorRole: madeBy,
      coachId: 'c',
      invitationStatus,
      needContract,
      participantsCount: Math.max(...seats),
      seatsTaken: Math.min(...seats),
      expiresAt: at(expires),
      offeredAt: offered && madeBy === 'player' ? at(0) : null,
      signedAt: signed === null ? null : at(signed),
      completedAt: invitationStatus === 'COMPLETED' ? at(starts) : null,
      startsAt: at(starts),
      endsAt: at(starts + 1),
      dayEndsAt: at(starts + 6),
      freeUntil: at(starts - free),
      ...asked,
    }),
  )

const anyAction = fc.constantFrom(
  'edit',
  'join',
  'decline',
  'contract',
  'offer',
  'accept',
  'confirm',
  'sign',
  'finish',
  'cancel',
  'change-coach',
  'object',
  'answer-objection',
) as fc.Arbitrary<Parameters<typeof whyNot>[0]>

const ABOUT_WHAT_IT_COST = ['object', 'answer-objection']

test('every allowed action is in the table, and no action changes a class that is over', () => {
  fc.assert(
    fc.property(
      anyClass,
      anyAction,
      fc.subarray([...ACTORS], { minLength: 1 }),
      fc.integer({ min: -2, max: 50 }),
      (invitation, action, actors, hour) => {
        const now = at(hour)
        const refusal = whyNot(action, invitation, actors, now)
        const steps = transitionsOf(action, invitation.initiatorRole, actors)
        if (steps.length === 0) expect(refusal).toBe('invitation_not_yours')
        if (refusal === undefined) {
          expect(steps.map(({ from }) => from)).toContain(invitation.invitationStatus)
          const statuses = ABOUT_WHAT_IT_COST.includes(action) ? ['COMPLETED'] : ['PENDING', 'CONFIRMED']
          expect(statuses).toContain(invitation.invitationStatus)
          if (invitation.invitationStatus === 'PENDING') expect(invitation.expiresAt.getTime()).toBeGreaterThan(+now)
        }
      },
    ),
  )
})

test('more roles never allow less', () => {
  fc.assert(
    fc.property(
      anyClass,
      anyAction,
      fc.subarray([...ACTORS], { minLength: 1 }),
      fc.integer({ min: -2, max: 50 }),
      (invitation, action, actors, hour) => {
        const now = at(hour)
        if (actors.some((actor) => whyNot(action, invitation, [actor], now) === undefined)) {
          expect(whyNot(action, invitation, actors, now)).toBeUndefined()
        }
      },
    ),
  )
})

test('the admin of the company acts as admin in addition to their own role', () => {
  expect(actorsOf('viewer', true)).toEqual(['viewer', 'admin'])
  expect(actorsOf('coach')).toEqual(['coach'])
})

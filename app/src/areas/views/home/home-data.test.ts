import type { InvitationResponse } from '@paidang/api/areas/activities/classes'
import { expect, test } from 'vitest'
import {
  classesOnDay,
  invitesOfPlayer,
  offersToPlayer,
  pastForPlayer,
  pendingAsPlayer,
  requestsForCoach,
} from './home-data'

const NOW = new Date('2026-11-20T12:00:00+08:00')
const TODAY = '2026-11-20'

type Changes = Partial<Omit<InvitationResponse, 'invitation'>> & {
  invitation?: Partial<InvitationResponse['invitation']>
}

/** The fields of a class that these rules read; the rest of a reply is irrelevant. */
function givenClass({ invitation, ...response }: Changes): InvitationResponse {
  return {
    id: '1',
    role: 'coach',
    responseStatus: 'COACH',
    mustAgree: false,
    players: [],
    ...response,
    invitation: {
      courseDate: TODAY,
      beginTimeSlot: 36,
      initiatorRole: 'player',
      invitationStatus: 'PENDING',
      expiresAt: '2026-11-20T10:00:00.000Z',
      offeredAt: null,
      ...invitation,
    },
  } as InvitationResponse
}
const ids = (classes: readonly InvitationResponse[]) => classes.map(({ id }) => id)

test('the classes of a day are in the order of their begin', () => {
  const evening = givenClass({ id: '1', invitation: { beginTimeSlot: 38 } })
  const morning = givenClass({ id: '2', invitation: { beginTimeSlot: 16, invitationStatus: 'COMPLETED' } })
  expect(ids(classesOnDay([evening, morning], TODAY, NOW))).toEqual(['2', '1'])
})

test.each([
  ['another day', { invitation: { courseDate: '2026-11-21' } }],
  ['a cancelled class', { invitation: { invitationStatus: 'CANCELLED' as const } }],
  ['a request that expired while it was shown', { invitation: { expiresAt: '2026-11-20T04:00:00.000Z' } }],
  ['a class that one has left', { role: 'participant' as const, responseStatus: 'LEFT' as const }],
  ['a class that one is only invited to', { role: 'participant' as const, responseStatus: 'INVITED' as const }],
])('%s is not a class of today', (_case, changes) => {
  expect(classesOnDay([givenClass(changes)], TODAY, NOW)).toEqual([])
})

test('a coach answers the requests of players, the first to expire first', () => {
  const late = givenClass({ id: '1', invitation: { expiresAt: '2026-11-21T01:00:00.000Z' } })
  const soon = givenClass({ id: '2', invitation: { expiresAt: '2026-11-20T05:00:00.000Z' } })
  expect(ids(requestsForCoach([late, soon], NOW))).toEqual(['2', '1'])
})

test.each([
  ['a class he made himself', { invitation: { initiatorRole: 'coach' as const, initiatorId: '20', coachId: '20' } }],
  ['a class he takes with another coach', { role: 'initiator' as const }],
  ['one that is confirmed', { invitation: { invitationStatus: 'CONFIRMED' as const } }],
  ['one that expired', { invitation: { expiresAt: '2026-11-20T03:59:59.000Z' } }],
])('%s does not wait for the coach', (_case, changes) => {
  expect(requestsForCoach([givenClass(changes)], NOW)).toEqual([])
})

test('the pending classes of a player wait for them, but not the classes they teach', () => {
  const own = givenClass({ id: '1', role: 'initiator' })
  const seat = givenClass({ id: '2', role: 'participant' })
  const taught = givenClass({ id: '3', role: 'coach' })
  const settled = givenClass({ id: '4', role: 'initiator', invitation: { invitationStatus: 'CONFIRMED' } })
  expect(ids(pendingAsPlayer([own, seat, taught, settled], NOW))).toEqual(['1', '2'])
})

test('a class that another coach handed over waits for the new coach', () => {
  const handedOver = givenClass({ invitation: { initiatorRole: 'coach', initiatorId: '21', coachId: '20' } })
  expect(ids(requestsForCoach([handedOver], NOW))).toEqual(['1'])
})

const GROUP = {
  initiatorRole: 'coach' as const,
  courseDate: '2026-11-22',
  participantsCount: 3,
  seatsTaken: 1,
  invitationStatus: 'CONFIRMED' as const,
  endTimeSlot: 38,
}
const invite = (id: string, invitation: Changes['invitation'] = {}) =>
  givenClass({ id, role: 'participant', responseStatus: 'INVITED', invitation: { ...GROUP, ...invitation } })

test('a player sees the classes they are invited to, the next one first, whether or not others have joined', () => {
  const later = invite('1', {
    courseDate: '2026-11-23',
    invitationStatus: 'PENDING',
    expiresAt: '2026-11-21T00:00:00Z',
  })
  expect(ids(invitesOfPlayer([later, invite('2'), invite('3', { beginTimeSlot: 20 })], NOW))).toEqual(['3', '2', '1'])
})

test.each([
  ['a full class', { seatsTaken: 3 }],
  ['a class that has begun', { courseDate: TODAY, beginTimeSlot: 24 }],
  ['a cancelled class', { invitationStatus: 'CANCELLED' as const }],
])('%s invites nobody any more', (_case, invitation) => {
  expect(invitesOfPlayer([invite('1', invitation)], NOW)).toEqual([])
})

test('a player who has joined is not invited any more', () => {
  expect(invitesOfPlayer([{ ...invite('1'), responseStatus: 'JOINED' }], NOW)).toEqual([])
})

test('a time that the coach offers waits for the player who asked, not for the coach', () => {
  const offered = { offeredAt: '2026-11-20T03:00:00.000Z' }
  const asked = givenClass({ role: 'initiator', responseStatus: 'JOINED', invitation: offered })
  const joined = givenClass({ role: 'participant', responseStatus: 'JOINED', invitation: offered })
  expect(ids(offersToPlayer([asked, joined, givenClass({ role: 'initiator' })], NOW))).toEqual(['1'])
  expect(requestsForCoach([givenClass({ invitation: offered })], NOW)).toEqual([])
})

test('a class of the past waits for its player until they agreed or its time is over, the first to be due first', () => {
  const past = (id: string, due: string, over: Changes = {}) =>
    givenClass({
      role: 'participant',
      responseStatus: 'JOINED',
      mustAgree: true,
      ...over,
      id,
      invitation: {
        initiatorRole: 'coach',
        invitationStatus: 'CONFIRMED',
        pastReason: '补',
        endTimeSlot: 38,
        expiresAt: due,
        ...over.invitation,
      },
    })
  const rows = [
    past('1', '2026-11-22T04:00:00.000Z'),
    past('2', new Date(NOW.getTime() + 1).toISOString()),
    past('3', NOW.toISOString()),
    past('4', '2026-11-22T04:00:00.000Z', { mustAgree: false }),
    past('5', '2026-11-22T04:00:00.000Z', { invitation: { pastReason: null } }),
  ]
  expect(ids(pastForPlayer(rows, NOW))).toEqual(['2', '1'])
})

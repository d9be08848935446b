import type { InvitationResponse } from '@paidang/api/areas/activities/classes'
import { expect, test } from 'vitest'
import {
  cardAnswer,
  classStatusOf,
  dueText,
  freeSeats,
  originText,
  peopleText,
  rowTag,
  seatsText,
  toMyClass,
} from './my-classes-data'
import { statusTag } from './parts/invitation-info'
import { at, CONFIRMED, givenClass } from './testing/given-invitation'

const row = (changes: Partial<InvitationResponse>): ReturnType<typeof toMyClass> =>
  toMyClass({
    id: '1',
    role: 'initiator',
    responderId: '10',
    responseStatus: 'JOINED',
    mustAgree: false,
    responseTime: at('20', '09:36').toISOString(),
    players: [
      { id: '10', nickname: '林知夏', avatar: null },
      { id: '11', nickname: '陈默', avatar: null },
    ],
    invitation: givenClass(),
    ...changes,
  })

test('a player sees the coach, the coach sees the players', () => {
  expect(peopleText(row({ role: 'initiator' }))).toBe('教练 王启明')
  expect(peopleText(row({ role: 'participant' }))).toBe('教练 王启明')
  expect(peopleText(row({ role: 'coach' }))).toBe('林知夏、陈默')
  expect(peopleText(row({ role: 'coach', players: [] }))).toBe('还没有学员加入')
})

test('a request past its time is shown as expired before the server says so', () => {
  const { invitation } = row({})
  expect(statusTag(invitation, at('21', '09:35'))).toEqual({ text: '待确认', kind: 'wait' })
  expect(statusTag(invitation, at('21', '09:36'))).toEqual({ text: '已过期', kind: 'mute' })
})

test('an address may name the tab; any other value opens 全部', () => {
  expect(classStatusOf('CONFIRMED')).toBe('CONFIRMED')
  expect(classStatusOf('EXPIRED')).toBe('all')
  expect(classStatusOf(undefined)).toBe('all')
})

const now = at('20', '12:00')
/** A class for three that its coach made; one player has joined. */
const GROUP = { initiatorRole: 'coach', initiatorId: '20', participantsCount: 3, seatsTaken: 1, ...CONFIRMED } as const
const invited = (changes: Partial<InvitationResponse['invitation']> = {}) =>
  row({ role: 'participant', responseStatus: 'INVITED', invitation: givenClass({ ...GROUP, ...changes }) })

test('a class for several shows how full it is, and its coach sees the free seats', () => {
  const group = givenClass(GROUP)
  expect(seatsText(row({ invitation: group }))).toBe('1/3 人')
  expect(freeSeats(row({ role: 'coach', invitation: group }))).toBe(2)
  expect(freeSeats(row({ role: 'participant', invitation: group }))).toBe(0)
  expect(freeSeats(row({ role: 'coach', invitation: { ...group, invitationStatus: 'COMPLETED' } }))).toBe(0)
  expect(seatsText(row({ invitation: givenClass({ participantsCount: 1 }) }))).toBeUndefined()
})

test('a card says how its reader became part of the class', () => {
  expect(originText(invited())).toBe('邀请你')
  expect(originText(row({ role: 'coach', responseStatus: 'COACH', invitation: givenClass(GROUP) }))).toBe('我发起')
  expect(originText(row({ role: 'coach', responseStatus: 'COACH' }))).toBeUndefined()
  expect(originText(row({}))).toBeUndefined()
})

test('a card of a request that waits says what was changed since it was first sent, and by whom', () => {
  const moved = { invitation: givenClass({ changed: '修改了时间' }) }
  expect(dueText(row({ role: 'coach', responderId: '20', ...moved }), now)).toBe('林知夏修改了时间，11.21 09:36 前答复')
  expect(dueText(row(moved), now)).toBe('你修改了时间，11.21 09:36 前答复')
  const byCoach = givenClass({
    initiatorRole: 'coach',
    initiatorId: '20',
    initiatorName: '王启明',
    changed: '修改了场地',
  })
  expect(dueText(row({ role: 'participant', responseStatus: 'INVITED', invitation: byCoach }), now)).toBe(
    '王启明修改了场地，11.21 09:36 前答复',
  )
  expect(dueText(row({}), now)).toBe('11.21 09:36 前答复')
})

test.each([
  ['has left it', { responseStatus: 'LEFT' }, '已退出'],
  ['said no', { responseStatus: 'DECLINED' }, '已拒绝'],
  ['has not agreed to a change', { mustAgree: true }, '待同意修改'],
  ['has a seat', {}, '已确认'],
] as const)('a player who %s reads that, unless the class itself is over', (_how, own, text) => {
  const mine = { role: 'participant', ...own } as const
  expect(rowTag(row({ ...mine, invitation: givenClass(CONFIRMED) }), now).text).toBe(text)
  expect(rowTag(row({ ...mine, invitation: givenClass({ invitationStatus: 'CANCELLED' }) }), now).text).toBe('已取消')
})

const asCoach = (invitation: Partial<InvitationResponse['invitation']>) =>
  row({ role: 'coach', responseStatus: 'COACH', invitation: givenClass(invitation) })

test.each([
  ['a coach is asked for his yes', asCoach({}), { action: 'confirm', refusal: undefined }],
  [
    'not before there is a contract',
    asCoach({ needContract: true }),
    { action: 'confirm', refusal: 'invitation_needs_contract' },
  ],
  ['his own class waits for players, not for him', asCoach({ ...GROUP, ...{ invitationStatus: 'PENDING' } }), null],
  ['who is invited may take a seat', invited(), { action: 'join', refusal: undefined }],
  ['as long as there is one', invited({ seatsTaken: 3 }), { action: 'join', refusal: 'invitation_full' }],
  ['and the class has not begun', invited({ courseDate: '2026-11-20', beginTimeSlot: 20 }), null],
  [
    'who has a seat agrees anew to what the coach changed',
    row({ role: 'participant', mustAgree: true, invitation: givenClass({ ...GROUP, invitationStatus: 'PENDING' }) }),
    { action: 'join', refusal: undefined },
  ],
  [
    'also when it stands by others already',
    row({ role: 'participant', mustAgree: true, invitation: givenClass({ ...GROUP, ...CONFIRMED }) }),
    { action: 'join', refusal: undefined },
  ],
  ['a class that stands goes into the calendar', row({ invitation: givenClass(CONFIRMED) }), { action: 'calendar' }],
  ['for its coach too', asCoach(CONFIRMED), { action: 'calendar' }],
  [
    'not once it has begun',
    row({ invitation: givenClass({ ...CONFIRMED, courseDate: '2026-11-20', beginTimeSlot: 24 }) }),
    null,
  ],
  ['a player waits for his coach', row({}), null],
  [
    'who has left has nothing to do',
    row({ role: 'participant', responseStatus: 'LEFT', invitation: givenClass(CONFIRMED) }),
    null,
  ],
] as const)('%s', (_case, given, answer) => {
  expect(cardAnswer(given, now)).toEqual(answer)
})

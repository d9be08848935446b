import type { InvitationResponse } from '@paidang/api/areas/classes'
import { expect, test } from 'vitest'
import { classCompany } from './today-labels'

type Of = { role?: InvitationResponse['role']; names?: string[]; initiatorRole?: 'player' | 'coach' }

const companyOf = ({ role = 'coach', names = [], initiatorRole = 'player' }: Of) =>
  classCompany({
    role,
    players: names.map((nickname, at) => ({ id: String(at), nickname, avatar: null })),
    // The fields of a class that the rule reads; the rest of a reply is irrelevant.
    invitation: { coachName: '王启明', initiatorName: '林知夏', initiatorRole } as InvitationResponse['invitation'],
  })

test('a player reads the name of the coach', () => {
  expect(companyOf({ role: 'initiator', names: ['林知夏'] })).toBe('王启明 教练')
  expect(companyOf({ role: 'participant', names: ['林知夏'] })).toBe('王启明 教练')
})

test.each([
  [['林知夏'], '林知夏'],
  [['林知夏', '周亦'], '林知夏、周亦'],
  [['林知夏', '周亦', '陈默'], '林知夏、周亦 等 3 人'],
])('a coach reads the names of %j as %s', (names, text) => {
  expect(companyOf({ names })).toBe(text)
})

test('a coach reads who asked while nobody has a seat, or that a class of their own waits for players', () => {
  expect(companyOf({})).toBe('林知夏')
  expect(companyOf({ initiatorRole: 'coach' })).toBe('等待学员参加')
})

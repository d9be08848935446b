import { expect, test } from 'vitest'
import { invitedStanding, studentInvitationExpiry, studentInvitationFault } from './invitation.ts'

const now = new Date('2026-05-01T12:00:00+08:00')
const expiresAt = studentInvitationExpiry(now)
const before = new Date(expiresAt.getTime() - 1)

test.each([
  ['ACCEPT', 'PENDING', before, undefined],
  ['ACCEPT', 'PENDING', expiresAt, 'student_invitation_expired'],
  ['ACCEPT', 'WITHDRAWN', before, 'student_invitation_withdrawn'],
  ['ACCEPT', 'ACCEPTED', before, 'student_invitation_used'],
  ['WITHDRAW', 'PENDING', before, undefined],
  ['WITHDRAW', 'PENDING', expiresAt, 'student_invitation_expired'],
  ['RENEW', 'PENDING', expiresAt, undefined],
  ['RENEW', 'WITHDRAWN', before, undefined],
  ['RENEW', 'ACCEPTED', before, 'student_invitation_used'],
] as const)('%s of one that is %s', (step, state, at, fault) => {
  expect(studentInvitationFault(step, { state, expiresAt }, at)).toBe(fault)
})

test.each([
  ['a guest', undefined, 'GUEST'],
  ['the coach', { isCoach: true, phone: null, phoneVerified: false }, 'SELF'],
  ['who proved the number', { isCoach: false, phone: '13800000001', phoneVerified: true }, 'READY'],
  ['who typed it', { isCoach: false, phone: '13800000001', phoneVerified: false }, 'UNPROVED'],
  ['who has no number', { isCoach: false, phone: null, phoneVerified: false }, 'UNPROVED'],
  ['who proved another', { isCoach: false, phone: '13800000002', phoneVerified: true }, 'OTHER_PHONE'],
] as const)('%s', (_case, reader, standing) => {
  expect(invitedStanding(reader, '13800000001')).toBe(standing)
})

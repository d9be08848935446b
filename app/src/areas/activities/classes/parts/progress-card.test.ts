import type { InvitationEvent } from '@paidang/api/areas/activities/classes'
import { expect, test } from 'vitest'
import type { Step } from '../../../../ui/timeline'
import { at, BY_COACH, CONFIRMED, givenInfo, givenSeat } from '../testing/given-invitation'
import { longSteps, recordSteps, shortSteps } from './progress-card'

const MARKS: Record<Step['state'], string> = { done: '✓', current: '●', todo: '○' }
const read = (steps: Step[]) => steps.map(({ text, state, time }) => `${MARKS[state]}${text}${time ? ` ${time}` : ''}`)

const now = at('20', '09:41')
const event = (seq: number, action: string, time: string, rest: Partial<InvitationEvent> = {}): InvitationEvent => ({
  seq,
  action,
  fromStatus: null,
  toStatus: 'PENDING',
  actorName: null,
  reason: '',
  at: at('20', time).toISOString(),
  ...rest,
})

test('players see five steps, with the current one waiting', () => {
  expect(read(shortSteps(givenInfo('initiator'), now))).toEqual([
    '✓发起 09:36',
    '✓缔约 已有合同',
    '●确认 等待中',
    '○签到',
    '○完成',
  ])
})

test('without a contract 缔约 is the waiting step, and confirming comes after it', () => {
  expect(read(shortSteps(givenInfo('initiator', { invitation: { needContract: true } }), now))).toEqual([
    '✓发起 09:36',
    '●缔约 待缔约',
    '○确认',
    '○签到',
    '○完成',
  ])
})

test('a step of another day shows only its date, to fit the space', () => {
  expect(read(shortSteps(givenInfo('initiator', { invitation: CONFIRMED }), at('21', '08:00')))).toEqual([
    '✓发起 11.20',
    '✓缔约 已有合同',
    '✓确认 11.20',
    '●签到 待签到',
    '○完成',
  ])
})

test('the coach reads the steps with day and time, and the time left to answer', () => {
  expect(read(longSteps(givenInfo('coach'), now))).toEqual([
    '✓球员发起 11.20 09:36',
    '✓课程合同 已有合同',
    '●待我确认 剩 23 小时 55 分',
    '○待签到',
    '○完成 扣减 1.5 课时',
  ])
})

test('once confirmed and contracted, the coach reads when, and that the class can be signed', () => {
  const events = [event(1, 'create', '09:36'), event(2, 'contract', '10:00'), event(3, 'confirm', '10:02')]
  const info = givenInfo('coach', { invitation: CONFIRMED, events })
  expect(read(longSteps(info, at('22', '18:04')))).toEqual([
    '✓球员发起 11.20 09:36',
    '✓已缔约 11.20 10:00',
    '✓我已确认 11.20 10:02',
    '●待签到 可签到',
    '○完成 扣减 1.5 课时',
  ])
})

test('a class that the coach made waits for players, who bring their own contracts', () => {
  const info = givenInfo('coach', { invitation: { initiatorRole: 'coach', initiatorId: '20' }, responsePlayers: [] })
  expect(read(longSteps(info, now))).toEqual([
    '✓我发起 11.20 09:36',
    '●待学员加入 剩 23 小时 55 分',
    '○待签到',
    '○完成',
  ])
})

test('a class changed by its coach waits for agreement, and a handed over one for the next coach', () => {
  const second = (invitation: object) =>
    read(longSteps(givenInfo('coach', { invitation, responsePlayers: [givenSeat({ responderId: '11' })] }), now)).slice(
      0,
      2,
    )
  expect(second(BY_COACH)).toEqual(['✓我发起 11.20 09:36', '●待学员同意 剩 23 小时 55 分'])
  const handedOver = { ...BY_COACH, initiatorId: '21' }
  expect(second(handedOver)).toEqual(['✓教练发起 11.20 09:36', '●待我确认 剩 23 小时 55 分'])
})

test('a class completed without 签到 says that all counted as present', () => {
  const invitation = {
    ...CONFIRMED,
    invitationStatus: 'COMPLETED',
    completedAt: at('22', '20:05').toISOString(),
  } as const
  expect(read(longSteps(givenInfo('coach', { invitation }), at('22', '21:00'))).slice(3)).toEqual([
    '✓未签到 按到场算',
    '✓已完成 11.22 20:05',
  ])
})

test('the steps of a cancelled class end where it was cancelled', () => {
  const invitation = {
    ...CONFIRMED,
    invitationStatus: 'CANCELLED',
    cancelledAt: at('20', '11:00').toISOString(),
  } as const
  expect(read(longSteps(givenInfo('coach', { invitation }), at('20', '12:00')))).toEqual([
    '✓球员发起 11.20 09:36',
    '✓课程合同 已有合同',
    '✓我已确认 11.20 10:02',
    '●已取消 11.20 11:00',
  ])
  const unconfirmed = { ...invitation, confirmedAt: null }
  expect(read(shortSteps(givenInfo('initiator', { invitation: unconfirmed }), at('20', '12:00')))).toEqual([
    '✓发起 09:36',
    '●已取消 11:00',
  ])
})

test('the record lists every event in order, with person and reason', () => {
  const events = [
    event(1, 'create', '09:36', { actorName: '林知夏' }),
    event(2, 'cancel', '11:00', { actorName: '王启明', reason: '时间冲突', toStatus: 'CANCELLED' }),
  ]
  expect(recordSteps(givenInfo('initiator', { events }), now)).toMatchObject([
    { text: '发起约课', time: '11.20 09:36', remark: '林知夏', state: 'done' },
    { text: '取消约课', time: '11.20 11:00', remark: '王启明，时间冲突', state: 'current' },
  ])
})

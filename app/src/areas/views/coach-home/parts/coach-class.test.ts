import type { Invitation } from '@paidang/api/areas/activities/classes'
import { describe, expect, test } from 'vitest'
import { at, BY_COACH, CONFIRMED, givenClass } from '../../../activities/classes/testing/given-invitation'
import {
  byExpiry,
  type CoachClass,
  classStateOf,
  factsOf,
  isWaiting,
  onlyStudentOf,
  recordTag,
  scheduleTag,
  titleOf,
  toCoachClass,
  unbroken,
} from './coach-class'

const LIN = { id: '10', nickname: '林知夏', avatar: null }
const noon = at('20', '12:00')

/** Returns the class of 22 November, 18:30 to 20:00, in its coach's list; by default for one student. */
function given(changes: Partial<Invitation> = {}, players = [LIN]): CoachClass {
  const invitation = givenClass({ participantsCount: 1, ...changes })
  const { id, responseTime } = invitation
  return toCoachClass({
    id,
    role: 'coach',
    responderId: '20',
    responseStatus: 'COACH',
    mustAgree: false,
    responseTime,
    players,
    invitation,
  })
}

describe('a class in its coach’s day', () => {
  test.each([
    ['a request asks to be confirmed', {}, noon, 'wait 确认!'],
    ['one without a contract asks for it', { needContract: true }, noon, 'wait 缔约!'],
    ['his own waits for its students', BY_COACH, noon, 'wait 待学员'],
    ['a request past its time is gone', {}, at('21', '09:36'), undefined],
    ['a cancelled one is gone', { invitationStatus: 'CANCELLED' }, noon, undefined],
    ['a confirmed one stands', CONFIRMED, at('22', '17:59'), 'set 已确认'],
    [
      'one entered after it was held waits for its players',
      { ...CONFIRMED, pastReason: '补' },
      at('23', '09:00'),
      'wait 待核对',
    ],
    ['half an hour before it can be signed', CONFIRMED, at('22', '18:00'), 'set 签到!'],
    [
      'signed before it begins there is nothing to do',
      { ...CONFIRMED, signedAt: at('22', '18:05').toISOString() },
      at('22', '18:10'),
      'set 已签到',
    ],
    [
      'signed and begun it can be completed',
      { ...CONFIRMED, signedAt: at('22', '18:05').toISOString() },
      at('22', '18:30'),
      'set 完成!',
    ],
    ['unsigned on the next day it can only be completed', CONFIRMED, at('23', '00:00'), 'set 完成!'],
    ['a completed one is done', { invitationStatus: 'COMPLETED' }, at('23', '00:00'), 'done 已完成'],
  ] as [string, Partial<Invitation>, Date, string | undefined][])('%s', (_what, changes, now, expected) => {
    const standing = classStateOf(given(changes), now)
    expect(standing && `${standing.look} ${standing.text}${standing.step ? '!' : ''}`).toBe(expected)
  })

  test('a single student is named, with the course below; several are counted beside their course', () => {
    expect([titleOf(given()), ...factsOf(given())]).toEqual(['林知夏', '星湖网球中心 3号场', '成人私教 1 对 1'])
    const group = given({ participantsCount: 4, seatsTaken: 3, courseDesignName: '青少小班' })
    expect([titleOf(group), ...factsOf(group)]).toEqual(['青少小班 3/4 人', '星湖网球中心 3号场'])
    expect([onlyStudentOf(given())?.id, onlyStudentOf(group)]).toEqual(['10', undefined])
  })

  test('a class without students names the requesting player, or says that it waits for students', () => {
    expect(titleOf(given({}, []))).toBe('林知夏')
    expect(titleOf(given(BY_COACH, []))).toBe('等待学员')
  })
})

test.each([
  ['成人私教 1 对 1', '成人私教 1\u00a0对\u00a01'],
  ['小班 1 对 4 3/4 人', '小班 1\u00a0对\u00a04 3/4 人'],
  ['青少对打', '青少对打'],
])('the ratio in %s stays in one line', (name, shown) => {
  expect(unbroken(name)).toBe(shown)
})

test('in the schedule completed and confirmed classes have one look, all others another; the text is the status', () => {
  const tag = (changes: Partial<Invitation>) => {
    const { kind, text } = scheduleTag(given(changes), noon)
    return `${kind} ${text}`
  }
  expect(tag({ invitationStatus: 'COMPLETED' })).toBe('ok 已完成')
  expect(tag(CONFIRMED)).toBe('ok 已确认')
  expect(tag({})).toBe('wait 待确认')
  expect(tag({ invitationStatus: 'CANCELLED' })).toBe('wait 已取消')
})

test('in the records a status looks the same as in other lists', () => {
  expect(recordTag(given({ invitationStatus: 'COMPLETED' }), noon)).toEqual({ kind: 'mute', text: '已完成' })
})

test('requests wait for the coach until they expire, the first to expire first; the coach’s own classes do not', () => {
  const late = given({ id: '2', expiresAt: at('21', '08:00').toISOString() })
  const over = given({ id: '3', expiresAt: at('20', '11:59').toISOString() })
  const own = given({ id: '4', ...BY_COACH })
  const asPlayer = { ...given({ id: '5' }), role: 'participant' as const }
  const waiting = byExpiry([given(), late, over, own, asPlayer, given({ id: '6', ...CONFIRMED })]).filter((row) =>
    isWaiting(row, noon),
  )
  expect(waiting.map(({ invitation }) => invitation.id)).toEqual(['2', '1'])
})

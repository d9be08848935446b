import { describe, expect, test } from 'vitest'
import {
  at,
  BY_COACH,
  COMPLETED,
  CONFIRMED,
  givenInfo,
  givenQuote,
  givenSeat,
  INVITED,
  TOKEN,
} from '../testing/given-invitation'
import { barButtons, sideActions } from './action-buttons'
import { classActions } from './action-rules'

type Info = Parameters<typeof barButtons>[0]
const cancellation = givenQuote()
const now = at('20', '10:10')

/** Reads the bar as text: disabled buttons in brackets with their reason. */
const read = (info: Info, moment: Date) =>
  barButtons(info, moment).map(({ text, reason }) => (reason === undefined ? text : `(${text}: ${reason})`))

const signed = { ...CONFIRMED, signedAt: at('22', '18:10').toISOString() }

describe('a request that waits', () => {
  test('is confirmed or refused by its coach', () => {
    expect(read(givenInfo('coach', { cancellation }), now)).toEqual(['拒绝', '改约', '确认约课'])
  })

  test('asks for 缔约 first where a contract is missing', () => {
    const info = givenInfo('coach', { cancellation, invitation: { needContract: true } })
    expect(read(info, now)).toEqual(['拒绝', '改约', '缔约'])
  })

  test('is only offered another time where it clashes with what does not give way', () => {
    const clash = { title: '', invitationId: null, beginTimeSlot: 37, endTimeSlot: 40 }
    const given = (kind: 'own_class' | 'own_lock') =>
      givenInfo('coach', { cancellation, invitation: { useUnavailable: true }, clashes: [{ ...clash, kind }] })
    expect(read(given('own_class'), now)).toEqual(['拒绝', '建议改约'])
    expect(read(given('own_lock'), now)).toEqual(['拒绝', '改约', '确认约课'])
  })

  test('waits for its player once another time is offered', () => {
    const offered = { offeredAt: at('20', '10:00').toISOString(), askedStartsAt: at('22', '10:00').toISOString() }
    const given = (role: 'coach' | 'initiator', needContract = false) =>
      givenInfo(role, { cancellation, invitation: { ...offered, needContract } })
    expect(read(given('coach'), now)).toEqual(['取消', '换个时间'])
    expect(read(given('initiator'), now)).toEqual(['不合适', '接受改约'])
    expect(read(given('initiator', true), now)).toEqual(['不合适', '接受改约'])
  })

  test('is changed or cancelled by its initiator, who can open the contract page when a contract is missing', () => {
    expect(read(givenInfo('initiator', { cancellation }), now)).toEqual(['取消约课', '修改时段'])
    const without = givenInfo('initiator', { cancellation, invitation: { needContract: true } })
    expect(read(without, now)).toEqual(['取消约课', '查看合同'])
    expect(barButtons(without, now, true).map(({ text }) => text)).toEqual(['取消约课', '查看合同', '购买课时'])
  })

  test('can be changed, but not confirmed, by the coach who made it', () => {
    expect(read(givenInfo('coach', { cancellation, invitation: BY_COACH }), now)).toEqual(['取消', '修改约课'])
  })

  test('is confirmed by the next coach after a handover; the coach who made it may take it back', () => {
    const handedOver = { ...BY_COACH, initiatorId: '21' }
    expect(read(givenInfo('coach', { cancellation, invitation: handedOver }), now)).toEqual(['取消', '确认约课'])
    const maker = givenInfo('initiator', { cancellation, invitation: handedOver, reqUser: { userId: '21' } })
    expect(read(maker, now)).toEqual(['取消约课'])
    expect(sideActions(maker, now).map(({ name }) => name)).toEqual(['更换教练'])
    expect(read(maker, at('21', '09:36'))).toEqual([])
  })

  test('and was changed by its coach can be agreed to by players with a seat, but not during a handover', () => {
    const responsePlayers = [givenSeat({ responderId: '11' })]
    const asked = { cancellation, responsePlayers, reqUser: { mustAgree: true } }
    for (const invitation of [BY_COACH, { ...BY_COACH, ...CONFIRMED }])
      expect(read(givenInfo('participant', { ...asked, invitation }), now)).toEqual(['拒绝', '同意修改'])
    const invitation = { ...BY_COACH, initiatorId: '21' }
    expect(read(givenInfo('participant', { ...asked, invitation }), now)).toEqual(['退出'])
  })

  test('can be left by a joiner, and offers a viewer nothing', () => {
    expect(read(givenInfo('participant', { cancellation }), now)).toEqual(['退出'])
    expect(read(givenInfo('viewer'), now)).toEqual([])
  })

  test('and whose coach has left the company is agreed to and moved by nobody, who read so before they press', () => {
    const { coach } = givenInfo('initiator')
    const gone = { cancellation, coach: { ...coach, hasLeft: true } }
    const left = '教练已离开这家公司，请另选教练或取消'
    expect(read(givenInfo('initiator', gone), now)).toEqual(['取消约课', `(修改时段: ${left})`])
    const moved = sideActions(givenInfo('initiator', { ...gone, invitation: CONFIRMED }), now)
    expect(moved.map(({ name, reason }) => [name, reason])).toEqual([
      ['修改时段', left],
      ['更换教练', undefined],
    ])
    expect(read(givenInfo('coach', gone), now)).toEqual([
      '拒绝',
      '(确认约课: 您已离开这家公司，这节课由学员另选教练或取消)',
    ])
    const asked = {
      ...gone,
      invitation: BY_COACH,
      responsePlayers: [INVITED],
      reqUser: { userId: '11', isInvited: true },
    }
    expect(read(givenInfo('viewer', asked), now)).toEqual(['拒绝', `(参与约课: ${left})`])
  })

  test('and has expired can only be booked again', () => {
    expect(read(givenInfo('initiator', { cancellation }), at('21', '09:36'))).toEqual(['再约一次'])
    expect(read(givenInfo('coach', { cancellation }), at('21', '09:36'))).toEqual([])
  })
})

describe('a confirmed class', () => {
  const coach = givenInfo('coach', { cancellation, invitation: CONFIRMED })
  const signedCoach = givenInfo('coach', { cancellation, invitation: signed })

  test.each([
    ['until half an hour before', coach, at('22', '17:59'), ['取消', '(为学员签到: 开课前30分钟起可以签到)']],
    ['from half an hour before', coach, at('22', '18:00'), ['取消', '为学员签到']],
    ['on the next day', coach, at('23', '00:00'), ['取消', '完成约课']],
    ['once signed, before the start', signedCoach, at('22', '18:20'), ['取消', '(完成约课: 课程尚未开始)']],
    ['once signed, from the start', signedCoach, at('22', '18:30'), ['取消', '完成约课']],
  ] as const)('can be signed and completed by the coach: %s', (_when, info, moment, bar) => {
    expect(read(info, moment)).toEqual(bar)
  })

  test('can be put into the initiator’s calendar and cancelled until it is signed; then the initiator’s hours are offered', () => {
    expect(read(givenInfo('initiator', { cancellation, invitation: CONFIRMED }), now)).toEqual(['取消约课', '加到日历'])
    expect(read(givenInfo('initiator', { cancellation, invitation: signed }), at('22', '18:20'))).toEqual(['查看课时'])
  })
})

test.each(['COMPLETED', 'CANCELLED'] as const)(
  'a %s class is booked again by its initiator only',
  (invitationStatus) => {
    expect(read(givenInfo('initiator', { invitation: { invitationStatus } }), now)).toEqual(['再约一次'])
    expect(read(givenInfo('initiator', { invitation: { invitationStatus, trialId: '4' } }), now)).toEqual([])
    expect(read(givenInfo('coach', { invitation: { invitationStatus } }), now)).toEqual([])
    expect(read(givenInfo('participant', { invitation: { invitationStatus } }), now)).toEqual([])
  },
)

describe('a seat', () => {
  const free = { ...CONFIRMED, participantsCount: 2, seatsTaken: 1 }

  test.each([
    ['who came by a share link', { share: TOKEN }, ['参与约课']],
    ['who was invited', { reqUser: { isInvited: true } }, ['参与约课']],
    [
      'who gave his back',
      { responsePlayers: [givenSeat({ responderId: '99', responseStatus: 'LEFT' })] },
      ['参与约课'],
    ],
    ['nobody who only looks on', {}, []],
  ] as const)('is offered to %s', (_who, options, bar) => {
    const responsePlayers = 'responsePlayers' in options ? [...options.responsePlayers] : [givenSeat()]
    expect(read(givenInfo('viewer', { ...options, invitation: free, responsePlayers }), now)).toEqual(bar)
  })

  test('is shown as disabled with the reason when all are taken, and is not offered after the class has begun', () => {
    const full = { ...CONFIRMED, participantsCount: 2, seatsTaken: 2 }
    expect(read(givenInfo('viewer', { share: TOKEN, invitation: full }), now)).toEqual(['(参与约课: 人数已满)'])
    expect(read(givenInfo('viewer', { share: TOKEN, invitation: free }), at('22', '18:30'))).toEqual([])
  })

  test('cannot be taken while the coach is away, and says so', () => {
    const info = givenInfo('viewer', { share: TOKEN, invitation: free })
    const away = { ...info, coach: { ...info.coach, isAway: true } }
    expect(read(away, now)).toEqual(['(参与约课: 暂时无法约这位教练)'])
  })
})

describe('the admin of the company', () => {
  const admin = { isCompanyAdmin: true }

  test('gives a class to another coach, and joins it when invited', () => {
    expect(read(givenInfo('viewer', { reqUser: admin, invitation: CONFIRMED }), now)).toEqual(['更换教练'])
    const invited = givenInfo('viewer', { reqUser: { ...admin, isInvited: true } })
    expect(read(invited, now)).toEqual(['更换教练', '参与约课'])
    expect(read(givenInfo('viewer', { reqUser: admin, invitation: COMPLETED }), now)).toEqual([])
  })
})

describe('besides the bar', () => {
  const names = (info: Info, moment: Date) =>
    sideActions(info, moment).map(({ name, reason }) => (reason === undefined ? name : `(${name}: ${reason})`))

  test('the initiator changes the coach, and in an active class the time, while cancelling is free', () => {
    expect(names(givenInfo('initiator', { cancellation }), now)).toEqual(['更换教练'])
    const standing = givenInfo('initiator', { cancellation, invitation: CONFIRMED })
    expect(names(standing, now)).toEqual(['修改时段', '更换教练'])
    const tooLate = '已过免费取消时间，不能再修改，请联系教练'
    expect(names(standing, at('21', '18:31'))).toEqual([`(修改时段: ${tooLate})`, `(更换教练: ${tooLate})`])
    expect(names(standing, at('22', '18:30'))).toEqual([])
  })

  test('the coach has the steps of the class, and 缔约 only where it is needed', () => {
    const waits = '签到、完成在确认后可用'
    const steps = [`(签到: ${waits})`, `(完成: ${waits})`]
    expect(names(givenInfo('coach', { cancellation }), now)).toEqual(['更换教练', ...steps])
    const needs = givenInfo('coach', { cancellation, invitation: { needContract: true } })
    expect(names(needs, now)).toEqual(['更换教练', '缔约', ...steps])
    const own = givenInfo('coach', {
      cancellation,
      invitation: { ...BY_COACH, ...CONFIRMED },
      responsePlayers: [INVITED],
    })
    expect(names(own, at('22', '18:04'))).toEqual([
      '修改时段',
      '更换教练',
      '缔约',
      '签到',
      '(完成: 课程尚未开始)',
      '加到日历',
    ])
  })

  test('a joiner can put an active class into the calendar until it is over, and a viewer has no action', () => {
    expect(names(givenInfo('participant', { cancellation }), now)).toEqual([])
    expect(names(givenInfo('participant', { cancellation, invitation: CONFIRMED }), now)).toEqual(['加到日历'])
    expect(names(givenInfo('participant', { cancellation, invitation: CONFIRMED }), at('22', '20:00'))).toEqual([])
    expect(names(givenInfo('viewer', { share: TOKEN, invitation: CONFIRMED }), now)).toEqual([])
  })
})

describe('the row of signing and completing', () => {
  const conditionAt = (invitation: object, moment: Date) =>
    classActions(givenInfo('coach', { cancellation, invitation }), moment).condition

  test.each([
    ['before confirming', {}, now, '签到、完成在确认后可用'],
    ['long before the class', CONFIRMED, now, '签到之后可以完成'],
    ['shortly before the class', CONFIRMED, at('22', '18:04'), '签到之后可以完成'],
    ['signed before the start', signed, at('22', '18:20'), '课程尚未开始'],
    ['unsigned after the start', CONFIRMED, at('22', '18:40'), '未签到，按到场算'],
    ['unsigned on the next day', CONFIRMED, at('23', '00:00'), '签到时间已过，未签到，按到场算'],
    ['signed after the start', signed, at('22', '18:40'), undefined],
  ] as const)('says %s what it waits for', (_when, invitation, moment, condition) => {
    expect(conditionAt(invitation, moment)).toBe(condition)
  })

  test('is not shown to players, or after the class is over', () => {
    expect(classActions(givenInfo('initiator', { cancellation }), now).sign).toBeUndefined()
    expect(classActions(givenInfo('coach', { invitation: { invitationStatus: 'COMPLETED' } }), now)).toEqual({})
  })
})

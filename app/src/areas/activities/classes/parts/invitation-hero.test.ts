import { describe, expect, test } from 'vitest'
import { at, BY_COACH, CONFIRMED, givenInfo, givenQuote, givenSeat, INVITED, TOKEN } from '../testing/given-invitation'
import { heroText } from './invitation-hero'

const pending = at('20', '09:41')
const confirmed = { invitation: CONFIRMED }
const signed = { invitation: { ...CONFIRMED, signedAt: at('22', '18:10').toISOString() } }

describe('a request that waits', () => {
  test('says to the coach who asks, and until when to answer', () => {
    expect(heroText(givenInfo('coach'), pending)).toEqual({
      title: '林知夏想约你的课',
      line: '请在 11.21 09:36 前答复，超时自动取消',
    })
  })

  test('says to the players for whom they wait, and how long', () => {
    const words = { title: '等待教练确认', line: '教练须在 11.21 09:36 前答复，超时自动取消' }
    expect(heroText(givenInfo('initiator'), pending)).toEqual(words)
    expect(heroText(givenInfo('participant'), pending)).toEqual(words)
  })

  test('says that its player has moved it', () => {
    const moved = { invitation: { changed: '修改了时间' } }
    expect(heroText(givenInfo('coach', moved), pending).title).toBe('林知夏修改了时间')
    const line = '修改了时间，教练须在 11.21 09:36 前答复，超时自动取消'
    expect(heroText(givenInfo('initiator', moved), pending)).toEqual({ title: '等待教练确认', line: `你${line}` })
    expect(heroText(givenInfo('participant', moved), pending).line).toBe(`林知夏${line}`)
  })

  test('waits for 缔约 first when there is no contract', () => {
    const options = { invitation: { needContract: true } }
    expect(heroText(givenInfo('initiator', options), pending).title).toBe('等待教练缔约')
    expect(heroText(givenInfo('coach', options), pending).line).toBe('请在 11.21 09:36 前缔约并确认，超时取消')
  })

  test('waits for the players when the coach made it', () => {
    const options = { invitation: BY_COACH, responsePlayers: [INVITED] }
    expect(heroText(givenInfo('coach', options), pending).title).toBe('等待学员加入')
    const asked = givenInfo('viewer', { ...options, reqUser: { userId: '11', isInvited: true } })
    expect(heroText(asked, pending).title).toBe('王启明邀请你上课')
    const moved = { ...options, invitation: { ...BY_COACH, changed: '修改了时间' } }
    const since = givenInfo('viewer', { ...moved, reqUser: { userId: '11', isInvited: true } })
    expect(heroText(since, pending).line).toBe('教练修改了时间，请在 11.21 09:36 前答复，超时自动取消')
    expect(heroText(givenInfo('viewer', options), pending).title).toBe('等待学员加入')
  })

  test('waits for a new agreement when the coach has changed their own class', () => {
    const options = { invitation: BY_COACH, responsePlayers: [givenSeat({ responderId: '11' })] }
    expect(heroText(givenInfo('coach', options), pending).title).toBe('等待学员同意')
    expect(heroText(givenInfo('participant', options), pending)).toEqual({
      title: '教练修改了约课',
      line: '请在 11.21 09:36 前同意，超时自动取消；也可以拒绝，不扣课时',
    })
  })

  test('shows what the coach changed since the reader last agreed', () => {
    const step = (seq: number, action: string, reason: string, actorName = '王启明') => ({
      ...{ seq, action, actorName, reason, fromStatus: 'PENDING' as const, toStatus: 'PENDING' as const },
      at: at('20', '10:00').toISOString(),
    })
    const events = [
      step(1, 'edit', '修改课程'),
      step(2, 'join', '', '陈默'),
      step(3, 'edit', '修改时间'),
      step(4, 'join', '', '方晓'),
      step(5, 'edit', '修改时间、场地'),
    ]
    const responsePlayers = [givenSeat({ responderId: '11', responderName: '陈默' })]
    const info = givenInfo('participant', { invitation: BY_COACH, responsePlayers, events })
    expect(heroText(info, pending).title).toBe('教练修改了时间、场地')
  })

  test('waits for the next coach after a handover', () => {
    const options = { invitation: { ...BY_COACH, initiatorId: '21', initiatorName: '周岚' } }
    expect(heroText(givenInfo('coach', options), pending).title).toBe('周岚请你接这节课')
    expect(heroText(givenInfo('participant', options), pending)).toEqual({
      title: '等待新教练确认',
      line: '王启明须在 11.21 09:36 前答复，超时自动取消',
    })
  })

  test('invites a reader who came by a share link while a seat is free', () => {
    expect(heroText(givenInfo('viewer', { share: TOKEN }), pending)).toEqual({
      title: '林知夏邀请你一起上课',
      line: '还有 1 个名额，11.22 18:30 开课',
    })
    const full = { share: TOKEN, invitation: { participantsCount: 1 } }
    expect(heroText(givenInfo('viewer', full), pending).title).toBe('等待教练确认')
  })

  test('is shown as expired as soon as its time is over, before the server says so', () => {
    expect(heroText(givenInfo('initiator'), at('21', '09:35')).title).toBe('等待教练确认')
    expect(heroText(givenInfo('initiator'), at('21', '09:36'))).toEqual({
      title: '约课已过期',
      line: '教练没有在 11.21 09:36 前答复，课时已退回',
    })
    const unpaid = givenInfo('initiator', { invitation: { needContract: true } })
    expect(heroText(unpaid, at('21', '09:36')).line).toBe('教练没有在 11.21 09:36 前答复，已自动取消')
    expect(heroText(givenInfo('coach'), at('21', '09:36')).line).toBe('11.21 09:36 前没有答复，已自动取消')
  })
})

describe('a confirmed class', () => {
  test('on a day of leave says so to its player and its coach', () => {
    const lineFor = (role: 'initiator' | 'coach') => {
      const info = givenInfo(role, { invitation: CONFIRMED })
      return heroText({ ...info, coach: { ...info.coach, isOnLeave: true } }, at('21', '09:00')).line
    }
    expect(lineFor('initiator')).toBe('教练这天休假，请看休假通知，选择怎么安排')
    expect(lineFor('coach')).toBe('你这天休假，等学员选择怎么安排')
  })

  test.each([
    [
      'the player in the free time',
      'initiator',
      at('20', '10:30'),
      '还有 2 天 8 小时开课',
      '教练已确认，11.21 18:30 前可免费取消',
    ],
    ['the player after it', 'initiator', at('22', '10:30'), '还有 8 小时开课', '教练已确认，请准时到场'],
    ['the coach before 签到 opens', 'coach', at('22', '17:59'), '还有 31 分钟开课', '11.22 18:00 起可以签到'],
    [
      'the coach from half an hour before',
      'coach',
      at('22', '18:04'),
      '还有 26 分钟开课',
      '学员到场后签到，下课后点完成',
    ],
    ['the coach from the start', 'coach', at('22', '18:30'), '正在上课', '20:00 下课，请为学员签到'],
    ['the player from the start', 'participant', at('22', '19:59'), '正在上课', '20:00 下课，来不了请教练记请假'],
    [
      'the coach after the end',
      'coach',
      at('22', '20:00'),
      '课已上完',
      '今天 24:00 前可以签到，之后点完成；11.23 20:00 自动完成',
    ],
    [
      'the coach the next day',
      'coach',
      at('23', '00:00'),
      '课已上完',
      '签到时间已过。未签到，按到场算；11.23 20:00 自动完成',
    ],
    ['the player after the end', 'initiator', at('22', '20:00'), '课已上完', '等待教练完成，11.23 20:00 自动完成'],
  ] as const)('tells %s', (_who, role, now, title, line) => {
    expect(heroText(givenInfo(role, { ...confirmed, cancellation: givenQuote() }), now)).toEqual({ title, line })
  })

  test('tells a player what the coach has signed for them, and no more how to ask for leave', () => {
    const lines = (['present', 'absent', 'leave'] as const).map((attendance) => {
      const signed = givenInfo('participant', {
        invitation: { ...CONFIRMED, signedAt: at('22', '18:20').toISOString() },
        responsePlayers: [givenSeat({ responderId: '12', attendance })],
        reqUser: { userId: '12' },
      })
      return [at('22', '18:25'), at('22', '18:35')].map((now) => heroText(signed, now).line)
    })
    expect(lines).toEqual([
      ['教练已记你到场', '20:00 下课，教练已记你到场'],
      ['教练已记你缺席', '20:00 下课，教练已记你缺席'],
      ['教练已记你请假', '20:00 下课，教练已记你请假'],
    ])
  })

  test('still asks other invited players while some have joined', () => {
    const invitation = { ...BY_COACH, ...CONFIRMED, participantsCount: 2, seatsTaken: 1 }
    const seats = [givenSeat({ responderId: '11' }), { ...INVITED, responderId: '12' }]
    const asked = { responsePlayers: seats, reqUser: { userId: '12', isInvited: true } }
    expect(heroText(givenInfo('viewer', { ...asked, invitation }), pending)).toEqual({
      title: '王启明邀请你上课',
      line: '还有 1 个名额，11.22 18:30 开课',
    })
    const full = { ...asked, invitation: { ...invitation, seatsTaken: 2 } }
    expect(heroText(givenInfo('viewer', full), pending).line).toBe('人数已满，11.22 18:30 开课')
  })

  test('asks players who have not agreed to its change, before and after it begins', () => {
    const asked = givenInfo('participant', { invitation: CONFIRMED, reqUser: { mustAgree: true } })
    const lines = [at('22', '18:29'), at('22', '18:30')].map((now) => heroText(asked, now).line)
    expect(lines).toEqual([
      '请同意修改，或拒绝并免费退出；没有同意的不扣课时',
      '你还没有同意，按请假算，不扣课时；到场请点同意',
    ])
  })

  test('does not ask viewers to come', () => {
    const looksOn = { share: TOKEN, invitation: { ...CONFIRMED, participantsCount: 1 } }
    expect(heroText(givenInfo('viewer', looksOn), at('22', '10:30'))).toEqual({
      title: '还有 8 小时开课',
      line: '教练已确认',
    })
  })

  test('asks the coach to complete it once it is signed', () => {
    expect(heroText(givenInfo('coach', signed), at('22', '18:15')).line).toBe('已经签到，下课后点完成')
    expect(heroText(givenInfo('coach', signed), at('22', '19:00')).line).toBe('20:00 下课，下课后点完成')
    expect(heroText(givenInfo('coach', signed), at('22', '20:10')).line).toBe(
      '点完成，扣减预占的课时；11.23 20:00 自动完成',
    )
  })
})

test.each([
  ['left', 'LEFT', '你已退出这节课'],
  ['said no to', 'DECLINED', '你已拒绝这节课'],
] as const)('a player who %s a class that is still active reads that', (_how, responseStatus, title) => {
  const responsePlayers = [givenSeat(), givenSeat({ responderId: '99', responseStatus })]
  expect(heroText(givenInfo('viewer', { ...confirmed, responsePlayers }), pending)).toEqual({
    title,
    line: '这节课 11.22 18:30 开课',
  })
})

describe('a class that is over', () => {
  const done = { invitationStatus: 'COMPLETED', completedAt: at('22', '20:05').toISOString() } as const
  const gone = {
    invitationStatus: 'CANCELLED',
    confirmedAt: at('20', '10:02').toISOString(),
    cancelledAt: at('20', '11:00').toISOString(),
    cancelReason: '时间冲突',
  } as const

  test('says what it consumed, and to a player on leave that it consumed nothing', () => {
    expect(heroText(givenInfo('initiator', { invitation: done }), at('23', '09:00'))).toEqual({
      title: '这节课已完成',
      line: '11.22 20:05 完成，消课 1.5 课时',
    })
    const onLeave = { invitation: done, responsePlayers: [givenSeat({ attendance: 'leave' })] }
    expect(heroText(givenInfo('initiator', onLeave), at('23', '09:00')).line).toBe('11.22 20:05 完成，请假，课时已退回')
    expect(heroText(givenInfo('coach', onLeave), at('23', '09:00')).line).toBe('11.22 20:05 完成，请假，课时已退回')
  })

  test('says which hours came back after an objection', () => {
    const objection = {
      id: '5',
      userId: '10',
      words: '没上',
      state: 'REFUNDED' as const,
      coachAbsent: false,
      answer: '',
      at: '',
      answeredAt: '',
      isByPlatform: false,
      answerer: null,
    }
    expect(
      heroText(givenInfo('initiator', { invitation: done, objections: [objection] }), at('23', '09:00')).line,
    ).toBe('11.22 20:05 完成，异议成立，已退回 1.5 课时')
  })

  test('says what a late cancellation cost, and keeps what came on top since the coach did not come', () => {
    const settled = { lostSessions: 0.5, returnedSessions: 1, bonusSessions: 0 }
    const bonus = { lostSessions: 0, returnedSessions: 1.5, bonusSessions: 1 }
    const line = (invitation: object, seat: object) =>
      heroText(givenInfo('initiator', { invitation, responsePlayers: [givenSeat(seat)] }), at('23', '09:00')).line
    expect(line({ ...gone, cancelledBy: '10' }, { settled })).toBe('11.20 11:00 取消，扣 0.5，退回 1，原因：时间冲突')
    expect(line({ ...gone, cancelledBy: '20' }, { settled: bonus })).toBe(
      '11.20 11:00 取消，退回 1.5，另补 1 课时，原因：时间冲突',
    )
    expect(line(done, { settled: bonus })).toBe('11.22 20:05 完成，消课 1.5 课时，另补 1 课时')
    const left = { responderId: '11', responseStatus: 'LEFT', settled } as const
    const invitation = { ...BY_COACH, expiresAt: at('22', '18:30').toISOString() }
    const info = givenInfo('participant', { invitation, responsePlayers: [givenSeat(left)] })
    expect(heroText(info, at('22', '12:00')).line).toBe('这节课 11.22 18:30 开课，扣 0.5，退回 1')
  })

  test('says nothing about hours to readers who do not pay', () => {
    const invitation = { ...done, initiatorRole: 'coach', initiatorId: '20' } as const
    const info = givenInfo('viewer', { invitation, responsePlayers: [givenSeat({ responderId: '11' })] })
    expect(heroText(info, at('23', '09:00')).line).toBe('11.22 20:05 完成')
  })

  test('in a coach’s class consumed the hours of each student who was present', () => {
    const responsePlayers = [
      givenSeat(),
      givenSeat({ responderId: '11' }),
      givenSeat({ responderId: '12', attendance: 'leave' }),
    ]
    const options = { invitation: { ...done, initiatorRole: 'coach', initiatorId: '20' }, responsePlayers } as const
    expect(heroText(givenInfo('coach', options), at('23', '09:00')).line).toBe('11.22 20:05 完成，消课 3 课时')
    expect(heroText(givenInfo('participant', options), at('23', '09:00')).line).toBe('11.22 20:05 完成，消课 1.5 课时')
  })

  test('cost a joiner of another player’s class nothing', () => {
    const responsePlayers = [givenSeat(), givenSeat({ responderId: '11', heldSessions: 0 })]
    const info = givenInfo('participant', { invitation: done, responsePlayers })
    expect(heroText(info, at('23', '09:00')).line).toBe('11.22 20:05 完成')
  })

  test.each([
    ['initiator', '10', '你取消了这节课'],
    ['coach', '10', '林知夏取消了这节课'],
    ['initiator', '20', '教练取消了这节课'],
    ['initiator', null, '平台取消了这节课'],
    ['coach', null, '平台取消了这节课'],
    ['initiator', '77', '公司取消了这节课'],
  ] as const)('tells the %s who cancelled it and why', (role, cancelledBy, title) => {
    expect(heroText(givenInfo(role, { invitation: { ...gone, cancelledBy } }), at('20', '12:00'))).toEqual({
      title,
      line: '11.20 11:00 取消，原因：时间冲突',
    })
  })

  test('a request that was never confirmed reads as turned down', () => {
    const refused = { ...gone, confirmedAt: null, cancelledBy: '20' }
    expect(heroText(givenInfo('initiator', { invitation: refused }), at('20', '12:00'))).toEqual({
      title: '教练没有接受这次约课',
      line: '11.20 11:00 拒绝，原因：时间冲突',
    })
  })
})

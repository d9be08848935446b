import { describe, expect, test } from 'vitest'
import { at, BY_COACH, CONFIRMED, givenInfo, givenSeat, INVITED } from '../testing/given-invitation'
import { freeSeatText, playerFacts, seatHours } from './participants-card'

const now = at('20', '09:41')

describe('the coach sees for each student who pays', () => {
  const own = givenInfo('coach', { invitation: BY_COACH })

  test.each([
    ['what is held and left', givenSeat({ availableSessions: 8 }), { text: '预占 1.5，可用 8 课时', short: 0 }],
    ['what is missing', INVITED, { text: '可用 0.5 课时，还差 1', short: 1 }],
    ['that it suffices', { ...INVITED, availableSessions: 1.5 }, { text: '可用 1.5 课时', short: 0 }],
    ['nothing once he has left', givenSeat({ responseStatus: 'LEFT', availableSessions: 8 }), undefined],
    ['nothing that he is not told', givenSeat(), undefined],
  ])('%s', (_what, seat, hours) => {
    expect(seatHours(own, seat, now)).toEqual(hours)
  })

  test('in a player’s class for its initiator only', () => {
    const info = givenInfo('coach')
    expect(seatHours(info, givenSeat({ availableSessions: 8 }), now)?.text).toBe('预占 1.5，可用 8 课时')
    expect(seatHours(info, givenSeat({ responderId: '11', availableSessions: 8 }), now)).toBeUndefined()
  })

  test('nothing once the class is over; and players see no hours', () => {
    const over = givenInfo('coach', { invitation: { ...BY_COACH, invitationStatus: 'CANCELLED' } })
    expect(seatHours(over, INVITED, now)).toBeUndefined()
    expect(seatHours(givenInfo('initiator'), givenSeat({ availableSessions: 8 }), now)).toBeUndefined()
  })
})

test('a player is the initiator, or shows the state of their seat', () => {
  const info = givenInfo('viewer')
  expect(playerFacts(info, givenSeat())).toEqual(['发起人', '等级 3.5'])
  expect(playerFacts(info, INVITED)[0]).toBe('待加入')
  expect(playerFacts(info, givenSeat({ responseStatus: 'LEFT' }))[0]).toBe('已退出')
})

describe('free seats', () => {
  const of = (participantsCount: number, role: 'initiator' | 'viewer' = 'initiator') =>
    givenInfo(role, { invitation: { ...CONFIRMED, participantsCount }, responsePlayers: [givenSeat(), INVITED] })

  test('are those that are neither taken nor offered to an invited player', () => {
    expect(freeSeatText(of(2), now)).toBeUndefined()
    expect(freeSeatText(of(3), now)).toEqual({ title: '等你', note: '分享给球友，一起上课' })
    expect(freeSeatText(of(5, 'viewer'), now)).toEqual({ title: '还有 3 个空位', note: '还可以参与' })
  })

  test('do not exist once the class has begun', () => {
    expect(freeSeatText(of(3), at('22', '18:30'))).toBeUndefined()
  })
})

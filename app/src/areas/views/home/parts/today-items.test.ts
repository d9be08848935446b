import type { BallSummary } from '@paidang/api/areas/balls'
import type { InvitationResponse } from '@paidang/api/areas/classes'
import { expect, test } from 'vitest'
import { todayItems } from './today-items'

// The fields of a class and of a game that the rule reads; the rest of a reply is irrelevant.
const lesson = {
  role: 'initiator',
  players: [],
  invitation: {
    id: '5',
    coachName: '王启明',
    courseDesignName: '成人私教',
    stadiumId: '4',
    stadiumName: '星湖网球中心',
    courtName: '3 号场',
    beginTimeSlot: 37,
    endTimeSlot: 40,
    invitationStatus: 'CONFIRMED',
  },
} as unknown as InvitationResponse
const ball = (over: Partial<BallSummary> = {}) =>
  ({
    id: '6',
    initiatorId: '11',
    title: '午间单打',
    stadiumId: null,
    stadiumName: null,
    courtName: null,
    place: '世纪公园',
    beginTimeSlot: 24,
    endTimeSlot: 26,
    seatsTaken: 1,
    maxPlayers: 2,
    status: 'OPEN',
    mySeat: 'CONFIRMED',
    ...over,
  }) as BallSummary

test('classes and games of a day are in the order of their begin, each with its place and its page', () => {
  expect(todayItems([lesson], [ball()], '10')).toEqual([
    {
      key: 'ball 6',
      path: '/bookingBall/pages/ballDetail/index?id=6',
      beginTimeSlot: 24,
      endTimeSlot: 26,
      title: '午间单打',
      tag: { text: '已报名', kind: 'ok' },
      facts: ['1/2 人', '世纪公园'],
      venueId: null,
      place: '世纪公园',
    },
    {
      key: 'class 5',
      path: '/pages/booking_view/index?invitationId=5',
      beginTimeSlot: 37,
      endTimeSlot: 40,
      title: '成人私教',
      tag: { text: '已确认', kind: 'ok' },
      facts: ['王启明 教练', '星湖网球中心 3 号场'],
      venueId: '4',
      place: '星湖网球中心',
    },
  ])
})

test.each([
  [{ status: 'UNPAID', initiatorId: '10' }, '待支付'],
  [{ mySeat: 'HELD' }, '待支付'],
  [{ mySeat: 'OFFERED' }, '名额待接受'],
  [{ initiatorId: '10' }, '我发起的'],
  [{}, '已报名'],
] as [Partial<BallSummary>, string][])('a game as %j is %s', (over, text) => {
  expect(todayItems([], [ball(over)], '10')[0]?.tag.text).toBe(text)
})

test('a game at a venue shows the venue with the court', () => {
  const [item] = todayItems([], [ball({ stadiumId: '4', stadiumName: '星湖网球中心', courtName: '2 号场' })], '10')
  expect(item).toMatchObject({ facts: ['1/2 人', '星湖网球中心 2 号场'], venueId: '4', place: '星湖网球中心' })
})

import type { BallSummary } from '@paidang/api/areas/activities/balls'
import type { InvitationResponse } from '@paidang/api/areas/activities/classes'
import { expect, test } from 'vitest'
import { keyOfUsual } from '../../activities/booking/usual-course-data'
import { classCompany, greeting, todayItems, usualActions, usualStateOf, weeklyText } from './home-labels'
import { givenUsualCourse } from './testing/given-usual-course'

test.each([
  ['00:10', '晚上好'],
  ['04:59', '晚上好'],
  ['05:00', '早上好'],
  ['10:59', '早上好'],
  ['11:00', '中午好'],
  ['13:29', '中午好'],
  ['13:30', '下午好'],
  ['17:59', '下午好'],
  ['18:00', '晚上好'],
])('at %s the greeting is %s', (time, text) => {
  expect(greeting(new Date(`2026-11-20T${time}:00+08:00`))).toBe(text)
})

test('a user who is logged in is greeted by name', () => {
  expect(greeting(new Date('2026-11-20T09:00:00+08:00'), '林知夏')).toBe('早上好，林知夏')
})

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
    pastReason: null,
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

const usual = givenUsualCourse()

test('a usual course shows its weekday and time', () => {
  expect(weeklyText(usual)).toBe('每周日 18:30–20:00')
})

test.each([
  ['free', {}],
  ['free', { booked: { id: '7', courseDate: '2026-11-22' } }],
  ['short', { availableSessions: 1 }],
  ['short', { availableSessions: 1, isFree: false }],
  ['booked', { availableSessions: 0, booked: { id: '7', courseDate: '2026-11-22' } }],
  ['booked', { isFree: false, booked: { id: '7', courseDate: '2026-11-22' } }],
  ['full', { isFree: false }],
  ['free', { availableSessions: 1.5 }],
] as const)('a usual course is %s with %j', (state, changes) => {
  expect(usualStateOf(givenUsualCourse(changes))).toBe(state)
})

test('a pin stores the class without its date', () => {
  expect(keyOfUsual(usual)).toEqual({
    coachId: '20',
    stadiumId: '50',
    courseDesignId: '40',
    weekday: 0,
    beginTimeSlot: 37,
    endTimeSlot: 40,
    selectedCourt: 2,
  })
})

test('the present state of a course decides between pinning and unpinning, and a running call disables both', () => {
  expect(usualActions(usual, false).map(({ text, disabled }) => [text, disabled])).toEqual([
    ['设为常用', false],
    ['查看课程', undefined],
  ])
  expect(usualActions({ pinId: '7' }, true).map(({ text, disabled }) => [text, disabled])).toEqual([
    ['取消常用', true],
    ['查看课程', undefined],
  ])
})

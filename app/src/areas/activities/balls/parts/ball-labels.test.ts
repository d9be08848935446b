import { expect, test } from 'vitest'
import { givenSummary, at as moment } from '../testing/given-ball'
import {
  ballTag,
  ballWhen,
  ballWhere,
  distanceText,
  feeText,
  freeSeats,
  leftText,
  levelRange,
  matchTypeName,
  minutesUntil,
  momentText,
  playersText,
} from './ball-labels'

const FRIDAY = '2026-11-20'
const at = (activityDate: string) => ({ activityDate, beginTimeSlot: 16, endTimeSlot: 20 })

test.each([
  ['2026-11-20', '今天 周五 08:00–10:00', '今天 08:00–10:00'],
  ['2026-11-21', '明天 周六 08:00–10:00', '明天 08:00–10:00'],
  ['2026-11-22', '周日 11.22 08:00–10:00', '周日 08:00–10:00'],
  ['2026-11-26', '周四 11.26 08:00–10:00', '周四 08:00–10:00'],
  // From here on a weekday alone could be mistaken for one of this week.
  ['2026-11-27', '周五 11.27 08:00–10:00', '周五 11.27 08:00–10:00'],
  ['2026-12-01', '周二 12.1 08:00–10:00', '周二 12.1 08:00–10:00'],
])('a game on %s reads %s, in short %s', (day, full, short) => {
  expect(ballWhen(at(day), FRIDAY, 'full')).toBe(full)
  expect(ballWhen(at(day), FRIDAY, 'short')).toBe(short)
})

test.each([
  [{ stadiumName: '星湖网球中心', courtName: '3号场', place: '' }, '星湖网球中心 3号场'],
  [{ stadiumName: '星湖网球中心', courtName: null, place: '入口见' }, '星湖网球中心'],
  [{ stadiumName: null, courtName: null, place: '滨江公园南门' }, '滨江公园南门'],
])('the place of %j is %s', (ball, where) => {
  expect(ballWhere(ball)).toBe(where)
})

test('the number of free seats is never negative', () => {
  expect(freeSeats({ maxPlayers: 4, seatsTaken: 3 })).toBe(1)
  expect(freeSeats({ maxPlayers: 4, seatsTaken: 5 })).toBe(0)
})

test('levels have one decimal', () => {
  expect(levelRange({ levelFrom: 3, levelTo: 4.5 })).toBe('3.0–4.5')
})

test('the number of players is a range only where it can differ', () => {
  expect(playersText({ minPlayers: 4, maxPlayers: 4 })).toBe('4 人')
  expect(playersText({ minPlayers: 4, maxPlayers: 6 })).toBe('4–6 人')
})

test('match type 0 is singles, 1 is doubles', () => {
  expect([0, 1].map(matchTypeName)).toEqual(['单打', '双打'])
})

test.each([
  ['2026-11-20', '今天 11.20 周五 08:00–10:00'],
  ['2026-11-22', '11.22 周日 08:00–10:00'],
])('the page of a game on %s always shows its date: %s', (day, dated) => {
  expect(ballWhen(at(day), FRIDAY, 'dated')).toBe(dated)
})

const stranger = { userId: '10', level: 3.5, hasBegun: false }
const initiator = { ...stranger, userId: '20' }
const running = { ...stranger, hasBegun: true }

test.each([
  [{}, stranger, '缺 1 人'],
  [{}, { ...stranger, level: 2 }, '需申请'],
  [{}, { ...stranger, userId: null, level: null }, '缺 1 人'],
  [{ levelFrom: 4 }, initiator, '缺 1 人'],
  [{ status: 'FULL', seatsTaken: 4 }, stranger, '可候补'],
  [{ status: 'FULL', seatsTaken: 4 }, initiator, '已满员'],
  [{ status: 'FULL', seatsTaken: 4, mySeat: 'CONFIRMED' }, initiator, '已满员'],
  [{ mySeat: 'CONFIRMED' }, stranger, '已报名'],
  [{ mySeat: 'HELD' }, stranger, '待支付'],
  [{ mySeat: 'OFFERED' }, stranger, '名额待接受'],
  [{ status: 'FULL', seatsTaken: 4, isWaiting: true }, stranger, '候补中'],
  [{ status: 'UNPAID', mySeat: 'HELD' }, initiator, '待支付'],
  [{ status: 'CANCELLED', mySeat: 'CONFIRMED' }, stranger, '已取消'],
  [{ status: 'FINISHED', mySeat: 'CONFIRMED' }, stranger, '已结束'],
  [{}, running, '进行中'],
  [{ status: 'FULL', seatsTaken: 4 }, running, '进行中'],
  [{ mySeat: 'CONFIRMED' }, running, '进行中'],
  [{ status: 'FINISHED' }, running, '已结束'],
] as const)('a game with %j is %j for the reader, with the text %s', (over, reader, text) => {
  expect(ballTag(givenSummary(over), reader).text).toBe(text)
})

const now = moment('20', '09:41')

test.each([
  ['20', '09:53', 12, '12 分钟'],
  ['20', '12:41', 180, '3 小时'],
  ['20', '13:01', 200, '3 小时 20 分'],
  ['22', '09:41', 2880, '2 天'],
  ['22', '12:50', 3069, '2 天 3 小时'],
  ['20', '09:00', 0, '0 分钟'],
])('until the %sth %s there are %i minutes, or %s', (day, time, minutes, text) => {
  const then = moment(day, time).toISOString()
  expect(minutesUntil(then, now)).toBe(minutes)
  expect(leftText(then, now)).toBe(text)
})

test('an instant is named by its day', () => {
  const told = (day: string, time: string) => momentText(moment(day, time), now)
  expect([told('20', '20:00'), told('21', '08:00'), told('26', '20:00')]).toEqual([
    '今天 20:00',
    '明天 08:00',
    '11.26 20:00',
  ])
})

test('a distance and a fee as text', () => {
  expect([distanceText(1.84), distanceText(null)]).toEqual(['1.8 km', ''])
  expect([feeText(4800), feeText(0)]).toEqual(['¥48', '免费'])
})

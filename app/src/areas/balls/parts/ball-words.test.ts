import { expect, test } from 'vitest'
import { ballWhen, ballWhere, freeSeats, levelRange, matchTypeName } from './ball-words'

const FRIDAY = '2026-11-20'
const at = (activityDate: string) => ({ activityDate, beginTimeSlot: 16, endTimeSlot: 20 })

test.each([
  ['2026-11-20', '今天 周五 08:00–10:00', '今天 08:00–10:00'],
  ['2026-11-21', '明天 周六 08:00–10:00', '明天 08:00–10:00'],
  ['2026-11-22', '周日 11.22 08:00–10:00', '周日 08:00–10:00'],
  ['2026-11-26', '周四 11.26 08:00–10:00', '周四 08:00–10:00'],
  // From here on the bare weekday would be taken for this week's.
  ['2026-11-27', '周五 11.27 08:00–10:00', '周五 11.27 08:00–10:00'],
  ['2026-12-01', '周二 12.1 08:00–10:00', '周二 12.1 08:00–10:00'],
])('a game on %s is told as %s, in short %s', (day, full, short) => {
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

test('free seats are never fewer than none', () => {
  expect(freeSeats({ maxPlayers: 4, seatsTaken: 3 })).toBe(1)
  expect(freeSeats({ maxPlayers: 4, seatsTaken: 5 })).toBe(0)
})

test('levels have one decimal', () => {
  expect(levelRange({ levelFrom: 3, levelTo: 4.5 })).toBe('3.0–4.5')
})

test('match type 0 is singles, 1 is doubles', () => {
  expect([0, 1].map(matchTypeName)).toEqual(['单打', '双打'])
})

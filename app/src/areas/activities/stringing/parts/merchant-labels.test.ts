import { expect, test } from 'vitest'
import { monthText, openingText, ratingText, readyText, sportNames, whereText } from './merchant-labels'

/** Open from 10:00 to 21:00. */
const shop = { openFrom: 20, openTo: 42 }
const at = (time: string) => new Date(`2026-11-20T${time}:00+08:00`)

test.each([
  ['2 hours, in the morning', 2, '10:30', '2 小时可取'],
  ['2 hours, just before closing', 2, '20:30', '明天可取'],
  ['2 hours, before the shop opens', 2, '08:00', '今天可取'],
  ['2 hours, after it closed', 2, '22:00', '明天可取'],
  ['6 hours, in the morning', 6, '10:30', '今天可取'],
  ['6 hours, ready at the minute of closing', 6, '15:00', '明天可取'],
  ['24 hours', 24, '12:00', '明天可取'],
  ['24 hours, after it closed', 24, '22:00', '2 天可取'],
  ['48 hours', 48, '12:00', '2 天可取'],
])('a shop that takes %s', (_case, turnaroundHours, time, words) => {
  expect(readyText({ turnaroundHours, ...shop }, at(time))).toBe(words)
})

test('opening hours, score and sports are formatted for players', () => {
  expect(openingText(shop)).toBe('10:00–21:00')
  expect([5, null].map(ratingText)).toEqual(['5.0 分', '暂无评分'])
  expect([320, 0].map(monthText)).toEqual(['月穿 320 支', ''])
  expect(whereText({ distanceKm: 1.24, district: '徐汇区' })).toBe('1.2 km')
  expect(whereText({ distanceKm: null, district: '徐汇区' })).toBe('徐汇区')
  expect(sportNames(['badminton', 'tennis'])).toEqual(['网球', '羽毛球'])
  expect(sportNames(['badminton'])).toEqual(['羽毛球'])
})

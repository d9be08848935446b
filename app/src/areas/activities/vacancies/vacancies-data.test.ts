import type { Vacancy, VacancyAlert } from '@paidang/api/areas/activities/vacancies'
import { expect, test } from 'vitest'
import { daysText, placeText, subjectText, timeText } from './vacancies-data'

const days = { firstDay: '2026-05-01', lastDay: '2026-05-15' }

test.each([
  [[6], '每周六'],
  [[2, 4], '每周二、周四'],
  [[0, 6], '周末'],
  [[6, 0], '周末'],
  [[1, 2, 3, 4, 5], '工作日'],
  [[0, 1, 2, 3, 4, 5, 6], '每天'],
])('the weekdays %j are %s', (weekdays, text) => {
  expect(daysText({ ...days, weekdays })).toBe(text)
})

test('one day is named', () => {
  expect(daysText({ firstDay: '2026-05-02', lastDay: '2026-05-02', weekdays: [6] })).toBe('5.2 周六')
})

test.each([
  ['CLASS', { coach: { id: '1', nickname: '王启明' }, venue: { id: '2', name: '星湖' } }, '王启明 · 星湖'],
  ['COURT', { venue: { id: '2', name: '星湖' }, sport: 'tennis' }, '星湖 · 网球场地'],
  ['GAME', { sport: 'badminton' }, '羽毛球球局'],
])('an alert for a %s', (kind, over, text) => {
  const nothing = { coach: null, venue: null, sport: null }
  expect(subjectText({ ...nothing, kind, ...over } as VacancyAlert)).toBe(text)
})

test('a vacancy says when and where', () => {
  const at = { day: '2026-05-02', beginTimeSlot: 38, endTimeSlot: 40, place: '星湖', courtName: '1号场', title: null }
  expect([timeText(at as Vacancy), placeText(at as Vacancy)]).toEqual(['5.2 周六 19:00–20:00', '星湖 · 1号场'])
})

import { expect, test } from 'vitest'
import { keyOfUsual } from '../../../activities/booking/usual-course-data'
import { givenUsualCourse } from '../testing/given-usual-course'
import { usualActions, usualStateOf, weeklyText } from './usual-labels'

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

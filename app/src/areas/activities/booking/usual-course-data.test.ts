import { instantOf } from '@paidang/domain/kernel/day'
import { expect, test } from 'vitest'
import { draftOfUsual, parseUsualCourse, type UsualClass } from './usual-course-data'

const usual: UsualClass = {
  coach: { id: '1' },
  stadium: { id: '10' },
  weekday: 0,
  courseDate: '2026-11-22',
  beginTimeSlot: 37,
  endTimeSlot: 40,
  courtCode: '3号场',
  courseDesignId: '5',
  courseDesignName: '成人私教 1 对 1',
}

test('the stored usual course is read as a value or as text', () => {
  expect(parseUsualCourse(usual)).toEqual(usual)
  expect(parseUsualCourse(JSON.stringify(usual))).toEqual(usual)
  expect(parseUsualCourse(undefined)).toBeUndefined()
  expect(parseUsualCourse('')).toBeUndefined()
})

test.each([
  ['text that is no JSON', '{"coach":'],
  ['another thing', { id: '5' }],
  ['an id that is none', { ...usual, coach: { id: 'x' } }],
  ['a date that is none', { ...usual, courseDate: '2026-02-30' }],
  ['a weekday that is none', { ...usual, weekday: 7 }],
  ['a run that ends before it begins', { ...usual, endTimeSlot: 37 }],
])('%s is refused', (_case, stored) => {
  expect(() => parseUsualCourse(stored)).toThrow(SyntaxError)
})

test('the draft is the next class of the same kind; its run waits for the grid of its day', () => {
  expect(draftOfUsual(usual, instantOf('2026-11-20', 20), '9')).toMatchObject({
    ownerId: '9',
    coachId: '1',
    stadiumId: '10',
    date: '2026-11-22',
    contractId: null,
    slots: [],
    pendingCourse: { id: '5', name: '成人私教 1 对 1' },
    pendingRange: { courtCode: '3号场', courseDate: '2026-11-22', beginTimeSlot: 37, endTimeSlot: 40 },
  })
})

test('a past date becomes the next day of the same weekday; today counts while the hour is still to come', () => {
  const dateOf = (courseDate: string, day: string, halfHour: number) =>
    draftOfUsual({ ...usual, courseDate }, instantOf(day, halfHour), '9').date
  expect(dateOf('2026-11-15', '2026-11-20', 20)).toBe('2026-11-22')
  expect(dateOf('2026-11-15', '2026-11-22', 36)).toBe('2026-11-22')
  expect(dateOf('2026-11-22', '2026-11-22', 37)).toBe('2026-11-29')
  expect(dateOf('2027-01-03', '2026-11-23', 20)).toBe('2026-11-29')
})

import { expect, test } from 'vitest'
import { courseOf, whyNotCourse } from './course-form.ts'

const input = { courseName: ' 成人私教 ', pricePerSession: '30000', sessionDuration: '60' }

test('typed text becomes numbers, and omitted fields get their defaults', () => {
  expect(courseOf(input)).toEqual({
    courseName: '成人私教',
    courseDescription: '',
    pricePerSession: 30000,
    sessionDuration: 60,
    maxParticipants: 1,
    isTrial: false,
  })
  expect(courseOf({ ...input, maxParticipants: '' })).toMatchObject({ maxParticipants: 1 })
  expect(courseOf({ ...input, maxParticipants: '4', courseDescription: ' 小班 ' })).toMatchObject({
    maxParticipants: 4,
    courseDescription: '小班',
  })
})

test.each([
  [{}, undefined],
  [{ courseName: '  ' }, 'course_name_missing'],
  [{ pricePerSession: '' }, 'course_price_invalid'],
  [{ pricePerSession: '0' }, undefined],
  [{ pricePerSession: -1 }, 'course_price_invalid'],
  [{ pricePerSession: 100.5 }, 'course_price_invalid'],
  [{ pricePerSession: 1_000_000 }, undefined],
  [{ pricePerSession: 1_000_001 }, 'course_price_invalid'],
  [{ sessionDuration: 45 }, 'course_duration_invalid'],
  [{ sessionDuration: 180 }, undefined],
  [{ sessionDuration: 210 }, 'course_duration_invalid'],
  [{ maxParticipants: 0 }, 'course_participants_invalid'],
  [{ maxParticipants: 20 }, undefined],
  [{ maxParticipants: 21 }, 'course_participants_invalid'],
  [{ isTrial: true, pricePerSession: 1 }, undefined],
  [{ isTrial: true, pricePerSession: 0 }, 'course_trial_invalid'],
  [{ isTrial: true, maxParticipants: 2 }, 'course_trial_invalid'],
])('a course with %o', (change, refusal) => {
  expect(whyNotCourse(courseOf({ ...input, ...change }))).toBe(refusal)
})

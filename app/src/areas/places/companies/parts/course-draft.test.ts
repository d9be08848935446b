import { expect, test } from 'vitest'
import { draftOf, emptyDraft, inputOf, whyNotSave, withCommon } from './course-draft'

const common = {
  id: '1',
  courseName: '成人私教',
  courseDescription: '一对一',
  pricePerSession: 38050,
  sessionDuration: 90,
  maxParticipants: 2,
}

test('an empty form lacks its name first, then its price', () => {
  const draft = emptyDraft('7')
  expect(whyNotSave(draft)).toBe('course_name_missing')
  expect(whyNotSave({ ...draft, courseName: '私教' })).toBe('course_price_invalid')
  expect(whyNotSave({ ...draft, courseName: '私教', priceYuan: '三百' })).toBe('course_price_invalid')
  expect(whyNotSave({ ...draft, courseName: '私教', priceYuan: '300' })).toBeUndefined()
})

test('a price is typed in yuan and sent in fen', () => {
  const draft = { ...emptyDraft('7'), courseName: '私教', priceYuan: '380.5' }
  expect(inputOf(draft)).toMatchObject({
    pricePerSession: 38050,
    sessionDuration: 60,
    maxParticipants: 1,
    coachIds: ['7'],
  })
})

test('a copy from the catalogue changes the course and keeps its coaches', () => {
  const draft = withCommon(emptyDraft('7'), common)
  expect(draft).toEqual({
    courseName: '成人私教',
    courseDescription: '一对一',
    priceYuan: '380.50',
    sessionDuration: 90,
    isTrial: false,
    maxParticipants: 2,
    coachIds: ['7'],
    commonCourseId: '1',
  })
  expect(inputOf(draft)).toMatchObject({ commonCourseId: '1' })
  expect(whyNotSave(draft)).toBeUndefined()
})

test('the form of a course begins with its present values', () => {
  const companyCourse = {
    ...common,
    companyGuid: '2',
    isTrial: false,
    createdAt: '',
    createdBy: null,
    updatedAt: null,
    updatedBy: null,
    delFlag: false,
    revision: 3,
  }
  const detail = {
    companyCourse,
    isTaughtByMe: true,
    studentCount: 0,
    courseCount: 0,
    coaches: [{ id: '9', nickname: '林', avatar: null }],
    commonCourseId: '5',
    pending: [{ field: 'courseName', value: '成人私教（新）' }],
  }
  expect(draftOf(detail)).toMatchObject({
    courseName: '成人私教（新）',
    priceYuan: '380.50',
    coachIds: ['9'],
    commonCourseId: '5',
  })
})

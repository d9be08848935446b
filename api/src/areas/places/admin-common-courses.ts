import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Instant, PageQuery, Revision, seen } from '../../shapes.ts'
import { StaffAuditEvent } from '../ground/admin-audit.ts'
import { CommonCourse } from './companies.ts'

const courseFields = {
  ...CommonCourse.properties,
  isShown: Type.Boolean(),
  /** Courses of companies that were copied from it, and are offered. */
  courseCount: Type.Integer(),
  revision: Revision,
  createTime: Instant,
}

/** A common course (通用课程) as operators see it. */
export const ManagedCommonCourse = Type.Object(courseFields)
export type ManagedCommonCourse = Static<typeof ManagedCommonCourse>

/** The same course with what operators did to it. */
export const CommonCourseDetail = Type.Object({ ...courseFields, auditEvents: Type.Array(StaffAuditEvent) })
export type CommonCourseDetail = Static<typeof CommonCourseDetail>

export const queryCommonCourses = {
  method: 'GET',
  path: '/admin/common-courses',
  access: 'operator',
  summary: 'The whole catalogue in its order, with courses that are not shown',
  description: ["`keyword` is a part of the course's name."],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    keyword: Type.Optional(freeText(40)),
    isShown: Type.Optional(Type.Boolean()),
  }),
  data: Type.Array(ManagedCommonCourse),
  paged: true,
} satisfies Endpoint

export const readCommonCourse = {
  method: 'GET',
  path: '/admin/common-courses/:id',
  access: 'operator',
  summary: 'One course of the catalogue, shown or not',
  errors: ['common_course_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: CommonCourseDetail,
} satisfies Endpoint

const form = {
  courseName: freeText(40),
  courseDescription: freeText(500),
  pricePerSession: Type.Integer(),
  sessionDuration: Type.Integer(),
  maxParticipants: Type.Integer(),
  isShown: Type.Boolean(),
}
export const CommonCourseForm = Type.Object(form)
export type CommonCourseForm = Static<typeof CommonCourseForm>

export const createCommonCourse = {
  method: 'POST',
  path: '/admin/common-courses',
  access: 'operator',
  once: 'by-key',
  summary: 'Adds a course to the catalogue',
  errors: [
    'common_course_name_used',
    'course_duration_invalid',
    'course_name_missing',
    'course_participants_invalid',
    'course_price_invalid',
  ],
  outcome: outcomes.create,
  body: CommonCourseForm,
  data: CommonCourseDetail,
} satisfies Endpoint

export const updateCommonCourse = {
  method: 'PUT',
  path: '/admin/common-courses/:id',
  access: 'operator',
  summary: 'Changes a course of the catalogue, or shows it no more',
  description: ['Courses that companies copied from it stay as they are.'],
  errors: [
    'common_course_name_used',
    'common_course_not_found',
    'course_duration_invalid',
    'course_name_missing',
    'course_participants_invalid',
    'course_price_invalid',
  ],
  outcome: outcomes.update,
  params: ById,
  decidesOn: 'common_courses',
  body: Type.Object({ ...form, ...seen }),
  data: CommonCourseDetail,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The catalogue of common courses (通用课程) as operators keep it; companies copy their courses from it.',
  fields: {
    id: 'The id of the course.',
    courseName: 'The name of the course; no other course of the catalogue has it.',
    courseDescription: 'What the course is about.',
    pricePerSession: 'The suggested price of one lesson hour, in fen.',
    sessionDuration: 'The minutes of one session.',
    maxParticipants: 'How many players may take part at most.',
    isShown: 'Whether players and coaches find it in the catalogue.',
    courseCount: 'How many courses that companies offer were copied from it.',
    createTime: 'When the course was added.',
    'queryCommonCourses.keyword': "A part of the course's name.",
    'queryCommonCourses.isShown': 'Whether courses that are shown are wanted, or the others.',
    CommonCourseDetail: 'A course of the catalogue with what operators did to it.',
    CommonCourseForm: 'What operators write about a course of the catalogue.',
    ManagedCommonCourse: "A course of the catalogue in the operators' list.",
  },
}

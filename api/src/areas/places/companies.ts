import { MAX_EXTEND_DAYS } from '@paidang/domain/areas/activities/coach-leaves/leave'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, Fen, freeText, Id, Instant, orNull, Person, Revision, seen } from '../../shapes.ts'
import { PendingContent } from '../ground/content.ts'
import { PolicyTerms } from './policies.ts'

/** A company in a path: its id. For userType 2 it is the id with the suffix -{userId} of the caller. */
const byCompany = Type.Object({ id: Type.String({ format: 'company-id' }) })

/**
 * A course of a company. `pricePerSession` is in fen, `sessionDuration` in minutes. Source: specification §3 "Company
 * course".
 */
export const CompanyCourse = Type.Object({
  companyCourse: Type.Object({
    id: Id,
    companyGuid: Id,
    courseName: Type.String(),
    courseDescription: Type.String(),
    pricePerSession: Fen,
    sessionDuration: Type.Integer(),
    maxParticipants: Type.Integer(),
    isTrial: Type.Boolean(),
    createdAt: Instant,
    createdBy: orNull(Id),
    updatedAt: orNull(Instant),
    updatedBy: orNull(Id),
    delFlag: Type.Boolean(),
    revision: Revision,
  }),
  isTaughtByMe: Type.Boolean(),
  studentCount: Type.Integer(),
  courseCount: Type.Integer(),
})
export type CompanyCourse = Static<typeof CompanyCourse>

export const coursesOfCompany = {
  method: 'GET',
  path: '/user-course-contract/company-course/all-by-company/:id',
  access: 'coach',
  summary: 'The courses of a company, for its members',
  description: ['The id may carry the suffix `-{userId}` of the caller.'],
  errors: ['data_of_others'],
  outcome: outcomes.readCompany,
  params: byCompany,
  data: Type.Array(CompanyCourse),
} satisfies Endpoint

/**
 * One course of a company, for the company's members. It includes the coaches who teach it and its course of the
 * catalogue.
 */
export const CompanyCourseDetail = Type.Object({
  ...CompanyCourse.properties,
  coaches: Type.Array(Person),
  commonCourseId: orNull(Id),
  pending: PendingContent,
})
export type CompanyCourseDetail = Static<typeof CompanyCourseDetail>

export const getCompanyCourse = {
  method: 'GET',
  path: '/company-course/detail/:id',
  access: 'coach',
  summary: 'One course of a company',
  errors: ['course_not_found'],
  outcome: outcomes.readCompany,
  params: ById,
  data: CompanyCourseDetail,
} satisfies Endpoint

/** A number, or its digits, because forms send text. Source: specification §5 "Course add". */
const numberOrText = Type.Union([Type.Number(), Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,2})?$' })])

/**
 * A course as a form sends it. `pricePerSession` is in fen and `sessionDuration` in minutes, as numbers or as their
 * digits.
 * `coachIds` names who teaches it. When it is absent the coaches stay, and a new course gets the admin.
 * `commonCourseId` names its course of the catalogue (absent: unchanged; null: none). The server determines its
 * creator, its creation time, and whether it is deleted. Source: specification §5 "Course add"
 */
const courseFields = {
  courseName: freeText(40),
  courseDescription: Type.Optional(freeText(500)),
  pricePerSession: numberOrText,
  sessionDuration: numberOrText,
  maxParticipants: Type.Optional(numberOrText),
  isTrial: Type.Optional(Type.Boolean()),
  coachIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  commonCourseId: Type.Optional(orNull(Id)),
}
export const CourseForm = Type.Object(courseFields)
export type CourseForm = Static<typeof CourseForm>

export const addCourse = {
  method: 'POST',
  path: '/company-course/add-by-company',
  access: 'coach',
  once: 'by-body',
  summary: 'The admin adds a course to the company',
  errors: [
    'coach_not_of_company',
    'common_course_not_found',
    'content_rejected',
    'course_duration_invalid',
    'course_name_missing',
    'course_participants_invalid',
    'course_price_invalid',
    'course_trial_invalid',
  ],
  outcome: outcomes.addCourse,
  body: Type.Object({ companyGuid: Id, ...courseFields }),
  data: CompanyCourseDetail,
} satisfies Endpoint

export const updateCourse = {
  method: 'POST',
  path: '/company-course/update-by-company',
  access: 'coach',
  summary: 'The admin changes a course',
  description: ['Contracts and classes keep the price at which they were made.'],
  errors: [
    'classes_unfinished',
    'coach_not_of_company',
    'common_course_not_found',
    'content_rejected',
    'course_duration_invalid',
    'course_name_missing',
    'course_not_found',
    'course_participants_invalid',
    'course_price_invalid',
    'course_trial_fixed',
    'course_trial_invalid',
    'revision_outdated',
  ],
  outcome: outcomes.updateCourse,
  body: Type.Object({ id: Id, companyGuid: Id, ...courseFields, ...seen }),
  data: CompanyCourseDetail,
} satisfies Endpoint

export const deleteCourse = {
  method: 'DELETE',
  path: '/company-course/delete-by-id/:id',
  access: 'coach',
  summary: 'The admin deletes a course',
  description: ['No active contract and no upcoming class may need it.', 'Repeating it gives the same answer.'],
  errors: ['classes_unfinished', 'course_has_contracts', 'course_not_found', 'revision_outdated'],
  outcome: outcomes.deleteCourse,
  params: ById,
  query: Type.Object(seen),
  data: Type.Null(),
} satisfies Endpoint

/** A course of the common catalogue, to copy from. The price is in fen per lesson hour. */
export const CommonCourse = Type.Object({
  id: Id,
  courseName: Type.String(),
  courseDescription: Type.String(),
  pricePerSession: Fen,
  sessionDuration: Type.Integer(),
  maxParticipants: Type.Integer(),
})
export type CommonCourse = Static<typeof CommonCourse>

export const commonCourses = {
  method: 'GET',
  path: '/company-course/common-courses',
  access: 'open',
  summary: 'The common-course catalogue (通用课程)',
  description: ['Guests read it, too.'],
  outcome: outcomes.readCompany,
  data: Type.Array(CommonCourse),
} satisfies Endpoint

export const getCommonCourse = {
  method: 'GET',
  path: '/company-course/common-courses/:id',
  access: 'open',
  summary: 'One course of the catalogue',
  errors: ['course_not_found'],
  outcome: outcomes.readCompany,
  params: ById,
  data: CommonCourse,
} satisfies Endpoint

/**
 * A company's own rules. They state until how many hours before the start cancelling is free, and how many late
 * cancellations are forgiven. They also state the initial opening hours of a new venue of its coaches.
 */
const settings = {
  freeCancelHours: Type.Integer({ minimum: 0, maximum: 336 }),
  forgivenLateCancels: Type.Integer({ minimum: 0, maximum: 10 }),
  firstStart: BeginTimeSlot,
  lastStart: BeginTimeSlot,
}
/** Whether days on which a coach is away are added to contracts, and how many at most for one absence. */
const extensions = {
  awayExtends: Type.Boolean(),
  awayExtendDays: Type.Integer({ minimum: 1, maximum: MAX_EXTEND_DAYS }),
}
export const CompanySettings = Type.Object({
  ...settings,
  awayExtends: Type.Optional(extensions.awayExtends),
  awayExtendDays: Type.Optional(extensions.awayExtendDays),
  ...seen,
})
export type CompanySettings = Static<typeof CompanySettings>

/** A company. Only its members see `phone`. */
export const Company = Type.Object({
  id: Id,
  companyName: Type.String(),
  isPerson: Type.Boolean(),
  adminId: Id,
  adminName: Type.String(),
  phone: orNull(Type.String()),
  coachCount: Type.Integer(),
  courseCount: Type.Integer(),
  studentCount: Type.Integer(),
  isMember: Type.Boolean(),
  ...settings,
  ...extensions,
  policy: orNull(PolicyTerms),
  revision: Revision,
})
export type Company = Static<typeof Company>

export const getCompany = {
  method: 'GET',
  path: '/company/getone/:id',
  access: 'app',
  summary: 'One company',
  errors: ['company_not_found', 'data_of_others'],
  outcome: outcomes.readCompany,
  params: byCompany,
  data: Company,
} satisfies Endpoint

export const saveCompanySettings = {
  method: 'PUT',
  path: '/company/settings/:id',
  access: 'coach',
  summary: "The admin sets the company's rules",
  description: ['Active classes keep the rule under which they were made.'],
  errors: ['company_not_found', 'data_of_others', 'revision_outdated', 'venue_hours_invalid'],
  outcome: outcomes.saveSettings,
  params: ById,
  body: CompanySettings,
  data: Company,
} satisfies Endpoint

/** A coach of a company. Source: specification §3 "Company coach". */
export const CompanyCoach = Type.Object({
  coachVO: Type.Object({
    id: Id,
    userType: Type.Integer(),
    nickname: Type.String(),
    avatar: orNull(Type.String()),
    likeCount: Type.Integer(),
  }),
  isAdmin: Type.Boolean(),
  courseNames: Type.Array(Type.String()),
})
export type CompanyCoach = Static<typeof CompanyCoach>

export const coachesOfCompany = {
  method: 'GET',
  path: '/company/findCoachByCompanyId/:id',
  access: 'coach',
  summary: 'The coaches of a company, for its members',
  description: ['The caller and affiliated coaches are included.', '`nickname` is a part of a name.'],
  errors: ['data_of_others'],
  outcome: outcomes.listCompanyCoaches,
  params: byCompany,
  query: Type.Object({ nickname: Type.Optional(freeText(40)) }),
  data: Type.Array(CompanyCoach),
} satisfies Endpoint

export const changeCompanyAdmin = {
  method: 'POST',
  path: '/coach-home/changeCompanyAdmin',
  access: 'coach',
  summary: 'The admin makes another coach of the company its admin',
  description: ['Only the present admin may do so.'],
  errors: ['coach_not_found', 'company_admin_only'],
  outcome: outcomes.transferCompanyAdmin,
  body: Type.Object({ coachId: Id, companyId: Type.Optional(Id) }),
  data: Company,
} satisfies Endpoint

export const leaveCompany = {
  method: 'POST',
  path: '/coach-home/leaveCompany',
  access: 'coach',
  summary: 'A coach leaves a company',
  description: [
    '`companyId` names the company when the coach has several.',
    'Each student with hours or coming classes is told and asked. With `handOver` coming classes stay until they answer.',
  ],
  errors: ['classes_unfinished', 'company_admin_leaves', 'course_has_contracts'],
  outcome: outcomes.leaveCompany,
  body: Type.Object({ companyId: Type.Optional(Id), handOver: Type.Optional(Type.Boolean()) }),
  data: Type.Null(),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Companies for which coaches teach: their rules, courses, coaches and admin, and the catalogue of common courses.',
  fields: {
    policy: 'What it costs to cancel or to miss a class; null where its rule applies.',
    awayExtends: 'Whether days on which a coach is away are added to the validity of contracts.',
    awayExtendDays: 'How many days at most one absence of a coach adds to a contract.',
    isTrial:
      'Whether it is a trial lesson (体验课): one player, once in a club; its price is that of the whole lesson. Fixed once it was made.',
    'CommonCourse.id': 'The id of the course in the catalogue.',
    'getCommonCourse.id': 'The id of the course in the catalogue.',
    'getCompanyCourse.id': 'The id of the course.',
    'deleteCourse.id': 'The id of the course.',
    'updateCourse.id': 'The id of the course.',
    'companyCourse.id': 'The id of the course.',
    id: 'The id of the company; for userType 2 it may carry the suffix -{userId} of the caller.',
    'Company.id': 'The id of the company.',
    phone: 'The phone number of the company, for its members only; null for others.',
    adminId: "The user id of the company's admin.",
    adminName: "The nickname of the company's admin.",
    isMember: 'Whether the caller teaches for the company.',
    coachVO: 'The coach as others see them.',
    courseNames: 'The names of the courses that the coach teaches here.',
    companyCourse: 'The course itself.',
    companyGuid: 'The id of the company that offers the course.',
    updatedBy: 'The id of the user who last changed it; null before the first change.',
    delFlag: 'Whether the course was deleted.',
    isTaughtByMe: 'Whether the caller teaches the course.',
    coaches: 'The coaches who teach the course.',
    coachIds: 'The user ids of the coaches who teach the course; left out, they stay.',
    commonCourseId: 'The id of its course in the catalogue; null for none.',
    'coachesOfCompany.nickname': "A part of the coach's name.",
    'changeCompanyAdmin.coachId': 'The user id of the coach who becomes the admin.',
    'leaveCompany.handOver': 'Whether the coach leaves although classes are to come; their students decide about them.',
    'leaveCompany.companyId': 'The id of the company to leave, needed when the caller has several.',
    'CompanyCourse.studentCount': 'How many players ever had a contract of the course; undone imports do not count.',
    'CompanyCourseDetail.studentCount':
      'How many players ever had a contract of the course; undone imports do not count.',
    'CompanyCourse.courseCount': 'How many classes of the course were completed.',
    'CompanyCourseDetail.courseCount': 'How many classes of the course were completed.',
    'Company.studentCount': "How many students the company's coaches have.",
    'Company.coachCount': 'How many coaches the company has.',
    'companyCourse.createdAt': 'When the course was added.',
    'addCourse.coachIds': 'The user ids of the coaches who teach the course; left out, the admin does.',
    CommonCourse: "A course of the platform's catalogue, to copy from.",
    Company: "A club, or a coach's one-person company.",
    CompanyCoach: 'A coach of a company.',
    CompanyCourse: 'A course of a company.',
    CompanyCourseDetail: 'A course of a company with the coaches who teach it.',
    CompanySettings: "A company's own rules on cancelling, and the hours of its coaches' new venues.",
  },
}

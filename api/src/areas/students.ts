import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Day, Id, Instant, LessonHours, orNull, PageQuery, Person, UserId } from '../shapes.ts'

/** A coach's student; contracts are those of the coach's own courses. Source: specification §3 "Student". */
export const Student = Type.Object({
  player: Person,
  lastFinishedCourse: orNull(Type.Object({ stadiumName: Type.String(), courseDate: Day })),
  userCourseContracts: Type.Array(
    Type.Object({
      id: Id,
      courseDesign: Type.Object({ id: Id, courseName: Type.String() }),
      remainingSessions: LessonHours,
      availableSessions: LessonHours,
      expiryDate: Day,
      contractStatus: Type.Integer({ minimum: 1, maximum: 3 }),
    }),
  ),
  theUserRelation: Type.Object({ createdAt: Instant }),
})
export type Student = Static<typeof Student>

/** A coach's own students by name, for himself and the admin of his company. */
export const studentsOfCoach = {
  method: 'GET',
  path: '/coach-home/player-page/:coachId',
  access: 'coach',
  summary: '我的学员',
  outcome: outcomes.listStudents,
  params: Type.Object({ coachId: UserId }),
  query: Type.Object({ ...PageQuery, userName: Type.Optional(Type.String({ maxLength: 40 })) }),
  data: Type.Array(Student),
  paged: true,
} satisfies Endpoint

/** A course of a company. `pricePerSession` in fen. Source: specification §3 "Company course". */
export const CompanyCourse = Type.Object({
  companyCourse: Type.Object({
    id: Id,
    companyGuid: Id,
    courseName: Type.String(),
    courseDescription: Type.String(),
    pricePerSession: Type.Integer(),
    sessionDuration: Type.Integer(),
    maxParticipants: Type.Integer(),
    createdAt: Instant,
    createdBy: orNull(Id),
    updatedAt: orNull(Instant),
    updatedBy: orNull(Id),
    delFlag: Type.Boolean(),
  }),
  isTaughtByMe: Type.Boolean(),
  studentCount: Type.Integer(),
  courseCount: Type.Integer(),
})
export type CompanyCourse = Static<typeof CompanyCourse>

/** The courses of a company, for its members; the id may carry the suffix `-{userId}` of the caller. */
export const coursesOfCompany = {
  method: 'GET',
  path: '/user-course-contract/company-course/all-by-company/:id',
  access: 'coach',
  summary: '公司课程',
  outcome: outcomes.readCompany,
  params: Type.Object({ id: Type.String({ format: 'company-id' }) }),
  data: Type.Array(CompanyCourse),
} satisfies Endpoint

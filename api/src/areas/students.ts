import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Day, freeText, Id, Instant, LessonHours, orNull, PageQuery, Person, UserId } from '../shapes.ts'

/**
 * A coach's student, as far as the caller may see him, the same in every list and alone: for a coach the classes with him
 * and the contracts of his own courses, for the admin of a company all of its classes and contracts besides. In the list of
 * a company its other members see what stands with that company. Source: specification §3 "Student".
 */
export const Student = Type.Object({
  player: Person,
  lastFinishedCourse: orNull(Type.Object({ stadiumName: Type.String(), courseDate: Day })),
  userCourseContracts: Type.Array(
    Type.Object({
      id: Id,
      courseDesign: Type.Object({ id: Id, courseName: Type.String() }),
      companyId: Id,
      totalSessions: LessonHours,
      remainingSessions: LessonHours,
      availableSessions: LessonHours,
      /** What was left when the contract ended, and is lost. */
      expiredSessions: LessonHours,
      expiryDate: Day,
      /** The day of the last class that hours are held for: the contract cannot be made to end before it. */
      lastHeldDay: orNull(Day),
      contractStatus: Type.Integer({ minimum: 1, maximum: 3 }),
    }),
  ),
  /** With which coach: in a list of several coaches' students the caller's own relation goes before the others'. */
  theUserRelation: Type.Object({ id: Id, coachId: Id, createdAt: Instant }),
  /** Classes that he was asked to, or has a seat in, and that wait for an answer. */
  pendingCount: Type.Integer({ minimum: 0 }),
  /** Runs out of hours or time within two weeks, in one of his active contracts. */
  isRunningOut: Type.Boolean(),
  /** Has a phone number that nobody vouched for: it may be another's. */
  isPhoneUnverified: Type.Boolean(),
})
export type Student = Static<typeof Student>

/** What a list of students is in the order of: the name, or the date of the last completed class. */
export const STUDENT_SORTS = ['nickname', 'courseDate'] as const

/**
 * `userName` is a part of a name or a whole phone number; `isRunningOut` keeps only those whose hours or time run out. By
 * name unless `sort` says otherwise; by `courseDate` the latest come first unless `sord` is asc, who had no class yet last.
 */
const studentQuery = {
  ...PageQuery,
  sort: Type.Optional(Type.Enum(STUDENT_SORTS)),
  userName: Type.Optional(freeText(40)),
  isRunningOut: Type.Optional(Type.Boolean()),
}

/** A coach's own students, for himself and the admin of his company. */
export const studentsOfCoach = {
  method: 'GET',
  path: '/coach-home/player-page/:coachId',
  access: 'coach',
  summary: '我的学员',
  outcome: outcomes.listStudents,
  params: Type.Object({ coachId: UserId }),
  query: Type.Object(studentQuery),
  data: Type.Array(Student),
  paged: true,
} satisfies Endpoint

/** The students of all coaches of a company, for its members; the id may carry the suffix `-{userId}` of the caller. */
export const studentsOfCompany = {
  method: 'GET',
  path: '/coach-home/player-page-by-company/:companyId',
  access: 'coach',
  summary: '全部学员',
  outcome: outcomes.listStudents,
  params: Type.Object({ companyId: Type.String({ format: 'company-id' }) }),
  query: Type.Object(studentQuery),
  data: Type.Array(Student),
  paged: true,
} satisfies Endpoint

/** One student of the calling coach, or of a coach of the company whose admin calls; `phone` is masked. */
export const getStudent = {
  method: 'GET',
  path: '/coach-home/student/:playerId',
  access: 'coach',
  summary: '学员详情',
  outcome: outcomes.listStudents,
  params: Type.Object({ playerId: Id }),
  data: Type.Object({ ...Student.properties, phone: orNull(Type.String()), level: Type.Number() }),
} satisfies Endpoint
export type StudentDetail = Static<(typeof getStudent)['data']>

/** The whole phone number of a student, for his coach, who presses for it; each press is logged, and no answer is kept. */
export const revealStudentPhone = {
  method: 'POST',
  path: '/coach-home/student-phone/:playerId',
  access: 'coach',
  summary: '查看学员手机号',
  outcome: outcomes.readUser,
  params: Type.Object({ playerId: Id }),
  data: Type.Object({ phone: orNull(Type.String()) }),
  reads: true,
} satisfies Endpoint

/**
 * The player with exactly this phone number: nothing but who they are, whether WeChat vouched for the number, and whether they
 * are the caller's student already.
 */
export const searchStudentByPhone = {
  method: 'GET',
  path: '/app-users/searchByPhone/:phone',
  access: 'coach',
  summary: '按手机号查找学员',
  outcome: outcomes.searchStudent,
  params: Type.Object({ phone: Type.String({ pattern: '^1\\d{10}$' }) }),
  data: Type.Object({ ...Person.properties, isMyStudent: Type.Boolean(), isPhoneUnverified: Type.Boolean() }),
} satisfies Endpoint

/** A coach makes a player his student; doing so again answers the same. `coachId` is compared with the caller. */
export const addStudent = {
  method: 'POST',
  path: '/user-relation/add-byCoach',
  access: 'coach',
  summary: '添加学员',
  outcome: outcomes.addStudent,
  body: Type.Object({ coachId: Type.Optional(Id), playerId: Id }),
  data: Type.Object({ id: Id, coachId: Id, playerId: Id, createdAt: Instant }),
} satisfies Endpoint

/** A player parts from a coach with whom no class and no hours are under way; contracts and past classes stay. */
export const leaveCoach = {
  method: 'DELETE',
  path: '/user-relation/remove-by-player/:coachId',
  access: 'app',
  summary: '解除与教练的师生关系',
  outcome: outcomes.leaveCoach,
  params: Type.Object({ coachId: Id }),
  data: Type.Null(),
} satisfies Endpoint

/** A coach parts from a student; contracts and past classes stay. */
export const removeStudent = {
  method: 'DELETE',
  path: '/user-relation/remove-by-coach/:id',
  access: 'coach',
  summary: '移除学员',
  outcome: outcomes.removeStudent,
  params: Type.Object({ id: Id }),
  data: Type.Null(),
} satisfies Endpoint

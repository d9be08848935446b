import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Day, freeText, Id, Instant, LessonHours, orNull, PageQuery, Person, UserId } from '../shapes.ts'

/** A coach's student; contracts are those of the coach's own courses. Source: specification §3 "Student". */
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
      expiryDate: Day,
      contractStatus: Type.Integer({ minimum: 1, maximum: 3 }),
    }),
  ),
  /** With which coach: in a list of several coaches' students the caller's own relation goes before the others'. */
  theUserRelation: Type.Object({ id: Id, coachId: Id, createdAt: Instant }),
  /** Runs out of hours or time within two weeks, in one of his active contracts. */
  isRunningOut: Type.Boolean(),
})
export type Student = Static<typeof Student>

/** `userName` is a part of a name or a whole phone number; `isRunningOut` keeps only those whose hours or time run out. */
const studentQuery = {
  ...PageQuery,
  userName: Type.Optional(freeText(40)),
  isRunningOut: Type.Optional(Type.Boolean()),
}

/** A coach's own students by name, for himself and the admin of his company. */
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

/** The player with exactly this phone number: nothing but who he is, and whether he is the caller's student already. */
export const searchStudentByPhone = {
  method: 'GET',
  path: '/app-users/searchByPhone/:phone',
  access: 'coach',
  summary: '按手机号查找学员',
  outcome: outcomes.searchStudent,
  params: Type.Object({ phone: Type.String({ pattern: '^1\\d{10}$' }) }),
  data: Type.Object({ ...Person.properties, isMyStudent: Type.Boolean() }),
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

import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  Day,
  freeText,
  Id,
  Instant,
  LessonHours,
  orNull,
  PageQuery,
  Person,
  Revision,
  sortedBy,
  UserId,
} from '../../shapes.ts'

/**
 * A coach's student, as far as the caller may see them. The data is the same in every list and in the single view.
 * A coach sees their own classes with the student and the contracts of their own courses. The admin of a company also
 * sees all classes and contracts of the company. Other members see, in the list of the company, what belongs to that
 * company. Source: specification §3 "Student".
 */
export const Student = Type.Object({
  player: Person,
  lastFinishedCourse: orNull(Type.Object({ stadiumName: Type.String(), courseDate: Day })),
  /** All with hours, and the latest that ended. */
  userCourseContracts: Type.Array(
    Type.Object({
      id: Id,
      courseDesign: Type.Object({ id: Id, courseName: Type.String() }),
      companyId: Id,
      totalSessions: LessonHours,
      remainingSessions: LessonHours,
      availableSessions: LessonHours,
      /** The hours left when the contract ended. They are lost. */
      expiredSessions: LessonHours,
      expiryDate: Day,
      /** The day of the last class that hours are held for. The contract cannot be made to end before it. */
      lastHeldDay: orNull(Day),
      isRefunded: Type.Boolean(),
      isCorrected: Type.Optional(Type.Literal(true)),
      contractStatus: Type.Integer({ minimum: 1, maximum: 3 }),
      revision: Revision,
    }),
  ),
  /** The coach of this relation. In a list of several coaches' students the caller's own relation takes precedence. */
  theUserRelation: Type.Object({ id: Id, coachId: Id, createdAt: Instant }),
  /** Classes that wait for an answer and to which the student is invited or has a seat. */
  pendingCount: Type.Integer({ minimum: 0 }),
  /** Whether one of the student's active contracts runs out of hours or time within two weeks. */
  isRunningOut: Type.Boolean(),
  /** Whether the student's phone number is not vouched for. It may belong to another person. */
  isPhoneUnverified: Type.Boolean(),
  /** Whether the student has no account: the coach books and answers for them. */
  isUnclaimed: Type.Boolean(),
})
export type Student = Static<typeof Student>

/** The sort orders of students: the name, or the date of the last completed class. */
export const STUDENT_SORTS = ['nickname', 'courseDate'] as const

/**
 * `userName` is a part of a name or a whole phone number. `isRunningOut` keeps only students whose hours or time run
 * out.
 * The list is by name unless `sort` states otherwise. By `courseDate` the latest come first unless `sord` is asc.
 * Students without a class come last.
 */
const studentQuery = {
  ...PageQuery,
  ...sortedBy(...STUDENT_SORTS),
  userName: Type.Optional(freeText(40)),
  isRunningOut: Type.Optional(Type.Boolean()),
}

export const studentsOfCoach = {
  method: 'GET',
  path: '/coach-home/player-page/:coachId',
  access: 'coach',
  summary: "A coach's own students, for the coach and the admin of their company",
  errors: ['data_of_others'],
  outcome: outcomes.listStudents,
  params: Type.Object({ coachId: UserId }),
  query: Type.Object(studentQuery),
  data: Type.Array(Student),
  paged: true,
} satisfies Endpoint

export const studentsOfCompany = {
  method: 'GET',
  path: '/coach-home/player-page-by-company/:companyId',
  access: 'coach',
  summary: 'The students of all coaches of a company, for its members',
  description: ['The id may carry the suffix `-{userId}` of the caller.'],
  errors: ['data_of_others'],
  outcome: outcomes.listStudents,
  params: Type.Object({ companyId: Type.String({ format: 'company-id' }) }),
  query: Type.Object(studentQuery),
  data: Type.Array(Student),
  paged: true,
} satisfies Endpoint

export const getStudent = {
  method: 'GET',
  path: '/coach-home/student/:playerId',
  access: 'coach',
  summary: 'One student of the calling coach, or of a coach of the company whose admin calls',
  description: ['`phone` is masked.'],
  errors: ['relation_not_found'],
  outcome: outcomes.listStudents,
  params: Type.Object({ playerId: Id }),
  data: Type.Object({
    ...Student.properties,
    phone: orNull(Type.String()),
    level: Type.Number(),
    levelIsUnsaid: Type.Optional(Type.Boolean()),
  }),
} satisfies Endpoint
export type StudentDetail = Static<(typeof getStudent)['data']>

export const revealStudentPhone = {
  method: 'POST',
  path: '/coach-home/student-phone/:playerId',
  access: 'coach',
  summary: 'Answers the whole phone number of a student to their coach on request',
  description: ['Each request is logged, and the answer is not stored.'],
  errors: ['relation_not_found'],
  outcome: outcomes.readUser,
  params: Type.Object({ playerId: Id }),
  data: Type.Object({ phone: orNull(Type.String()) }),
  reads: true,
} satisfies Endpoint

export const searchStudentByPhone = {
  method: 'GET',
  path: '/app-users/searchByPhone/:phone',
  access: 'coach',
  summary: 'Finds the player with exactly this phone number',
  description: [
    "It answers only the player's identity and two facts.",
    "These are whether WeChat vouched for the number, and whether the player is already the caller's student.",
  ],
  errors: ['phone_invalid', 'student_is_oneself', 'student_search_too_often', 'student_unknown'],
  outcome: outcomes.searchStudent,
  params: Type.Object({ phone: Type.String({ minLength: 1, maxLength: MAX_TYPED_PHONE }) }),
  data: Type.Object({ ...Person.properties, isMyStudent: Type.Boolean(), isPhoneUnverified: Type.Boolean() }),
} satisfies Endpoint

export const addStudent = {
  method: 'POST',
  path: '/user-relation/add-byCoach',
  access: 'coach',
  summary: 'A coach makes a player their student',
  description: ['Repeating it gives the same answer.', '`coachId` is compared with the caller.'],
  errors: ['data_of_others', 'student_is_oneself', 'student_unknown'],
  outcome: outcomes.addStudent,
  body: Type.Object({ coachId: Type.Optional(Id), playerId: Id }),
  data: Type.Object({ id: Id, coachId: Id, playerId: Id, createdAt: Instant }),
} satisfies Endpoint

export const leaveCoach = {
  method: 'DELETE',
  path: '/user-relation/remove-by-player/:coachId',
  access: 'app',
  summary: 'A player ends the relation with a coach',
  description: ['No class and no hours may be open with that coach.', 'Contracts and past classes stay.'],
  errors: ['classes_unfinished', 'hours_unfinished', 'relation_not_found'],
  outcome: outcomes.leaveCoach,
  params: Type.Object({ coachId: Id }),
  data: Type.Null(),
} satisfies Endpoint

export const removeStudent = {
  method: 'DELETE',
  path: '/user-relation/remove-by-coach/:id',
  access: 'coach',
  summary: 'A coach ends the relation with a student',
  description: ['Contracts and past classes stay.'],
  errors: ['classes_unfinished', 'relation_not_found'],
  outcome: outcomes.removeStudent,
  params: Type.Object({ id: Id }),
  data: Type.Null(),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "A coach's or a company's students with their contracts, and adding and removing them.",
  fields: {
    player: 'The student as others see them.',
    lastFinishedCourse: 'The last completed class with the student; null before the first.',
    userCourseContracts: "The student's contracts, as far as the caller may see them.",
    'userCourseContracts.id': 'The id of the contract.',
    courseDesign: 'The course that the contract pays.',
    isRefunded: 'Whether its packages were paid back, or taken back, so that it cannot be set any more.',
    isCorrected:
      'True when it ended since the payment had been entered at the front desk by mistake, so that no money went back; else left out.',
    lastHeldDay: 'The day of the last class that hours are held for, before which the contract cannot end; else null.',
    theUserRelation: "The relation of the student to a coach: the caller's own if there is one.",
    'theUserRelation.id': 'The id of the relation.',
    'theUserRelation.createdAt': "When the player became the coach's student.",
    pendingCount: 'How many unanswered classes the student is invited to or has a seat in.',
    'Student.isRunningOut': 'Whether an active contract of the student runs out of hours or time within two weeks.',
    'getStudent.isRunningOut': 'Whether an active contract of the student runs out of hours or time within two weeks.',
    isRunningOut: 'Whether only students whose hours or time run out are wanted.',
    userName: "A part of the student's name, or a whole phone number.",
    'getStudent.phone': "The student's phone number, masked; null without one.",
    'revealStudentPhone.phone': "The student's whole phone number; null without one.",
    'searchStudentByPhone.phone': 'The whole phone number of the player.',
    'searchStudentByPhone.id': "The player's user id.",
    isMyStudent: "Whether the player is already the caller's student.",
    'addStudent.id': 'The id of the relation.',
    'addStudent.coachId': 'The user id of the coach: the caller.',
    'addStudent.createdAt': "When the player became the coach's student.",
    'removeStudent.id': 'The id of the relation, as `theUserRelation.id` answers it.',
    'studentsOfCompany.companyId':
      'The id of the company; for userType 2 it may carry the suffix -{userId} of the caller.',
    'userCourseContracts.companyId': 'The id of the company with which the contract was made.',
    isUnclaimed:
      'Whether the club registered the student and nobody claimed them: the coach books and answers for them.',
    Student: "A coach's student, as far as the caller may see them.",
  },
}

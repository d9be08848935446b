import { FREE_TIMES, STUDENT_REQUEST_STATES } from '@paidang/domain/areas/activities/student-requests/request'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Fen, freeText, Id, Instant, Person, Revision } from '../../shapes.ts'

const FreeTimes = Type.Array(Type.Enum([...FREE_TIMES]), { maxItems: FREE_TIMES.length, uniqueItems: true })

/** A player's request to become the student of a coach, as its two sides see it. */
export const StudentRequest = Type.Object({
  id: Id,
  state: Type.Enum([...STUDENT_REQUEST_STATES]),
  coach: Person,
  player: Type.Object({
    ...Person.properties,
    level: Type.Number(),
    levelIsUnsaid: Type.Optional(Type.Boolean()),
    region: Type.String(),
  }),
  company: Type.Object({ id: Id, name: Type.String() }),
  course: Type.Object({ id: Id, name: Type.String(), pricePerSession: Fen, sessionDuration: Type.Integer() }),
  freeTimes: FreeTimes,
  words: Type.String(),
  answer: Type.String(),
  mayAnswer: Type.Boolean(),
  mayWithdraw: Type.Boolean(),
  expiresAt: Instant,
  createTime: Instant,
  revision: Revision,
})
export type StudentRequest = Static<typeof StudentRequest>

export const sendStudentRequest = {
  method: 'POST',
  path: '/student-requests/send',
  access: 'app',
  summary: 'The caller asks to become the student of a coach',
  description: [
    'Nothing is paid. The coach answers within 24 hours, else the request ends.',
    'A repeat answers the open request; another course, other times or words change it.',
    'A coach who refused is not asked again for seven days.',
  ],
  errors: [
    'coach_not_found',
    'coach_not_of_course',
    'coach_takes_no_students',
    'coach_unavailable',
    'content_rejected',
    'student_is_oneself',
    'student_request_needless',
    'student_request_open',
    'student_request_refused',
    'student_requests_too_many',
  ],
  outcome: outcomes.sendStudentRequest,
  limit: { requests: 30, minutes: 60 },
  body: Type.Object({ coachId: Id, courseId: Id, freeTimes: FreeTimes, words: Type.Optional(freeText(200)) }),
  data: StudentRequest,
} satisfies Endpoint

export const myStudentRequests = {
  method: 'GET',
  path: '/student-requests/mine',
  access: 'app',
  summary: "The caller's open requests to coaches, the latest first",
  outcome: outcomes.listStudentRequests,
  data: Type.Array(StudentRequest),
} satisfies Endpoint

export const receivedStudentRequests = {
  method: 'GET',
  path: '/student-requests/received',
  access: 'coach',
  summary: 'The open requests to the calling coach, the one that ends next first',
  description: ['At most 100.'],
  outcome: outcomes.listStudentRequests,
  data: Type.Array(StudentRequest),
} satisfies Endpoint

export const getStudentRequest = {
  method: 'GET',
  path: '/student-requests/one/:id',
  access: 'app',
  summary: 'One request, for its player and its coach',
  errors: ['student_request_not_found'],
  outcome: outcomes.listStudentRequests,
  params: ById,
  data: StudentRequest,
} satisfies Endpoint

export const answerStudentRequest = {
  method: 'POST',
  path: '/student-requests/answer/:id',
  access: 'coach',
  summary: 'The coach takes the player as a student, or refuses with a word',
  description: ['Agreeing makes the player a student at once. A repeat answers the same; the other answer is refused.'],
  errors: [
    'content_rejected',
    'revision_outdated',
    'student_request_answered',
    'student_request_expired',
    'student_request_not_found',
    'student_request_withdrawn',
  ],
  outcome: outcomes.answerStudentRequest,
  params: ById,
  body: Type.Object({ agree: Type.Boolean(), answer: Type.Optional(freeText(100)), revision: Revision }),
  data: StudentRequest,
} satisfies Endpoint

export const withdrawStudentRequest = {
  method: 'POST',
  path: '/student-requests/withdraw/:id',
  access: 'app',
  summary: 'The player withdraws an open request',
  description: ['A repeat answers the same.'],
  errors: [
    'student_request_answered',
    'student_request_expired',
    'student_request_not_found',
    'student_request_withdrawn',
  ],
  outcome: outcomes.withdrawStudentRequest,
  params: ById,
  body: Type.Object({}),
  data: StudentRequest,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'How a player without a coach comes to one: they ask, and the coach answers within 24 hours.',
  fields: {
    id: 'The id of the request.',
    'coach.id': 'The user id of the coach.',
    'player.id': 'The user id of the player.',
    'company.id': 'The id of the company.',
    'company.name': 'The name of the company.',
    'course.id': 'The id of the course.',
    'course.name': 'The name of the course.',
    state:
      'PENDING, or how it ended. ACCEPTED and REFUSED are by the coach, WITHDRAWN is by the player, EXPIRED without an answer.',
    coach: 'The coach who is asked.',
    player: 'The player who asks.',
    company: 'The company that offers the course.',
    course: 'The course that the player wants to take.',
    freeTimes:
      'When the player is usually free: WEEKDAY_DAY and WEEKDAY_EVENING, WEEKEND_MORNING, WEEKEND_AFTERNOON and WEEKEND_EVENING.',
    words: 'What the player says to the coach; may be empty.',
    answer: 'What the coach says with the answer; may be empty.',
    mayAnswer: 'Whether the caller may agree or refuse now.',
    mayWithdraw: 'Whether the caller may withdraw or change it now.',
    expiresAt: 'When it ends without an answer.',
    createTime: 'When the request was sent.',
    'sendStudentRequest.coachId': 'The user id of the coach.',
    courseId: 'The id of a course that the coach teaches.',
    agree: 'Whether the player becomes a student.',
    StudentRequest: "A player's request to become the student of a coach.",
  },
}

import { INVITATION_STATUSES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { ACCOUNT_STATES } from '@paidang/domain/areas/people/auth/suspension'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Fen, freeText, Id, Instant, LessonHours, orNull, PageQuery, sortedBy } from '../../shapes.ts'
import { ApplicationForOperator } from '../people/registration.ts'

const coachFields = {
  id: Id,
  nickname: Type.String(),
  avatar: orNull(Type.String()),
  userType: Type.Integer(),
  phone: orNull(Type.String()),
  state: Type.Enum([...ACCOUNT_STATES]),
  isVerified: Type.Boolean(),
  companies: Type.Array(
    Type.Object({ id: Id, companyName: Type.String(), isPerson: Type.Boolean(), isAdmin: Type.Boolean() }),
  ),
  /** Venues where the coach may teach. */
  venueCount: Type.Integer(),
  studentCount: Type.Integer(),
  /** Classes that the coach held in the last 30 days, today included. */
  classCount: Type.Integer(),
  createdAt: Instant,
  lastSeenAt: orNull(Instant),
}

/** A coach as operators see them, the phone masked. `companies` lists clubs before the coach's one-person company. */
export const ManagedCoach = Type.Object(coachFields)
export type ManagedCoach = Static<typeof ManagedCoach>

export const queryCoaches = {
  method: 'GET',
  path: '/admin/coaches/query',
  access: 'operator',
  mayLag: true,
  summary: 'All coaches, the latest first',
  description: ['`keyword` as in queryUsers.', '`isPerson` separates coaches who teach for no club from the others.'],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('createdAt', 'lastSeenAt'),
    keyword: Type.Optional(freeText(40)),
    companyId: Type.Optional(Id),
    isVerified: Type.Optional(Type.Boolean()),
    isPerson: Type.Optional(Type.Boolean()),
    state: Type.Optional(Type.Enum([...ACCOUNT_STATES])),
  }),
  data: Type.Array(ManagedCoach),
  paged: true,
} satisfies Endpoint

/** A course that a coach teaches, and for which company. */
const TaughtCourse = Type.Object({
  id: Id,
  courseName: Type.String(),
  companyId: Id,
  companyName: Type.String(),
  pricePerSession: Fen,
  sessionDuration: Type.Integer(),
  maxParticipants: Type.Integer(),
})

/**
 * A venue that the coach requested. It includes the status of the request (as of an approval), and whether the coach
 * manages the venue.
 */
const TaughtVenue = Type.Object({
  id: Id,
  name: Type.String(),
  city: Type.String(),
  district: Type.String(),
  associationStatus: Type.Integer({ minimum: 0, maximum: 2 }),
  reason: Type.String(),
  isManager: Type.Boolean(),
  createdAt: Instant,
  decidedAt: orNull(Instant),
})

/** A coach's work in numbers. Active contracts have hours left and are not expired. */
const CoachWork = Type.Object({
  runningContracts: Type.Integer(),
  outstandingSessions: LessonHours,
  /** Upcoming classes, including requests that wait for an answer. */
  upcomingClasses: Type.Integer(),
  /** Classes of the last 90 days, today included. */
  classes: Type.Array(Type.Object({ status: Type.Enum([...INVITATION_STATUSES]), count: Type.Integer() })),
  /** Of these, confirmed classes that the coach cancelled after the students' free cancellation time had ended. */
  lateCancels: Type.Integer(),
  likes: Type.Integer(),
  reports: Type.Integer(),
  waitingReports: Type.Integer(),
})

/** A coach with everything that support asks about. The certificates are shown by links that expire soon. */
export const CoachDetail = Type.Object({
  ...coachFields,
  region: Type.String(),
  description: Type.String(),
  courses: Type.Array(TaughtCourse),
  venues: Type.Array(TaughtVenue),
  work: CoachWork,
  applications: Type.Array(ApplicationForOperator),
})
export type CoachDetail = Static<typeof CoachDetail>

export const readManagedCoach = {
  method: 'GET',
  path: '/admin/coaches/detail/:id',
  access: 'operator',
  summary: 'One coach',
  errors: ['coach_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: CoachDetail,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Coaches as operators see them, with their companies, venues, work and applications.',
  fields: {
    id: "The coach's user id.",
    phone: "The coach's phone number, masked except for its last digits; null without one.",
    state: "The state of the coach's account: NORMAL, SUSPENDED by an operator, or CLOSED.",
    createdAt: 'When the account was created.',
    companies: 'The companies for which the coach teaches, clubs first.',
    venueCount: 'At how many venues the coach may teach.',
    studentCount: 'How many students the coach has.',
    classCount: 'How many classes the coach held in the last 30 days, today included.',
    description: 'How the coach describes themselves.',
    courses: 'The courses that the coach teaches.',
    venues: 'The venues where the coach teaches or asked to teach.',
    'venues.createdAt': 'When the coach asked to teach there.',
    associationStatus: "The verdict on the coach's request: 0 pending, 1 approved, 2 rejected.",
    decidedAt: 'When the request was decided; null while it is pending.',
    'venues.reason': 'What the coach was told when it was decided; may be empty.',
    work: "The coach's work in numbers.",
    upcomingClasses: 'How many classes are to come, requests included.',
    'work.classes': 'The classes of the last 90 days, counted by status.',
    status:
      'The status of the classes: PENDING waits for the coach, CONFIRMED takes place, COMPLETED was held, CANCELLED was called off, EXPIRED was not answered.',
    count: 'How many classes have that status.',
    lateCancels: 'How many confirmed classes the coach cancelled after the free time, in 90 days.',
    likes: 'How many likes the coach has received.',
    reports: 'How many reports were made about the coach.',
    waitingReports: 'How many of the reports wait for an operator.',
    applications: "The coach's applications to become a coach, the latest first.",
    'queryCoaches.keyword': 'A whole phone number, its last four digits, an id, or part of a name.',
    'queryCoaches.companyId': 'The id of the company whose coaches are wanted.',
    'queryCoaches.isPerson': 'Whether coaches who teach for no club are wanted, or those who do.',
    'courses.companyId': 'The id of the company that offers the course.',
    'courses.companyName': 'The name of the company that offers the course.',
    avatar: 'The picture of the coach: its path below /aaapi/files/, null without one.',
    CoachDetail: 'A coach with everything that support asks about.',
    ManagedCoach: "A coach in the operators' list.",
  },
}

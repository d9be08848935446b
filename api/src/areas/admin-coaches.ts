import { ACCOUNT_STATES } from '@paidang/domain/areas/auth/suspension'
import { INVITATION_STATUSES } from '@paidang/domain/areas/classes/invitation-status'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, Fen, freeText, Id, Instant, LessonHours, orNull, PageQuery, sortedBy } from '../shapes.ts'
import { ApplicationForOperator } from './registration.ts'

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

import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Fen, Id, LessonHours, orNull } from '../shapes.ts'
import { CreateInvitation } from './class-actions.ts'
import { Invitation } from './classes.ts'
import { CommonCourse } from './companies.ts'

/**
 * Who of the caller's coaches teaches a course of the catalogue, as which course of his company, for how much and how long;
 * `availableSessions` is what the caller has of it in his contracts, without which the coach makes a contract first.
 */
export const CourseOffer = Type.Object({
  coachId: Id,
  coachName: Type.String(),
  coachAvatar: orNull(Type.String()),
  courseDesignId: Id,
  companyName: Type.String(),
  pricePerSession: Fen,
  sessionDuration: Type.Integer(),
  maxParticipants: Type.Integer(),
  availableSessions: LessonHours,
})
export type CourseOffer = Static<typeof CourseOffer>

/** The catalogue with who teaches it to the caller; what somebody teaches stands first. Source: specification §7 "Other" */
export const commonCoursesOfUser = {
  method: 'GET',
  path: '/user/common-courses',
  access: 'app',
  summary: '通用课程目录',
  outcome: outcomes.listCommonCourses,
  data: Type.Array(Type.Object({ ...CommonCourse.properties, offers: Type.Array(CourseOffer) })),
} satisfies Endpoint

/** What says with whom, where and when; the app's build knows no schemas, so that none is taken apart here. */
const booking = Type.Pick(CreateInvitation, [
  'coachId',
  'stadiumId',
  'selectedCourt',
  'courseDate',
  'beginTimeSlot',
  'endTimeSlot',
  'participantsCount',
  'useUnavailable',
  'messageToCoach',
])

/** A class is booked from the catalogue: as the course that the coach teaches it as. Source: specification §7 "Other" */
export const bookCommonCourse = {
  method: 'POST',
  path: '/user/bookings',
  access: 'app',
  summary: '预约通用课程',
  outcome: outcomes.createInvitation,
  body: Type.Object({ commonCourseId: Id, ...booking.properties }),
  data: Invitation,
} satisfies Endpoint

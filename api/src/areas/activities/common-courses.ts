import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Fen, Id, LessonHours, orNull } from '../../shapes.ts'
import { CommonCourse } from '../places/companies.ts'
import { CreateInvitation } from './class-actions.ts'
import { Invitation } from './classes.ts'

/**
 * A coach of the caller who teaches a course of the catalogue. It includes the matching course of the coach's company,
 * its price and duration. `availableSessions` is what the caller has of it in contracts. Without it the coach makes a
 * contract first.
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

/** Source: specification §7 "Other" */
export const commonCoursesOfUser = {
  method: 'GET',
  path: '/user/common-courses',
  access: 'app',
  summary: 'The catalogue with the coaches who teach each course to the caller',
  description: ['Courses with a coach come first.'],
  outcome: outcomes.listCommonCourses,
  data: Type.Array(Type.Object({ ...CommonCourse.properties, offers: Type.Array(CourseOffer) })),
} satisfies Endpoint

/**
 * The fields that state with whom, where and when. `Type.Pick` is used because the app's build removes schemas, so code
 * cannot read their properties.
 */
const booking = Type.Pick(CreateInvitation, [
  'coachId',
  'courseDesignPrice',
  'stadiumId',
  'selectedCourt',
  'courseDate',
  'beginTimeSlot',
  'endTimeSlot',
  'participantsCount',
  'useUnavailable',
  'messageToCoach',
])

/** Source: specification §7 "Other" */
export const bookCommonCourse = {
  method: 'POST',
  path: '/user/bookings',
  access: 'app',
  once: 'by-body',
  summary: 'Books a class from the catalogue, as the course under which the coach teaches it',
  errors: [
    'coach_on_leave',
    'common_course_not_found',
    'common_course_not_taught',
    'content_rejected',
    'court_not_found',
    'invitation_time_invalid',
    'invitation_too_long',
    'invitation_with_oneself',
    'participants_invalid',
    'revision_outdated',
    'slot_closed',
    'slot_mine',
    'slot_taken',
    'venue_not_found',
  ],
  outcome: outcomes.createInvitation,
  body: Type.Object({ commonCourseId: Id, ...booking.properties }),
  data: Invitation,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "The platform's catalogue of courses, with the caller's coaches who teach each of them, and booking from it.",
  fields: {
    id: 'The id of the course in the catalogue.',
    commonCourseId: 'The id of the course in the catalogue.',
    offers: "The caller's coaches who teach the course.",
    'CourseOffer.availableSessions':
      'The hours that the caller has for it in contracts; 0 asks the coach for one first.',
    courseDesignPrice: 'The price that the caller saw, in fen per lesson hour; it is compared.',
    CourseOffer: 'A coach of the caller who teaches a course of the catalogue, and at what price.',
  },
}

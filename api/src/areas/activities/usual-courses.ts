import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, Day, EndTimeSlot, Id, LessonHours, orNull, UserId } from '../../shapes.ts'

/**
 * A frequently booked or pinned class. `selectedCourt` is the court's index.
 * `courseDate` is the next same weekday on which coach, court and player are free (`isFree`). If there is none, it is
 * the next same weekday. `pinId` is null for a derived one. Source: specification §3 "Usual course".
 */
export const UsualCourse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  coach: Type.Object({ id: Id, nickname: Type.String(), avatar: orNull(Type.String()) }),
  stadium: Type.Object({ id: Id, avatar: orNull(Type.String()), name: Type.String(), address: Type.String() }),
  weekday: Type.Integer({ minimum: 0, maximum: 6 }),
  courseDate: Day,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  selectedCourt: Type.Integer(),
  courtCode: Type.String(),
  courseDesignId: Id,
  courseDesignName: Type.String(),
  availableSessions: LessonHours,
  neededSessions: LessonHours,
  booked: orNull(Type.Object({ id: Id, courseDate: Day })),
  isFree: Type.Boolean(),
  pinId: orNull(Id),
})
export type UsualCourse = Static<typeof UsualCourse>

export const usualCourses = {
  method: 'GET',
  path: '/course-invitation/usual/by-player/:id',
  access: 'open',
  summary: "The caller's usual courses, pinned ones first",
  description: ['The guest id gets an empty list.'],
  errors: ['action_forbidden', 'data_of_others', 'session_expired'],
  outcome: outcomes.listUsualCourses,
  params: Type.Object({ id: UserId }),
  data: Type.Array(UsualCourse),
} satisfies Endpoint

/** The fields by which two classes count as the same usual course. */
export const UsualCourseKey = Type.Object({
  coachId: Id,
  stadiumId: Id,
  courseDesignId: Id,
  weekday: Type.Integer({ minimum: 0, maximum: 6 }),
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  selectedCourt: Type.Integer({ minimum: 0, maximum: 59 }),
})
export type UsualCourseKey = Static<typeof UsualCourseKey>

export const pinUsualCourse = {
  method: 'POST',
  path: '/course-invitation/usual/pin',
  access: 'app',
  summary: 'The caller pins a class as a usual course',
  description: ['It need not have been taken twice.'],
  errors: [
    'coach_not_at_venue',
    'coach_not_found',
    'coach_not_of_course',
    'coach_unavailable',
    'course_not_found',
    'court_not_found',
    'invitation_time_invalid',
    'invitation_too_long',
    'invitation_with_oneself',
    'usual_courses_too_many',
    'venue_not_found',
  ],
  outcome: outcomes.pinUsualCourse,
  body: UsualCourseKey,
  data: Type.Object({ id: Id }),
} satisfies Endpoint

export const unpinUsualCourse = {
  method: 'DELETE',
  path: '/course-invitation/usual/pin/:id',
  access: 'app',
  summary: 'The caller unpins a usual course',
  description: ['Repeating it gives the same answer.'],
  outcome: outcomes.unpinUsualCourse,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Classes that the caller books again and again, and pins to the top.',
  fields: {
    'UsualCourse.id': 'The id of the usual course.',
    stadium: 'The venue of the class.',
    'UsualCourse.courseDate': 'The next such weekday on which coach, court and player are free; else the next one.',
    availableSessions: 'The hours that the caller has for it in contracts.',
    booked: 'The class that the caller has booked at that time already; null without one.',
    'booked.id': 'The id of the class.',
    isFree: 'Whether coach, court and player are free on that day.',
    pinId: "The id of the pin; null for a course that follows from the caller's classes.",
    'unpinUsualCourse.id': 'The id of the pin.',
    'usualCourses.id': "The caller's user id.",
    coach: 'The coach of the class.',
    'stadium.avatar': 'The picture of the venue: its path below /aaapi/files/, null without one.',
    'stadium.address': 'The street address of the venue.',
    name: 'The name of the usual course, which begins with 常用课程-.',
    UsualCourse: 'A class that the caller books again and again, or pinned.',
    UsualCourseKey: 'What makes two classes the same usual course.',
  },
}

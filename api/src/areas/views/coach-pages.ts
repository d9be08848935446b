import { TIES_TO_COACH } from '@paidang/domain/areas/activities/student-requests/request'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, Day, DayInput, Fen, Id, Instant, orNull, PageQuery } from '../../shapes.ts'
import { StudentRequest } from '../activities/student-requests.ts'
import { TrialLesson } from '../activities/trial-lessons.ts'

const FreeStart = Type.Object({ beginTimeSlot: BeginTimeSlot, stadiumId: Id })

const FreeDays = Type.Array(Type.Object({ date: Day, starts: Type.Array(FreeStart) }))

/** A coach as everybody sees them, also a guest. */
const PublicCoach = Type.Object({
  id: Id,
  nickname: Type.String(),
  avatar: orNull(Type.String()),
  level: Type.Number(),
  levelIsUnsaid: Type.Optional(Type.Boolean()),
  isVerified: Type.Boolean(),
  likesCount: Type.Integer(),
  takesStudents: Type.Boolean(),
})

const TaughtCourse = Type.Object({
  id: Id,
  courseName: Type.String(),
  companyId: Id,
  companyName: Type.String(),
  pricePerSession: Fen,
  sessionDuration: Type.Integer(),
  maxParticipants: Type.Integer(),
})

const TaughtVenue = Type.Object({
  id: Id,
  name: Type.String(),
  district: Type.String(),
  avatar: orNull(Type.String()),
  surfaces: Type.Array(Type.String()),
  latitude: orNull(Type.Number()),
  longitude: orNull(Type.Number()),
})

/** The page on which a coach is found. Free starts say nothing of what takes the other half-hours. */
export const CoachPage = Type.Object({
  coach: Type.Object({
    ...PublicCoach.properties,
    description: Type.String(),
    yearsTeaching: orNull(Type.Integer()),
    classesCount: Type.Integer(),
  }),
  clubs: Type.Array(Type.String()),
  courses: Type.Array(TaughtCourse),
  venues: Type.Array(TaughtVenue),
  freeDays: FreeDays,
  tie: Type.Enum([...TIES_TO_COACH]),
  request: orNull(Type.Pick(StudentRequest, ['id', 'course', 'freeTimes', 'words', 'expiresAt'])),
  asksAgainFrom: orNull(Instant),
  trial: orNull(
    Type.Object({
      courseId: Id,
      courseName: Type.String(),
      companyName: Type.String(),
      priceFen: Fen,
      minutes: Type.Integer(),
      freeCancelHours: Type.Integer(),
      freeDays: FreeDays,
      isUsed: Type.Boolean(),
      own: orNull(Type.Pick(TrialLesson, ['id', 'state', 'orderId', 'invitationId', 'expiresAt', 'wishes', 'words'])),
    }),
  ),
})
export type CoachPage = Static<typeof CoachPage>

export const getCoachPage = {
  method: 'GET',
  path: '/coach-pages/one/:id',
  access: 'open',
  summary: 'The public page of a coach',
  description: [
    'A coach who has blocked the caller is not found.',
    'Free starts are within 14 days. With day and half-hour that start is among them where it is free, at that venue if one is named.',
  ],
  errors: ['coach_not_found'],
  outcome: outcomes.readCoachPage,
  params: ById,
  query: Type.Object({
    date: Type.Optional(DayInput),
    beginTimeSlot: Type.Optional(BeginTimeSlot),
    stadiumId: Type.Optional(Id),
  }),
  data: CoachPage,
} satisfies Endpoint

export const listCoachStarts = {
  method: 'GET',
  path: '/coach-pages/starts/:id',
  access: 'open',
  summary: 'All free starts of a coach on one day',
  description: ['A day without any, or outside the next 14, answers an empty list.'],
  errors: ['coach_not_found'],
  outcome: outcomes.listCoachStarts,
  params: ById,
  query: Type.Object({ date: DayInput, courseId: Type.Optional(Id) }),
  data: Type.Array(FreeStart),
} satisfies Endpoint

/** A coach in a list: the lowest price, the nearest venue, and the next times that are free. */
export const CoachCard = Type.Object({
  ...PublicCoach.properties,
  sport: orNull(Type.Enum([...SPORTS])),
  club: orNull(Type.String()),
  priceFrom: Fen,
  trialFrom: orNull(Fen),
  venue: Type.Object({ id: Id, name: Type.String(), district: Type.String() }),
  distanceKm: orNull(Type.Number()),
  starts: Type.Array(Type.Object({ date: Day, ...FreeStart.properties })),
})
export type CoachCard = Static<typeof CoachCard>

export const listCoachPages = {
  method: 'POST',
  path: '/coach-pages/list',
  access: 'open',
  mayLag: true,
  summary: 'Coaches who can be found: they teach a course at a venue',
  description: [
    'The nearest come first when a point is given, else those with most likes.',
    'With `trialFirst`, those who give a trial lesson come before the others.',
    'With `sport`, only those who play it, or said nothing.',
    'With `on`, only those who can begin a class then: the coach and one court of a venue are free.',
  ],
  outcome: outcomes.listCoaches,
  reads: true,
  body: Type.Object({
    ...PageQuery,
    near: Type.Optional(
      Type.Object({
        latitude: Type.Number({ minimum: -90, maximum: 90 }),
        longitude: Type.Number({ minimum: -180, maximum: 180 }),
      }),
    ),
    stadiumId: Type.Optional(Id),
    commonCourseId: Type.Optional(Id),
    courseId: Type.Optional(Id),
    companyId: Type.Optional(Id),
    trialFirst: Type.Optional(Type.Boolean()),
    sport: Type.Optional(Type.Enum([...SPORTS])),
    priceTo: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    on: Type.Optional(Type.Object({ date: DayInput, from: BeginTimeSlot, to: BeginTimeSlot })),
  }),
  data: Type.Array(CoachCard),
  paged: true,
} satisfies Endpoint

/** A course as strangers read it: what it costs now, and whose it is. */
export const CoursePage = Type.Object({
  ...TaughtCourse.properties,
  courseDescription: Type.String(),
  isTrial: Type.Boolean(),
  isTrialUsed: Type.Boolean(),
})
export type CoursePage = Static<typeof CoursePage>

export const getCoursePage = {
  method: 'GET',
  path: '/coach-pages/course/:id',
  access: 'open',
  summary: 'The public page of a course of a company',
  errors: ['course_not_found'],
  outcome: outcomes.readCourse,
  params: ById,
  data: CoursePage,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Coaches as strangers find them: their public pages, and the list of those who teach near by.',
  fields: {
    'getCoachPage.id': 'The user id of the coach.',
    'listCoachStarts.id': 'The user id of the coach.',
    'listCoachStarts.date': 'The day, in Shanghai.',
    'listCoachStarts.courseId': 'The course whose length must fit; without one, the shortest that is no trial lesson.',
    beginTimeSlot: 'The half-hour at which the class may begin.',
    'FreeStart.stadiumId': 'The id of a venue with a free court at that time.',
    'PublicCoach.id': 'The user id of the coach.',
    'CoachPage.coach': 'The coach whose page it is.',
    'coach.id': 'The user id of the coach.',
    'CoachCard.id': 'The user id of the coach.',
    'courses.id': 'The id of the course.',
    'venues.id': 'The id of the venue.',
    'venue.id': 'The id of the venue.',
    'venue.name': 'The name of the venue.',
    'venues.name': 'The name of the venue.',
    'venues.avatar': 'The picture of the venue: its path below /aaapi/files/, null without one.',
    isVerified: 'Whether the platform has verified the coach.',
    takesStudents: 'Whether the coach takes new students.',
    description: 'How the coach describes themselves; may be empty.',
    yearsTeaching: 'How many years the coach has taught, by the verified application; null without one.',
    classesCount: 'How many classes the coach has completed.',
    clubs: 'The names of the clubs for which the coach teaches, without one-person companies.',
    'CoachPage.courses': 'The courses that the coach teaches, the cheapest first.',
    'CoachPage.venues': 'The venues at which the coach teaches.',
    surfaces: 'The surfaces of its courts, each once.',
    freeDays: 'The next three days on which the coach is free for a class.',
    starts: 'Up to three starts of the day.',
    'freeDays.date': 'The day, in Shanghai.',
    'starts.date': 'The day, in Shanghai.',
    'starts.stadiumId': 'The id of a venue with a free court at that time.',
    tie: 'How the caller stands to the coach: GUEST without log-in, SELF, STUDENT, BLOCKED in either direction, or NONE.',
    'request.id': 'The id of the request.',
    'request.course': 'The course that the caller asked for.',
    freeTimes:
      'When the caller is usually free: WEEKDAY_DAY and WEEKDAY_EVENING, WEEKEND_MORNING, WEEKEND_AFTERNOON and WEEKEND_EVENING.',
    words: 'What the caller says to the coach; may be empty.',
    expiresAt: 'Until when the coach answers.',
    'course.id': 'The id of the course.',
    'course.name': 'The name of the course.',
    request: "The caller's open request to become a student; null without one.",
    asksAgainFrom:
      'From when the caller may ask again whom the coach refused within seven days; null where they may now.',
    'CoachPage.trial': 'The trial lesson that the coach gives; null without one.',
    'trial.courseId': 'The id of the course that is the trial lesson.',
    'trial.freeDays': 'The next three days on which the coach is free for a trial lesson.',
    priceFen: 'What the whole trial lesson costs, in fen.',
    minutes: 'How long the trial lesson takes.',
    freeCancelHours: 'Until how many hours before the start cancelling it is free. Later half of the price is lost.',
    isUsed: 'Whether the caller has had a trial lesson with this club, or asked for one.',
    own: "The caller's trial lesson with this coach that is not over; null without one.",
    'own.id': 'The id of the trial lesson.',
    'own.state':
      'UNPAID, PAID and waiting for the coach, or CONFIRMED as a class. CLOSED, REFUSED, WITHDRAWN, EXPIRED, CANCELLED and CANCELLED_LATE are over, so none of them is here.',
    'own.orderId': 'The id of the order that pays it.',
    'own.invitationId': 'The id of the class, once the coach confirmed it.',
    wishes: 'The hours that the caller wishes for.',
    'wishes.date': 'The day, in Shanghai.',
    'wishes.stadiumId': 'The id of the venue.',
    stadiumName: 'The name of the venue.',
    'own.words': 'What the caller says to the coach with it; may be empty.',
    'own.expiresAt': 'Until when the coach answers; null before it is paid.',
    'CoachCard.sport': 'What the coach said they play, tennis or badminton; null when they said nothing.',
    'listCoachPages.sport': 'What the coaches play: tennis or badminton.',
    club: 'The club for which the coach teaches; null for a coach without a club.',
    priceFrom: 'The lowest price of a lesson hour, in fen.',
    'CoachCard.venue': 'The venue at which the coach teaches, the nearest when a point is given.',
    distanceKm: 'How far that venue is, in kilometres; null without a point or coordinates.',
    'CoachCard.starts': 'The next three times within seven days, or those asked for, that are free for a class.',
    trialFrom: 'What the cheapest trial lesson costs that the caller may ask for, in fen; null without one.',
    priceTo: 'The highest price of a lesson hour, in fen. A trial lesson is not one.',
    on: 'The day and the half-hours at which a class may begin, both ends included.',
    'on.date': 'The day, in Shanghai.',
    'on.from': 'The first half-hour of the span.',
    'on.to': 'The last half-hour of the span.',
    near: "The caller's place, from which distances are told.",
    'near.latitude': "The latitude of the caller's place in degrees (GCJ-02).",
    'near.longitude': "The longitude of the caller's place in degrees (GCJ-02).",
    'getCoachPage.stadiumId': 'The id of the venue at which that start was offered.',
    'listCoachPages.stadiumId': 'The id of a venue at which the coaches teach.',
    commonCourseId: 'The id of a course of the catalogue that the coaches teach.',
    'listCoachPages.courseId': 'The id of a course of a company that the coaches teach; also of a trial lesson.',
    trialFirst: 'Whether coaches with a trial lesson come before the others.',
    'listCoachPages.companyId': 'The id of a company for which the coaches teach.',
    'CoursePage.id': 'The id of the course.',
    'getCoursePage.id': 'The id of the course.',
    courseDescription: 'What the course is about; may be empty.',
    isTrial: 'Whether it is a trial lesson, which one has once.',
    isTrialUsed: 'Whether the caller has paid for a trial lesson of its club already; false for a guest.',
    CoursePage: 'The public page of a course.',
    CoachCard: 'A coach in a list.',
    CoachPage: 'The public page of a coach.',
  },
}

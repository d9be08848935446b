import { ALERT_KINDS, ALERT_STATES, MAX_ALERT_LENGTH } from '@paidang/domain/areas/activities/vacancies/alert'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, Day, DayInput, EndTimeSlot, Id, Instant, orNull } from '../../shapes.ts'
import { createBall, enrollBall } from './balls.ts'
import { createByPlayer } from './class-actions.ts'

/** What became free, as it can be booked: a court at a time, or a game. */
export const Vacancy = Type.Object({
  day: Day,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  selectedCourt: orNull(Type.Integer()),
  courtName: orNull(Type.String()),
  ballId: orNull(Id),
  title: orNull(Type.String()),
  place: Type.String(),
  isFree: Type.Boolean(),
  toldAt: Instant,
})
export type Vacancy = Static<typeof Vacancy>

const Weekdays = Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { minItems: 1, maxItems: 7, uniqueItems: true })

/** An alert of the caller, with what it told lately. */
export const VacancyAlert = Type.Object({
  id: Id,
  kind: Type.Enum([...ALERT_KINDS]),
  coach: orNull(Type.Object({ id: Id, nickname: Type.String() })),
  course: orNull(Type.Object({ id: Id, name: Type.String() })),
  venue: orNull(Type.Object({ id: Id, name: Type.String() })),
  sport: orNull(Type.Enum([...SPORTS])),
  firstDay: Day,
  lastDay: Day,
  weekdays: Weekdays,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  length: Type.Integer(),
  state: Type.Enum([...ALERT_STATES]),
  offers: Type.Array(Vacancy),
  createTime: Instant,
})
export type VacancyAlert = Static<typeof VacancyAlert>

export const createVacancyAlert = {
  method: 'POST',
  path: '/vacancy-alerts/create',
  access: 'app',
  summary: 'The caller wants to be told once a time is free',
  description: [
    'CLASS needs coach, course and venue; COURT venue and sport; GAME a sport, and a venue if only there.',
    'A game suits whose level and gender suit the caller. A person has at most five alerts that wait.',
    'The first three who wait are told at once, in order, and the next three half an hour later.',
    'A repeat answers the same alert.',
  ],
  errors: [
    'alert_days_invalid',
    'alert_days_too_far',
    'alert_hours_too_short',
    'alert_subject_missing',
    'alerts_too_many',
    'coach_not_at_venue',
    'coach_not_found',
    'coach_not_of_course',
    'coach_unavailable',
    'course_not_found',
    'invitation_with_oneself',
    'venue_not_found',
  ],
  outcome: outcomes.createVacancyAlert,
  limit: { requests: 60, minutes: 60 },
  body: Type.Object({
    kind: Type.Enum([...ALERT_KINDS]),
    coachId: Type.Optional(Id),
    courseId: Type.Optional(Id),
    stadiumId: Type.Optional(Id),
    sport: Type.Optional(Type.Enum([...SPORTS])),
    firstDay: DayInput,
    lastDay: DayInput,
    weekdays: Weekdays,
    beginTimeSlot: BeginTimeSlot,
    endTimeSlot: EndTimeSlot,
    length: Type.Integer({ minimum: 1, maximum: MAX_ALERT_LENGTH }),
  }),
  data: VacancyAlert,
} satisfies Endpoint

export const myVacancyAlerts = {
  method: 'GET',
  path: '/vacancy-alerts/mine',
  access: 'app',
  summary: "The caller's alerts that wait, and those that ended within 30 days, the latest first",
  description: ['At most 50.'],
  outcome: outcomes.listVacancyAlerts,
  data: Type.Array(VacancyAlert),
} satisfies Endpoint

export const extendVacancyAlert = {
  method: 'POST',
  path: '/vacancy-alerts/until/:id',
  access: 'app',
  summary: 'The caller changes the last day of an alert that waits',
  errors: ['alert_booked', 'alert_days_invalid', 'alert_days_too_far', 'alert_ended', 'alert_not_found'],
  outcome: outcomes.extendVacancyAlert,
  params: ById,
  body: Type.Object({ lastDay: DayInput }),
  data: VacancyAlert,
} satisfies Endpoint

export const endVacancyAlert = {
  method: 'POST',
  path: '/vacancy-alerts/end/:id',
  access: 'app',
  summary: 'The caller ends an alert',
  description: ['A repeat, or one that ended otherwise, answers how it stands.'],
  errors: ['alert_not_found'],
  outcome: outcomes.endVacancyAlert,
  params: ById,
  body: Type.Object({}),
  data: VacancyAlert,
} satisfies Endpoint

/** Why a place is lost: somebody was faster, its time has come, or its game is gone. */
export const VACANCY_LOSSES = ['vacancy_taken', 'vacancy_closed', 'vacancy_past', 'vacancy_called_off'] as const
export type VacancyLoss = (typeof VACANCY_LOSSES)[number]
/** What these carry: what else is free for the alert. */
export type VacancyLost = { next: Vacancy | null }

export const bookVacancy = {
  method: 'POST',
  path: '/vacancy-alerts/book/:id',
  access: 'app',
  summary: 'The caller books what an alert told: one press',
  description: [
    'CLASS makes a class invitation, GAME takes a seat, COURT creates a game of the caller on that court that is not public.',
    'It ends the alert. Where the place is lost, `vacancy_taken`, `vacancy_closed`, `vacancy_past` or `vacancy_called_off` carries what else is free now.',
  ],
  errors: [
    ...new Set([
      'alert_booked' as const,
      'alert_ended' as const,
      'alert_not_found' as const,
      'alert_place_unfit' as const,
      ...VACANCY_LOSSES,
      ...createByPlayer.errors,
      ...createBall.errors,
      ...enrollBall.errors,
    ]),
  ],
  outcome: outcomes.bookVacancy,
  once: 'by-body',
  params: ById,
  body: Type.Object({
    ballId: Type.Optional(Id),
    day: Type.Optional(DayInput),
    beginTimeSlot: Type.Optional(BeginTimeSlot),
    selectedCourt: Type.Optional(Type.Integer({ minimum: 0, maximum: 59 })),
  }),
  data: Type.Object({ invitationId: orNull(Id), ballId: orNull(Id) }),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Alerts (空位提醒): who found everything taken is told once a class, a court or a seat is free, and books it.',
  fields: {
    id: 'The id of the alert.',
    kind: 'What it waits for: CLASS with a coach at a venue, COURT of a venue, GAME for a seat in a public game.',
    coach: 'The coach of the class; null for courts and games.',
    'coach.id': 'The user id of the coach.',
    course: 'The course of the class; null for courts and games.',
    courseId: 'The id of the course; for CLASS alone.',
    'course.id': 'The id of the course.',
    'course.name': 'The name of the course.',
    venue: 'The venue; null for games anywhere.',
    'venue.id': 'The id of the venue.',
    'venue.name': 'The name of the venue.',
    sport: 'tennis or badminton; null for a class.',
    firstDay: 'The first day for which the caller has time.',
    lastDay: 'The last day for which the caller has time; the alert ends after it.',
    weekdays: 'The days of the week that count: 0 is Sunday, 6 is Saturday.',
    length: 'How many half-hours are needed; for a game it has no meaning.',
    state: 'WAITING, or how it ended: BOOKED by it, ENDED by the caller, EXPIRED after its last day.',
    offers: 'What it told of and has not begun, the latest first, at most three.',
    day: 'The day of the vacancy, in Shanghai.',
    ballId: 'The id of the game; null or left out where it is a court.',
    'bookVacancy.invitationId': 'The id of the class that was booked; null for a game.',
    title: 'The title of the game; null where it is a court.',
    place: 'The venue, or where the game is in words.',
    isFree: 'Whether it was still free when this was read.',
    toldAt: 'When the caller was told.',
    createTime: 'When the alert was made.',
    Vacancy: 'What became free: a court at a time, or a game.',
    VacancyAlert: 'An alert of the caller.',
  },
}

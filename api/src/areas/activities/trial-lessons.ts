import { MAX_TRIAL_WISHES, TRIAL_STATES } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, Day, Fen, freeText, Id, Instant, orNull, Person } from '../../shapes.ts'

/** An hour that the player wishes for. */
const Wish = Type.Object({ date: Day, beginTimeSlot: BeginTimeSlot, stadiumId: Id })

/** A trial lesson (体验课), as its two sides see it. */
export const TrialLesson = Type.Object({
  id: Id,
  state: Type.Enum([...TRIAL_STATES]),
  coach: Person,
  player: Type.Object({
    ...Person.properties,
    level: Type.Number(),
    levelIsUnsaid: Type.Optional(Type.Boolean()),
    region: Type.String(),
  }),
  company: Type.Object({ id: Id, name: Type.String(), freeCancelHours: Type.Integer() }),
  courseId: Id,
  courseName: Type.String(),
  priceFen: Fen,
  minutes: Type.Integer(),
  wishes: Type.Array(Type.Object({ ...Wish.properties, stadiumName: Type.String() })),
  words: Type.String(),
  answer: Type.String(),
  mayAnswer: Type.Boolean(),
  mayWithdraw: Type.Boolean(),
  orderId: orNull(Id),
  isCorrected: Type.Optional(Type.Literal(true)),
  invitationId: orNull(Id),
  expiresAt: orNull(Instant),
  createTime: Instant,
})
export type TrialLesson = Static<typeof TrialLesson>

export const askTrial = {
  method: 'POST',
  path: '/trial-lessons/ask',
  access: 'app',
  needs: 'trialLessons',
  summary: 'The caller asks for a trial lesson and gets an order to pay',
  description: [
    'None of the hours is held. Once it is paid, the coach confirms one of them within 12 hours, else the money goes back.',
    'A repeat before the payment answers the same order; other hours or words change it.',
  ],
  errors: [
    'coach_not_found',
    'coach_takes_no_students',
    'coach_unavailable',
    'content_rejected',
    'invitation_outside_window',
    'revision_outdated',
    'student_is_oneself',
    'student_request_needless',
    'trial_not_offered',
    'trial_time_past',
    'trial_time_taken',
    'trial_used',
    'trial_wishes_invalid',
  ],
  outcome: outcomes.askTrial,
  limit: { requests: 30, minutes: 60 },
  body: Type.Object({
    coachId: Id,
    courseId: Id,
    wishes: Type.Array(Wish, { minItems: 1, maxItems: MAX_TRIAL_WISHES }),
    words: Type.Optional(freeText(200)),
    priceFen: Fen,
  }),
  data: TrialLesson,
} satisfies Endpoint

export const receivedTrials = {
  method: 'GET',
  path: '/trial-lessons/received',
  access: 'coach',
  summary: 'The paid trial lessons that wait for the calling coach, the one that ends next first',
  description: ['At most 100.'],
  outcome: outcomes.listTrials,
  data: Type.Array(TrialLesson),
} satisfies Endpoint

export const askedTrials = {
  method: 'GET',
  path: '/trial-lessons/mine',
  access: 'app',
  summary: 'The paid trial lessons of the caller that wait for a coach, the one that ends next first',
  description: ['At most one a club.'],
  outcome: outcomes.listTrials,
  data: Type.Array(TrialLesson),
} satisfies Endpoint

export const getTrial = {
  method: 'GET',
  path: '/trial-lessons/one/:id',
  access: 'app',
  summary: 'One trial lesson, for its player and its coach',
  description: ['The coach finds it once it is paid.'],
  errors: ['trial_not_found'],
  outcome: outcomes.listTrials,
  params: ById,
  data: TrialLesson,
} satisfies Endpoint

/** What stands against an hour. CLOSED: the venue closed all its courts. COURT: no court is free. PERSON: the player is not free. */
const OBSTACLES = ['PAST', 'CLOSED', 'COACH', 'PERSON', 'COURT'] as const

/** An hour that the player wishes for, with the courts that are free then. */
export const TrialChoice = Type.Object({
  ...Wish.properties,
  stadiumName: Type.String(),
  courts: Type.Array(Type.Object({ selectedCourt: Type.Integer(), name: Type.String() })),
  obstacle: orNull(Type.Enum([...OBSTACLES])),
})
export type TrialChoice = Static<typeof TrialChoice>

export const trialChoices = {
  method: 'GET',
  path: '/trial-lessons/choices/:id',
  access: 'coach',
  summary: 'Which of the wished hours its coach can confirm now, and on which courts',
  errors: ['trial_not_found'],
  outcome: outcomes.listTrials,
  params: ById,
  data: Type.Array(TrialChoice),
} satisfies Endpoint

const ofAnswers = ['trial_expired', 'trial_not_found', 'trial_settled'] as const

export const acceptTrial = {
  method: 'POST',
  path: '/trial-lessons/accept/:id',
  access: 'coach',
  summary: 'The coach confirms one of the wished hours',
  description: [
    'It becomes a confirmed class without a contract. A repeat with the same hour and court answers the same.',
  ],
  errors: [
    ...ofAnswers,
    'coach_not_of_course',
    'coach_on_leave',
    'court_not_found',
    'invitation_time_invalid',
    'invitation_too_long',
    'trial_time_not_wished',
    'trial_time_past',
    'trial_time_taken',
    'venue_not_found',
  ],
  outcome: outcomes.acceptTrial,
  params: ById,
  body: Type.Object({ ...Wish.properties, selectedCourt: Type.Integer({ minimum: 0, maximum: 99 }) }),
  data: TrialLesson,
} satisfies Endpoint

export const refuseTrial = {
  method: 'POST',
  path: '/trial-lessons/refuse/:id',
  access: 'coach',
  summary: 'The coach refuses with a word, and the money goes back',
  description: ['A repeat answers the same.'],
  errors: [...ofAnswers, 'content_rejected'],
  outcome: outcomes.refuseTrial,
  params: ById,
  body: Type.Object({ answer: Type.Optional(freeText(100)) }),
  data: TrialLesson,
} satisfies Endpoint

export const withdrawTrial = {
  method: 'POST',
  path: '/trial-lessons/withdraw/:id',
  access: 'app',
  summary: 'The player withdraws a paid trial lesson before the answer, and the money goes back',
  description: ['A repeat answers the same.'],
  errors: [...ofAnswers],
  outcome: outcomes.withdrawTrial,
  params: ById,
  body: Type.Object({}),
  data: TrialLesson,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Trial lessons: a player pays once for a first class with a club, and the coach confirms one of their hours.',
  fields: {
    id: 'The id of the trial lesson.',
    state:
      'UNPAID, PAID and waiting for the coach, CONFIRMED as a class, or how it ended: CLOSED unpaid, REFUSED by the coach, WITHDRAWN by the player or with a payment that was none, EXPIRED without an answer, CANCELLED, or CANCELLED_LATE by the player for half of the price.',
    isCorrected: 'True when it ended since its payment had been entered at the front desk by mistake; else left out.',
    coach: 'The coach who is asked.',
    'coach.id': 'The user id of the coach.',
    player: 'The player who asks.',
    'player.id': 'The user id of the player.',
    company: 'The company that offers it.',
    'company.id': 'The id of the company.',
    'company.name': 'The name of the company.',
    freeCancelHours: 'Until how many hours before the start cancelling the class is free.',
    courseId: 'The id of a course of the coach that is a trial lesson.',
    courseName: 'The name of the course when it was asked for.',
    priceFen: 'What the whole lesson costs, in fen. The price that the caller saw when they ask.',
    minutes: 'How long it takes.',
    wishes: 'The hours that the player wishes for.',
    date: 'The day, in Shanghai.',
    stadiumId: 'The id of the venue.',
    stadiumName: 'The name of the venue.',
    words: 'What the player says to the coach; may be empty.',
    answer: 'What the coach says with a no; may be empty.',
    mayAnswer: 'Whether the caller may confirm or refuse now.',
    mayWithdraw: 'Whether the caller may withdraw it now.',
    orderId: 'The id of the order that pays it; null for everybody but its player.',
    invitationId: 'The id of the class, once the coach confirmed it; else null.',
    expiresAt: 'Until when the coach answers; null before it is paid.',
    createTime: 'When it was asked for.',
    'askTrial.coachId': 'The user id of the coach.',
    courts: 'The courts that are free at that time.',
    selectedCourt: 'The index of the court at the venue, from 0.',
    'courts.name': 'The name of the court.',
    obstacle:
      'Why the hour cannot be confirmed: it is PAST, its venue is CLOSED then, the COACH, the PERSON or every COURT is taken; null if it can.',
    TrialLesson: 'A trial lesson, as its player and its coach see it.',
    TrialChoice: 'An hour that the player wishes for, as its coach can confirm it.',
  },
}

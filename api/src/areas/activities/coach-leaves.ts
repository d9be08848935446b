import { AWAY_REASONS, LEAVE_CASE_STATES, LEAVE_CAUSES } from '@paidang/domain/areas/activities/coach-leaves/leave'
import { QUESTION_LENGTHS, QUESTION_STATES } from '@paidang/domain/areas/activities/questions/question'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  BeginTimeSlot,
  ById,
  Day,
  DayInput,
  EndTimeSlot,
  Fen,
  freeText,
  Id,
  Instant,
  LessonHours,
  orNull,
  PageQuery,
  Person,
} from '../../shapes.ts'

const AwayReason = Type.Enum([...AWAY_REASONS])

/** What one student decides about a coach who left, was stopped or is away: what stands, and what may be chosen. */
export const LeaveCase = Type.Object({
  id: Id,
  leaveId: Id,
  state: Type.Enum([...LEAVE_CASE_STATES]),
  cause: Type.Enum([...LEAVE_CAUSES]),
  reason: orNull(AwayReason),
  firstDay: orNull(Day),
  lastDay: orNull(Day),
  coach: Person,
  player: Person,
  company: Type.Object({ id: Id, name: Type.String() }),
  remainingSessions: LessonHours,
  contracts: Type.Array(
    Type.Object({
      id: Id,
      courseId: Id,
      courseName: Type.String(),
      remainingSessions: LessonHours,
      expiryDate: Day,
      extendedTo: orNull(Day),
    }),
  ),
  classes: Type.Array(
    Type.Object({
      id: Id,
      courseId: Id,
      courseDesignName: Type.String(),
      courseDate: Day,
      beginTimeSlot: BeginTimeSlot,
      endTimeSlot: EndTimeSlot,
      stadiumName: Type.String(),
      mayHandOver: Type.Boolean(),
      mayMove: Type.Boolean(),
      trialFen: orNull(Fen),
      callOffAt: Instant,
    }),
  ),
  proposed: orNull(Person),
  newCoach: orNull(Person),
  restId: orNull(Id),
  mayChange: Type.Boolean(),
  mayWait: Type.Boolean(),
  mayAskRefund: Type.Boolean(),
  refund: orNull(
    Type.Object({ id: Id, state: Type.Enum([...QUESTION_STATES]), text: Type.String(), answer: Type.String() }),
  ),
  endsAt: Instant,
  createTime: Instant,
})
export type LeaveCase = Static<typeof LeaveCase>

/** A coach who may take over, with the classes for which they are free. */
export const LeaveSuccessor = Type.Object({
  coach: Person,
  courseNames: Type.Array(Type.String()),
  freeClassIds: Type.Array(Id),
  contractIds: Type.Array(Id),
  isProposed: Type.Boolean(),
  away: orNull(Type.Object({ firstDay: Day, lastDay: Day })),
})
export type LeaveSuccessor = Static<typeof LeaveSuccessor>

/** Days on which a coach is away. */
export const CoachAway = Type.Object({
  id: Id,
  coach: Person,
  reason: AwayReason,
  firstDay: Day,
  lastDay: Day,
  classes: Type.Integer(),
  undecided: Type.Integer(),
  mayEnd: Type.Boolean(),
})
export type CoachAway = Static<typeof CoachAway>

export const getLeaveCase = {
  method: 'GET',
  path: '/coach-leaves/one/:id',
  access: 'app',
  summary: 'What a student decides about a coach who does not teach',
  description: ['For the student, or the guardian of one without an account.'],
  errors: ['leave_case_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: LeaveCase,
} satisfies Endpoint

export const leaveSuccessors = {
  method: 'GET',
  path: '/coach-leaves/coaches/:id',
  access: 'app',
  summary: 'The coaches of the company who may take over, those who are free at the same hours first',
  errors: ['leave_case_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: Type.Array(LeaveSuccessor),
} satisfies Endpoint

/** Why a student cannot choose, or choose anew. */
const ofSteps = ['leave_case_over', 'leave_case_settled', 'leave_coach_back'] as const

export const changeLeftCoach = {
  method: 'POST',
  path: '/coach-leaves/change/:id',
  access: 'app',
  summary: 'The student takes another coach of the company',
  description: [
    'The classes that are named go to that coach, who agrees to each; all others are called off, and their hours come back.',
    'Hours that the coach does not teach get a case of their own. A request to end the lessons is withdrawn.',
    'All of it happens, or nothing. A repeat answers the same.',
  ],
  errors: [
    'coach_busy',
    'coach_not_at_venue',
    'coach_not_of_company',
    'coach_not_of_course',
    'coach_on_leave',
    'coach_unavailable',
    'leave_case_not_found',
    ...ofSteps,
    'leave_classes_changed',
  ],
  outcome: outcomes.changeLeftCoach,
  params: ById,
  body: Type.Object({ coachId: Id, classIds: Type.Array(Id, { maxItems: 100 }) }),
  data: LeaveCase,
} satisfies Endpoint

export const waitForCoach = {
  method: 'POST',
  path: '/coach-leaves/wait/:id',
  access: 'app',
  summary: 'The student waits for a coach who is away',
  description: ['Classes on those days are called off, and their hours come back. A repeat answers the same.'],
  errors: ['leave_case_not_found', ...ofSteps, 'leave_coach_not_back'],
  outcome: outcomes.waitForCoach,
  params: ById,
  data: LeaveCase,
} satisfies Endpoint

export const askLeaveRefund = {
  method: 'POST',
  path: '/coach-leaves/refund/:id',
  access: 'app',
  summary: 'The student asks the club to end the lessons',
  description: [
    'Classes are called off, and their hours come back. The club answers in words, as a question.',
    'A repeat answers the same.',
  ],
  errors: [
    'content_rejected',
    'leave_case_not_found',
    ...ofSteps,
    'leave_without_club',
    'question_text_missing',
    'questions_too_many',
  ],
  outcome: outcomes.askLeaveRefund,
  params: ById,
  body: Type.Object({ text: freeText(QUESTION_LENGTHS.text) }),
  data: LeaveCase,
} satisfies Endpoint

const AwayDays = { firstDay: DayInput, lastDay: DayInput, reason: AwayReason }
const AWAY_ERRORS = ['away_already', 'away_days_reversed', 'away_in_past', 'away_too_long'] as const

export const awayOfCoach = {
  method: 'GET',
  path: '/coach-leaves/away',
  access: 'coach',
  summary: 'The days on which the calling coach is or will be away',
  outcome: outcomes.readLocks,
  data: Type.Array(CoachAway),
} satisfies Endpoint

export const goAway = {
  method: 'POST',
  path: '/coach-leaves/away',
  access: 'coach',
  summary: 'The calling coach is away on some days, both included',
  description: [
    'What is free on these days is locked. Classes stay, and each student with hours or classes is asked.',
    'The same days again answer the absence that stands.',
  ],
  errors: AWAY_ERRORS,
  outcome: outcomes.goAway,
  body: Type.Object(AwayDays),
  data: CoachAway,
} satisfies Endpoint

export const endAway = {
  method: 'POST',
  path: '/coach-leaves/end/:id',
  access: 'coach',
  summary: 'The coach is back, or does not go away',
  description: ['The locks from today on are gone, and cases that nobody answered end. A repeat answers the same.'],
  errors: ['away_not_found'],
  outcome: outcomes.endAway,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

export const casesOfCompany = {
  method: 'GET',
  path: '/company-coach-leaves',
  access: 'company',
  summary: "The company's cases: those that nobody answered, the oldest first, or the others, the latest first",
  outcome: outcomes.readDetail,
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(Type.Enum(['open', 'answered'])),
    coachId: Type.Optional(Id),
  }),
  data: Type.Array(LeaveCase),
  paged: true,
} satisfies Endpoint

export const proposeCoach = {
  method: 'POST',
  path: '/company-coach-leaves/propose',
  access: 'company',
  summary: 'The admin proposes one coach to many students',
  description: ['Cases that were settled meanwhile are passed over. Each student is told and decides.'],
  errors: ['coach_not_of_company', 'coach_not_of_course', 'coach_unavailable', 'leave_case_not_found'],
  outcome: outcomes.proposeCoach,
  body: Type.Object({ caseIds: Type.Array(Id, { minItems: 1, maxItems: 100 }), coachId: Id }),
  data: Type.Object({ proposed: Type.Integer() }),
} satisfies Endpoint

export const awayInCompany = {
  method: 'GET',
  path: '/company-coach-leaves/away',
  access: 'company',
  summary: "The days on which the company's coaches are or will be away",
  outcome: outcomes.readLocks,
  data: Type.Array(CoachAway),
} satisfies Endpoint

export const sendAway = {
  method: 'POST',
  path: '/company-coach-leaves/away',
  access: 'company',
  summary: 'The admin enters that a coach of the company is away',
  description: [
    'A coach who teaches for another company as well enters it themselves: their absence reaches all of them.',
  ],
  errors: [...AWAY_ERRORS, 'coach_not_of_company', 'coach_teaches_elsewhere'],
  outcome: outcomes.goAway,
  body: Type.Object({ coachId: Id, ...AwayDays }),
  data: CoachAway,
} satisfies Endpoint

export const endAwayInCompany = {
  method: 'POST',
  path: '/company-coach-leaves/end/:id',
  access: 'company',
  summary: 'The admin enters that a coach of the company is back',
  description: ['Of an absence that an admin of the company entered. Any other is ended by its coach.'],
  errors: ['away_not_found', 'away_not_of_company'],
  outcome: outcomes.endAway,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Coaches who left a company, were stopped or are away, and what each of their students decides.',
  fields: {
    id: 'The id of the case.',
    'CoachAway.id': 'The id of the absence.',
    'endAway.id': 'The id of the absence.',
    'endAwayInCompany.id': 'The id of the absence.',
    'company.id': 'The id of the company.',
    'company.name': 'The name of the company.',
    'contracts.id': 'The id of the contract.',
    'classes.id': 'The id of the class.',
    'contracts.courseId': 'The id of the course that the contract pays.',
    'classes.courseId': 'The id of the course of the class.',
    'refund.id': 'The id of the question by which the club was asked.',
    leaveId: 'The id of what happened to the coach; all their students share it.',
    state:
      'OPEN nobody answered, WAITING for the coach, CHANGED to another coach, REFUND_ASKED, RETURNED the coach is back, ENDED without an answer, REPLACED by a newer case.',
    'casesOfCompany.state': 'Which list: open ones that nobody answered, or those that were answered or ended.',
    'casesOfCompany.coachId': 'Only cases about this coach.',
    'refund.state': 'OPEN, ANSWERED with words, CALLED by phone, or CLOSED without an answer.',
    cause: 'LEFT the company, STOPPED by the platform, or AWAY for some days.',
    reason: 'Why the coach is away: INJURY, ILLNESS, MATCH, TRAVEL, FAMILY or OTHER; null where it is no absence.',
    firstDay: 'The first day of the absence; null where it is none.',
    lastDay: 'The last day of the absence, included; null where it is none.',
    coach: 'The coach who does not teach.',
    'LeaveSuccessor.coach': 'The coach who may take over.',
    'CoachAway.coach': 'The coach who is away.',
    player: 'The student who decides.',
    company: 'The company with which the student has hours.',
    'LeaveCase.remainingSessions': 'The lesson hours that the student has with this coach and company.',
    contracts: 'The contracts with these hours.',
    classes: 'The coming classes with this coach that the decision is about, the next first.',
    'CoachAway.classes': 'How many classes still stand on these days; for an admin those of the company.',
    undecided: 'How many students have not answered yet; for an admin those of the company.',
    mayEnd: 'Whether the caller may end it: its coach may, and the company whose admin entered it.',
    mayHandOver: 'Whether the student decides for the whole class, so that another coach can take it over.',
    mayMove: 'Whether the student may move the class to another time.',
    extendedTo: 'To which day waiting extends the contract, if the coach is away as planned; null where it does not.',
    trialFen: 'The price of a trial lesson in fen, which goes back when it is called off; null for other classes.',
    callOffAt: 'When it is called off if nobody decides.',
    proposed: 'The coach whom the admin proposes; null without one.',
    newCoach: 'The coach whom the student chose; null without one.',
    restId: 'The case about the hours that the new coach does not teach; null where they teach all.',
    mayChange: 'Whether another coach can be chosen now.',
    mayWait: 'Whether the student can wait for the coach now.',
    mayAskRefund: 'Whether the club can be asked now to end the lessons.',
    refund: 'What the club was asked, with its answer; null where it was not.',
    'refund.text': 'What the student wrote.',
    'askLeaveRefund.text': 'What the student asks of the club.',
    answer: "The club's answer; empty before it.",
    endsAt: 'When the case ends without an answer.',
    createTime: 'When the student was told.',
    courseNames: 'What this coach teaches of the courses of the student.',
    freeClassIds: 'The ids of the classes that this coach can take over now.',
    contractIds: 'The ids of the contracts whose course this coach teaches. The others stay open.',
    isProposed: 'Whether the admin proposes this coach.',
    away: 'The days of leave that this coach has now or to come; null without any.',
    classIds: 'The ids of the classes that the new coach takes over, as they were shown.',
    caseIds: 'The ids of the cases.',
    'proposeCoach.proposed': 'To how many students the coach was proposed.',
    LeaveCase: 'What one student decides about a coach who does not teach any more, or not for some days.',
    LeaveSuccessor: 'A coach who may take over.',
    CoachAway: 'Days on which a coach is away.',
  },
}

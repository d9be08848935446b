import { ATTENDANCES } from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUSES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { OBJECTION_LENGTH, OBJECTION_STATES } from '@paidang/domain/areas/activities/classes/objection'
import { SEAT_STATES } from '@paidang/domain/areas/activities/classes/seat'
import { ACCOUNT_STATES } from '@paidang/domain/areas/people/auth/suspension'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  BeginTimeSlot,
  ById,
  Day,
  EndTimeSlot,
  freeText,
  Id,
  Instant,
  LessonHours,
  orNull,
  PageQuery,
  Person,
  Revision,
  seen,
} from '../../shapes.ts'
import { Invitation, InvitationEvent, Objection } from './classes.ts'

/**
 * A player with a seat in a class, and the player's attendance at 签到. `mustAgree`: the class was changed, and this
 * player has not agreed yet. Until then the player counts as on leave, and no other attendance can be set.
 */
const SeatedPlayer = Type.Object({
  ...Person.properties,
  attendance: orNull(Type.Enum([...ATTENDANCES])),
  mustAgree: Type.Boolean(),
})

/**
 * A class in the operators' list. `isUnfinished`: it ended and nobody completed it. An unanswered request past its time
 * is EXPIRED.
 */
export const ActiveClass = Type.Object({
  id: Id,
  courseDesignName: Type.String(),
  coach: Person,
  companyName: Type.String(),
  stadiumId: Id,
  stadiumName: Type.String(),
  courtName: Type.String(),
  courseDate: Day,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  invitationStatus: Type.Enum([...INVITATION_STATUSES]),
  signedAt: orNull(Instant),
  isUnfinished: Type.Boolean(),
  revision: Revision,
  players: Type.Array(SeatedPlayer),
})
export type ActiveClass = Static<typeof ActiveClass>

export const queryActiveClasses = {
  method: 'GET',
  path: '/admin/classes',
  access: 'operator',
  mayLag: true,
  summary: 'Waiting and active classes, the earliest first',
  description: [
    '`keyword` is in the name of course, coach, company or venue.',
    'With `userId` or `coachId` it is every class that this user booked or joined, or that this coach teaches: in any status, the latest first.',
  ],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    keyword: Type.Optional(freeText(40)),
    stadiumId: Type.Optional(Id),
    userId: Type.Optional(Id),
    coachId: Type.Optional(Id),
    isUnfinished: Type.Optional(Type.Boolean()),
  }),
  data: Type.Array(ActiveClass),
  paged: true,
} satisfies Endpoint

/**
 * A complete class in any status: its seats with the hours they hold or used, its objections, and its trail. The
 * messages between its people are not included.
 */
export const ManagedClass = Type.Object({
  invitation: Invitation,
  companyName: Type.String(),
  seats: Type.Array(
    Type.Object({
      ...SeatedPlayer.properties,
      state: Type.Enum([...SEAT_STATES]),
      heldSessions: LessonHours,
      usedSessions: LessonHours,
    }),
  ),
  objections: Type.Array(Objection),
  events: Type.Array(InvitationEvent),
})
export type ManagedClass = Static<typeof ManagedClass>

export const getManagedClass = {
  method: 'GET',
  path: '/admin/classes/:id',
  access: 'operator',
  summary: 'One class',
  errors: ['invitation_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: ManagedClass,
} satisfies Endpoint

const action = {
  method: 'POST',
  access: 'operator',
  outcome: outcomes.operate,
  params: ById,
  data: Type.Null(),
} as const

export const callOffClass = {
  ...action,
  path: '/admin/classes/call-off/:id',
  summary: 'An operator cancels a class that is not completed yet',
  description: ['All hours go back.'],
  errors: [
    'cancel_reason_missing',
    'invitation_expired',
    'invitation_not_found',
    'invitation_settled',
    'revision_outdated',
  ],
  body: Type.Object({ reason: freeText(200), ...seen }),
} satisfies Endpoint

export const signClass = {
  ...action,
  path: '/admin/classes/sign/:id',
  summary: 'An operator signs attendance while the coach could',
  description: ['A player who is not named keeps the earlier mark, or else counts as present.'],
  errors: [
    'attendance_invalid',
    'invitation_expired',
    'invitation_not_found',
    'invitation_settled',
    'invitation_sign_too_early',
    'invitation_sign_too_late',
    'revision_outdated',
  ],
  body: Type.Object({
    attendances: Type.Array(Type.Object({ userId: Id, attendance: Type.Enum([...ATTENDANCES]) }), { maxItems: 20 }),
    ...seen,
  }),
} satisfies Endpoint

export const finishClass = {
  ...action,
  path: '/admin/classes/finish/:id',
  summary: 'An operator completes a held class in the way its coach would',
  errors: [
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_started',
    'invitation_settled',
    'revision_outdated',
  ],
  body: Type.Object(seen),
} satisfies Endpoint

/** An objection with the names that belong to it. From `operatorsFrom` on an operator may answer it. */
export const ManagedObjection = Type.Object({
  id: Id,
  invitationId: Id,
  words: Type.String(),
  at: Instant,
  operatorsFrom: Instant,
  player: Person,
  coach: Person,
  coachState: Type.Enum([...ACCOUNT_STATES]),
  companyName: Type.String(),
  courseDesignName: Type.String(),
  courseDate: Day,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  usedSessions: LessonHours,
  state: Type.Enum([...OBJECTION_STATES]),
  answer: Type.String(),
  answeredAt: orNull(Instant),
  isByPlatform: Type.Boolean(),
})
export type ManagedObjection = Static<typeof ManagedObjection>

/** Who an objection waits for: the operators or the coach's side; or it is answered. */
export const ObjectionStage = Type.Enum(['platform', 'club', 'answered'])
export type ObjectionStage = Static<typeof ObjectionStage>

export const queryObjections = {
  method: 'GET',
  path: '/admin/classes/objections',
  access: 'operator',
  summary: 'Open objections, the oldest first, optionally of one stage',
  description: ['Answered ones: the latest answer first.'],
  outcome: outcomes.readInformation,
  query: Type.Object({ ...PageQuery, stage: Type.Optional(ObjectionStage) }),
  data: Type.Array(ManagedObjection),
  paged: true,
} satisfies Endpoint

export const answerObjectionByOperator = {
  ...action,
  path: '/admin/classes/objections/answer/:id',
  summary: "An operator answers an objection when the coach's side cannot or does not",
  description: ['`id` is the objection.'],
  errors: ['objection_answer_missing', 'objection_answered', 'objection_not_found', 'objection_of_club'],
  body: Type.Object({ isRefunded: Type.Boolean(), reason: freeText(OBJECTION_LENGTH) }),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Classes as operators see them: they call off, sign and complete what a coach cannot, and answer objections.',
  fields: {
    'ManagedObjection.id': 'The id of the objection.',
    'answerObjectionByOperator.id': 'The id of the objection.',
    'answerObjectionByOperator.reason': "The operator's answer, which player and coach read.",
    'callOffClass.reason': 'Why the class is called off; all its people read it.',
    id: 'The id of the class.',
    'players.id': "The player's user id.",
    'seats.id': "The player's user id.",
    signedAt: 'When the coach last signed attendance; null before that.',
    players: 'The players with a seat.',
    invitation: 'The class itself.',
    seats: 'Every seat of the class, given back ones too.',
    'seats.state': "The player's place: INVITED not answered, JOINED has a seat, DECLINED, or LEFT.",
    objections: 'What players said against the cost of the class.',
    events: 'What happened to the class, step by step.',
    invitationId: 'The id of the class.',
    words: 'What the player says against the cost.',
    at: 'When the player objected.',
    operatorsFrom: 'From when on an operator may answer the objection.',
    coachState: "The state of the coach's account: NORMAL, SUSPENDED by an operator, or CLOSED.",
    'ManagedObjection.state': 'The state of the objection: OPEN, REFUNDED the hours came back, or UPHELD they did not.',
    answer: 'The answer to the objection; empty while it is open.',
    answeredAt: 'When the objection was answered; null while it is open.',
    isByPlatform: "Whether an operator answered it, not the coach's side.",
    stage: "Whom the objections wait for: the platform's operators, the club's side; or they are answered.",
    isRefunded: 'Whether the consumed hours go back to the player.',
    'queryActiveClasses.keyword': 'A part of the name of course, coach, company or venue.',
    'queryActiveClasses.stadiumId': 'The id of the venue whose classes are wanted.',
    'queryActiveClasses.userId': 'The id of the player whose classes are wanted, in any status.',
    'queryActiveClasses.coachId': 'The id of the coach whose classes are wanted, in any status.',
    'queryActiveClasses.isUnfinished': 'Whether only classes that ended without being completed are wanted.',
    coach: 'The coach who teaches the class.',
    player: 'The player who objects.',
    companyName: 'The name of the company whose course is taught.',
    ActiveClass: "A class in the operators' list.",
    ManagedClass: 'A complete class in any status, without the messages between its people.',
    ManagedObjection: "A player's objection to what a class cost, with the names that belong to it.",
  },
}

import { ATTENDANCES } from '@paidang/domain/areas/activities/classes/invitation'
import { OBJECTION_LENGTH } from '@paidang/domain/areas/activities/classes/objection'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  BeginTimeSlot,
  ById,
  DayInput,
  EndTimeSlot,
  Fen,
  freeText,
  Id,
  LessonHours,
  seen,
  UserId,
} from '../../shapes.ts'
import { CancellationQuote, Focus, Invitation, ShareToken } from './classes.ts'

/**
 * What a player sends to book. The server determines the acting user, the price and the consumed hours. Values for them
 * in the body are compared or ignored, never trusted. Source: specification §3 "Course invitation".
 */
export const CreateInvitation = Type.Object({
  coachId: Id,
  courseDesignId: Id,
  courseDesignName: Type.Optional(Type.String({ maxLength: 100 })),
  courseDesignPrice: Type.Optional(Type.Number()),
  consumedSessions: Type.Optional(Type.Number()),
  participantsCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 1 })),
  initiatorId: Type.Optional(Type.String({ maxLength: 20 })),
  initiatorRole: Type.Optional(Type.Union([Type.String({ maxLength: 20 }), Type.Number()])),
  stadiumId: Id,
  selectedCourt: Type.Optional(Type.Integer({ minimum: 0, maximum: 59, default: 0 })),
  courseDate: DayInput,
  weekday: Type.Optional(Type.Union([Type.String({ maxLength: 10 }), Type.Number()])),
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  useUnavailable: Type.Optional(Type.Boolean({ default: false })),
  messageToCoach: Type.Optional(freeText(200)),
  messageToPlayers: Type.Optional(freeText(200)),
  focus: Type.Optional(Focus),
})
export type CreateInvitation = Static<typeof CreateInvitation>

export const CreateByPlayer = Type.Object({
  ...CreateInvitation.properties,
  paysByContract: Type.Optional(Type.Boolean()),
})
export type CreateByPlayer = Static<typeof CreateByPlayer>

export const createByPlayer = {
  method: 'POST',
  path: '/course-invitation/create/by-player',
  access: 'app',
  once: 'by-body',
  summary: 'A player books a class',
  description: ['`paysByContract`: the caller saw hours that pay for it. Without them now, the call is refused.'],
  errors: [
    'coach_not_at_venue',
    'coach_not_found',
    'coach_not_of_course',
    'coach_on_leave',
    'coach_unavailable',
    'content_rejected',
    'course_not_found',
    'court_not_found',
    'data_of_others',
    'invitation_in_past',
    'invitation_outside_window',
    'invitation_time_invalid',
    'invitation_too_long',
    'invitation_with_oneself',
    'invitations_unconfirmed',
    'participants_invalid',
    'revision_outdated',
    'slot_closed',
    'slot_mine',
    'slot_taken',
    'venue_not_found',
  ],
  outcome: outcomes.createInvitation,
  body: CreateByPlayer,
  data: Invitation,
} satisfies Endpoint

/**
 * What a coach sends to make a class: the invited players and the number of seats. Without that number there are as
 * many seats as students.
 * Court and coach are claimed at once. `useUnavailable` lets the coach's own locks give way. Each player's hours are
 * held when that player joins.
 */
export const CreateByCoach = Type.Object({
  ...CreateInvitation.properties,
  coachId: Type.Optional(Id),
  participantsCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  studentIds: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
})
export type CreateByCoach = Static<typeof CreateByCoach>

export const createByCoach = {
  method: 'POST',
  path: '/course-invitation/create/by-coach',
  access: 'coach',
  once: 'by-body',
  summary: 'A coach makes a class for one or several of their students',
  errors: [
    'coach_not_at_venue',
    'coach_not_of_course',
    'coach_on_leave',
    'content_rejected',
    'course_not_found',
    'court_not_found',
    'data_of_others',
    'invitation_in_past',
    'invitation_outside_window',
    'invitation_time_invalid',
    'invitation_too_long',
    'invitation_with_oneself',
    'lesson_hours_too_few',
    'participants_invalid',
    'revision_outdated',
    'slot_closed',
    'slot_mine',
    'slot_taken',
    'venue_not_found',
  ],
  description: ['A student without an account joins at once: the coach says yes for them, and their hours are held.'],
  outcome: outcomes.createInvitation,
  body: CreateByCoach,
  data: Invitation,
} satisfies Endpoint

/**
 * The complete class after an edit. `studentIds` counts only in a class that its coach made: the additional invited
 * players.
 */
export const UpdateInvitation = Type.Object({
  ...CreateInvitation.properties,
  ...seen,
  id: Type.Optional(Id),
  studentIds: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
})
export type UpdateInvitation = Static<typeof UpdateInvitation>

export const updateBySelf = {
  method: 'PUT',
  path: '/course-invitation/update/by-self/:id',
  access: 'app',
  summary: 'The creator of a class changes it',
  description: ['The class waits for an answer again.'],
  errors: [
    'coach_not_at_venue',
    'coach_not_found',
    'coach_not_of_company',
    'coach_not_of_course',
    'coach_on_leave',
    'coach_unavailable',
    'content_rejected',
    'course_not_found',
    'court_not_found',
    'data_of_others',
    'invitation_change_too_late',
    'invitation_edit_too_late',
    'invitation_expired',
    'invitation_in_past',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_outside_window',
    'invitation_settled',
    'invitation_started',
    'invitation_time_invalid',
    'invitation_too_long',
    'invitation_with_oneself',
    'lesson_hours_too_few',
    'participant_busy',
    'participants_invalid',
    'revision_outdated',
    'slot_closed',
    'slot_mine',
    'slot_taken',
    'student_declined',
    'trial_class_fixed',
    'venue_not_found',
  ],
  outcome: outcomes.updateInvitation,
  params: ById,
  body: UpdateInvitation,
  data: Invitation,
  missing: { id: 'id_missing' },
} satisfies Endpoint

const TwoIds = Type.Object({ a: Id, b: Id })

export const joinInvitation = {
  method: 'PUT',
  path: '/course-invitation/join/by-player/:a/:b',
  access: 'app',
  summary: 'Player `b`, the caller, takes a seat in class `a`, or agrees to a change of it.',
  errors: [
    'coach_not_of_company',
    'coach_on_leave',
    'coach_unavailable',
    'invitation_expired',
    'invitation_full',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_settled',
    'invitation_started',
    'join_for_others',
    'lesson_hours_too_few',
    'revision_outdated',
    'slot_closed',
    'slot_mine',
    'slot_taken',
  ],
  outcome: outcomes.joinInvitation,
  params: Type.Object({ a: Id, b: UserId }),
  body: Type.Object({ share: Type.Optional(ShareToken), ...seen }),
  data: Invitation,
  missing: { a: 'id_missing', b: 'id_missing' },
} satisfies Endpoint

/** Source: decision "The life of a class invitation", contract */
export const contractInvitation = {
  method: 'PUT',
  path: '/course-invitation/contract/by-coach/:id',
  access: 'app',
  once: 'by-body',
  summary: "缔约: the coach opens a contract for the class's course, or tops up the named one",
  description: [
    '`sessions` are added.',
    'The later expiry applies.',
    "In a player's class the hours are held at once.",
    "`userId` is the student, in a player's class its initiator.",
  ],
  errors: [
    'coach_not_of_company',
    'contract_expiry_invalid',
    'contract_not_found',
    'contract_phone_unchecked',
    'contract_refunded',
    'contract_sessions_too_few',
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_settled',
    'invitation_started',
    'revision_outdated',
    'student_not_in_class',
  ],
  outcome: outcomes.contractInvitation,
  params: ById,
  body: Type.Object({
    userId: Type.Optional(Id),
    contractId: Type.Optional(Id),
    sessions: Type.Number({ minimum: 0.5, maximum: 500, multipleOf: 0.5 }),
    expiryDate: DayInput,
    /** The coach has checked whose the unverified phone number of the student is. Required to give hours there. */
    isPhoneChecked: Type.Optional(Type.Boolean()),
    ...seen,
  }),
  data: Invitation,
} satisfies Endpoint

export const changeCoach = {
  method: 'PUT',
  path: '/course-invitation/change-coach/:a/:b',
  access: 'app',
  summary: 'Class `a` is transferred to coach `b`, who has to agree',
  errors: [
    'coach_busy',
    'coach_not_at_venue',
    'coach_not_found',
    'coach_not_of_company',
    'coach_not_of_course',
    'coach_on_leave',
    'coach_unavailable',
    'invitation_edit_too_late',
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_offered',
    'invitation_settled',
    'invitation_started',
    'invitation_with_oneself',
    'participant_busy',
    'revision_outdated',
    'slot_closed',
    'slot_mine',
    'slot_taken',
    'trial_class_fixed',
  ],
  outcome: outcomes.changeCoach,
  params: TwoIds,
  body: Type.Object(seen),
  data: Invitation,
  missing: { a: 'id_missing', b: 'id_missing' },
} satisfies Endpoint

export const offerTime = {
  method: 'PUT',
  path: '/course-invitation/offer/by-coach/:id',
  access: 'app',
  summary: 'The coach answers a request with another time',
  description: [
    'The request moves there at once, with its court and its held hours, and waits for its player.',
    'Course and length stay. The player agrees, changes it or cancels it for free.',
    'It may be offered again.',
  ],
  errors: [
    'coach_not_at_venue',
    'coach_not_found',
    'coach_not_of_company',
    'coach_not_of_course',
    'coach_on_leave',
    'course_not_found',
    'court_not_found',
    'invitation_change_too_late',
    'invitation_expired',
    'invitation_in_past',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_outside_window',
    'invitation_settled',
    'invitation_started',
    'invitation_time_invalid',
    'invitation_too_long',
    'participant_busy',
    'revision_outdated',
    'slot_closed',
    'slot_mine',
    'slot_taken',
    'venue_not_found',
  ],
  outcome: outcomes.offerTime,
  params: ById,
  body: Type.Object({
    stadiumId: Id,
    selectedCourt: Type.Integer({ minimum: 0, maximum: 59 }),
    courseDate: DayInput,
    beginTimeSlot: BeginTimeSlot,
    ...seen,
  }),
  data: Invitation,
} satisfies Endpoint

export const acceptOffer = {
  method: 'PUT',
  path: '/course-invitation/accept/by-player/:id',
  access: 'app',
  summary: 'The player agrees to the time that the coach has offered',
  description: ['The class is confirmed by that. Without a contract it waits for the coach to make one.'],
  errors: [
    'coach_not_of_company',
    'coach_on_leave',
    'coach_unavailable',
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_settled',
    'revision_outdated',
  ],
  outcome: outcomes.acceptOffer,
  params: ById,
  body: Type.Object(seen),
  data: Invitation,
} satisfies Endpoint

export const confirmInvitation = {
  method: 'PUT',
  path: '/course-invitation/confirm/by-coach/:id',
  access: 'app',
  summary: 'The coach accepts a request',
  errors: [
    'coach_not_of_company',
    'coach_on_leave',
    'invitation_expired',
    'invitation_needs_contract',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_offered',
    'invitation_settled',
    'participant_busy',
    'revision_outdated',
    'slot_closed',
    'slot_mine',
    'slot_taken',
  ],
  outcome: outcomes.confirmInvitation,
  params: ById,
  body: Type.Object(seen),
  data: Invitation,
  missing: { id: 'id_missing' },
} satisfies Endpoint

export const signInvitation = {
  method: 'PUT',
  path: '/course-invitation/sign/by-coach/:id',
  access: 'app',
  summary: 'The coach signs attendance (签到)',
  description: [
    'A player who is not named keeps the earlier mark, or else counts as present.',
    'It may be repeated until the end of the day.',
  ],
  errors: [
    'attendance_invalid',
    'attendance_not_agreed',
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_settled',
    'invitation_sign_too_early',
    'invitation_sign_too_late',
    'revision_outdated',
  ],
  outcome: outcomes.signInvitation,
  params: ById,
  body: Type.Object({
    attendances: Type.Optional(
      Type.Array(Type.Object({ userId: Id, attendance: Type.Enum([...ATTENDANCES]) }), { maxItems: 20, default: [] }),
    ),
    ...seen,
  }),
  data: Invitation,
} satisfies Endpoint

const finish = {
  method: 'PUT',
  access: 'app',
  outcome: outcomes.finishInvitation,
  params: ById,
  body: Type.Object(seen),
  data: Invitation,
} as const

export const finishInvitation = {
  ...finish,
  path: '/course-invitation/finish/by-coach/:id',
  summary: "The coach, or the company's admin, completes a held class",
  description: ['Hours are consumed according to attendance.'],
  errors: [
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_started',
    'invitation_not_yours',
    'invitation_settled',
    'revision_outdated',
  ],
} satisfies Endpoint

export const completeInvitation = {
  ...finish,
  path: '/course-invitation/complete/by-coach/:id',
  summary: 'An alias of finish',
  errors: [
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_started',
    'invitation_not_yours',
    'invitation_settled',
    'revision_outdated',
  ],
} satisfies Endpoint

export const objectToClass = {
  method: 'PUT',
  path: '/course-invitation/object/by-player/:id',
  access: 'app',
  summary: 'A player objects to what a completed class cost them, within 72 hours and once',
  description: ['`id` is the class.'],
  errors: [
    'content_rejected',
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_settled',
    'objection_answered',
    'objection_made',
    'objection_too_late',
    'objection_without_hours',
  ],
  outcome: outcomes.objectToClass,
  params: ById,
  body: Type.Object({ words: freeText(OBJECTION_LENGTH), coachAbsent: Type.Optional(Type.Boolean()) }),
  data: Invitation,
  missing: { words: 'objection_words_missing' },
} satisfies Endpoint

export const answerObjection = {
  method: 'PUT',
  path: '/course-invitation/object/answer/:id',
  access: 'app',
  summary: "The coach or the company's admin answers an objection: the hours come back, or not",
  description: ['`id` is the objection.'],
  errors: [
    'content_rejected',
    'invitation_not_found',
    'invitation_not_yours',
    'objection_answer_missing',
    'objection_answered',
  ],
  outcome: outcomes.answerObjection,
  params: ById,
  body: Type.Object({ isRefunded: Type.Boolean(), answer: Type.Optional(freeText(OBJECTION_LENGTH)) }),
  data: Invitation,
} satisfies Endpoint

const cancel = {
  method: 'PUT',
  access: 'app',
  outcome: outcomes.cancelInvitation,
  params: ById,
  body: Type.Object({ reason: Type.Optional(freeText(100)), ...seen }),
  data: Invitation,
} as const

export const cancelByCoach = {
  ...cancel,
  path: '/course-invitation/cancel/by-coach/:id',
  summary: 'The coach cancels the class',
  description: [
    'This never costs hours. A class of the past is withdrawn so, until its time to object is over.',
    'With `coachAbsent`, from the start on, players also get what the policy gives when the coach did not come.',
  ],
  body: Type.Object({ ...cancel.body.properties, coachAbsent: Type.Optional(Type.Boolean()) }),
  errors: [
    'content_rejected',
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_started',
    'invitation_not_yours',
    'invitation_settled',
    'past_class_due',
    'revision_outdated',
  ],
} satisfies Endpoint

export const cancelByPlayer = {
  ...cancel,
  path: '/course-invitation/cancel/by-player/:id',
  summary: 'The initiator cancels the class, or a joiner cancels their own seat',
  description: [
    'The policy determines what it costs.',
    '`lostSessions`, and `lostFen` for a trial lesson, are the cost that the caller saw. If it costs more now, the call is refused.',
    '`costReason` is why it cost that. If it would use up a forgiveness now that the caller did not see, the call is refused too.',
  ],
  body: Type.Object({
    ...cancel.body.properties,
    lostSessions: Type.Optional(LessonHours),
    lostFen: Type.Optional(Fen),
    costReason: Type.Optional(CancellationQuote.properties.reason),
  }),
  errors: [
    'content_rejected',
    'invitation_cancel_too_late',
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_settled',
    'revision_outdated',
  ],
} satisfies Endpoint

export const declineInvitation = {
  ...cancel,
  path: '/course-invitation/decline/by-player/:id',
  summary: 'A player declines an invitation',
  description: ['A player with a seat declines what the coach changed.', 'It costs nothing.'],
  errors: [
    'content_rejected',
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_settled',
    'invitation_started',
    'revision_outdated',
  ],
  outcome: outcomes.declineInvitation,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'What people do to a class: booking, changing, joining, confirming, signing, completing and cancelling it, and contracts and objections on the way.',
  fields: {
    id: 'The id of the class.',
    'answerObjection.id': 'The id of the objection.',
    courseDesignName: 'The name of the course as the caller knows it; the server takes its own.',
    courseDesignPrice: 'The price that the caller saw, in fen per lesson hour; it is compared.',
    consumedSessions: 'The hours that the caller expects; ignored, the server counts them.',
    initiatorId: "The caller's user id as the client knows it; compared or ignored, never trusted.",
    initiatorRole: "The caller's role as the client knows it; ignored.",
    weekday: 'The weekday as the client knows it; ignored.',
    participantsCount: 'How many players the class has seats for; left out, one, or as many as students.',
    studentIds: 'The user ids of the students whom the coach invites.',
    'joinInvitation.a': 'The id of the class.',
    'joinInvitation.b': 'The user id of the player who joins: the caller.',
    'changeCoach.a': 'The id of the class.',
    'changeCoach.b': 'The user id of the coach who shall take it over.',
    'contractInvitation.userId': "The user id of the student: in a player's class its initiator.",
    contractId: 'The id of the contract to top up; left out, one is opened.',
    sessions: 'How many lesson hours are added, in steps of 0.5.',
    expiryDate: 'The last day of the hours; the later one applies.',
    isPhoneChecked: "Whether the coach has checked whose the student's unverified phone number is.",
    words: 'What the player says against the cost.',
    isRefunded: 'Whether the consumed hours go back to the player.',
    answer: 'The answer, which the player reads.',
    reason: 'Why, for the other people of the class.',
    'objectToClass.coachAbsent':
      'Whether the coach did not come: where it is granted, the policy may give hours on top.',
    'cancelByCoach.coachAbsent': 'Whether it is called off because the coach did not come.',
    lostSessions: 'The cost that the caller saw, in lesson hours; more than that is refused.',
    paysByContract: 'Whether the caller saw hours of a contract that pay for the class.',
    lostFen: 'The cost of a trial lesson that the caller saw, in fen; more than that is refused.',
    costReason:
      'The reason of the quote that the caller saw: by_coach, not_confirmed, early, changed, nothing_held, rounded, forgiven or late.',
    CreateByCoach: 'What a coach sends to make a class for students.',
    CreateByPlayer: 'What a player sends to book a class.',
    UpdateInvitation: 'The complete class after an edit by its maker.',
  },
}

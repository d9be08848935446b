import { ATTENDANCES } from '@paidang/domain/areas/classes/invitation'
import { OBJECTION_LENGTH } from '@paidang/domain/areas/classes/objection'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { BeginTimeSlot, ById, DayInput, EndTimeSlot, freeText, Id, seen, UserId } from '../shapes.ts'
import { Invitation, ShareToken } from './classes.ts'

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
})
export type CreateInvitation = Static<typeof CreateInvitation>

/** A player books a class. */
export const createByPlayer = {
  method: 'POST',
  path: '/course-invitation/create/by-player',
  access: 'app',
  once: 'by-body',
  summary: '球员发起约课',
  outcome: outcomes.createInvitation,
  body: CreateInvitation,
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

/** A coach makes a class for one or several of their students. */
export const createByCoach = {
  method: 'POST',
  path: '/course-invitation/create/by-coach',
  access: 'coach',
  once: 'by-body',
  summary: '教练发起约课',
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

/** The creator of a class changes it. The class waits for an answer again. */
export const updateBySelf = {
  method: 'PUT',
  path: '/course-invitation/update/by-self/:id',
  access: 'app',
  summary: '修改约课',
  outcome: outcomes.updateInvitation,
  params: ById,
  body: UpdateInvitation,
  data: Invitation,
  missing: { id: 'id_missing' },
} satisfies Endpoint

const TwoIds = Type.Object({ a: Id, b: Id })

/**
 * Player `b`, the caller, takes a seat in class `a`, or agrees to a change of it.
 */
export const joinInvitation = {
  method: 'PUT',
  path: '/course-invitation/join/by-player/:a/:b',
  access: 'app',
  summary: '参与约课',
  outcome: outcomes.joinInvitation,
  params: Type.Object({ a: Id, b: UserId }),
  body: Type.Object({ share: Type.Optional(ShareToken), ...seen }),
  data: Invitation,
  missing: { a: 'id_missing', b: 'id_missing' },
} satisfies Endpoint

/**
 * 缔约: the coach opens a contract for the class's course, or tops up the named one. `sessions` are added. The later
 * expiry applies.
 * In a player's class the hours are held at once. `userId` is the student, in a player's class its initiator. Source:
 * decision "The life of a class invitation", contract
 */
export const contractInvitation = {
  method: 'PUT',
  path: '/course-invitation/contract/by-coach/:id',
  access: 'app',
  once: 'by-body',
  summary: '缔约',
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

/** Class `a` is transferred to coach `b`, who has to agree. */
export const changeCoach = {
  method: 'PUT',
  path: '/course-invitation/change-coach/:a/:b',
  access: 'app',
  summary: '更换教练',
  outcome: outcomes.changeCoach,
  params: TwoIds,
  body: Type.Object(seen),
  data: Invitation,
  missing: { a: 'id_missing', b: 'id_missing' },
} satisfies Endpoint

/** The coach accepts a request. */
export const confirmInvitation = {
  method: 'PUT',
  path: '/course-invitation/confirm/by-coach/:id',
  access: 'app',
  summary: '教练确认约课',
  outcome: outcomes.confirmInvitation,
  params: ById,
  body: Type.Object(seen),
  data: Invitation,
  missing: { id: 'id_missing' },
} satisfies Endpoint

/**
 * The coach signs attendance (签到). A player who is not named keeps the earlier mark, or else counts as present. It may
 * be repeated until the end of the day.
 */
export const signInvitation = {
  method: 'PUT',
  path: '/course-invitation/sign/by-coach/:id',
  access: 'app',
  summary: '签到',
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

/** The coach, or the company's admin, completes a held class. Hours are consumed according to attendance. */
export const finishInvitation = {
  ...finish,
  path: '/course-invitation/finish/by-coach/:id',
  summary: '完成约课',
} satisfies Endpoint

/** An alias of finish. */
export const completeInvitation = {
  ...finish,
  path: '/course-invitation/complete/by-coach/:id',
  summary: '完成约课（同 finish）',
} satisfies Endpoint

/** A player objects to what a completed class cost them, within 72 hours and once. `id` is the class. */
export const objectToClass = {
  method: 'PUT',
  path: '/course-invitation/object/by-player/:id',
  access: 'app',
  summary: '对扣课提出异议',
  outcome: outcomes.objectToClass,
  params: ById,
  body: Type.Object({ words: freeText(OBJECTION_LENGTH) }),
  data: Invitation,
  missing: { words: 'objection_words_missing' },
} satisfies Endpoint

/** The coach or the company's admin answers an objection: the hours come back, or not. `id` is the objection. */
export const answerObjection = {
  method: 'PUT',
  path: '/course-invitation/object/answer/:id',
  access: 'app',
  summary: '答复异议',
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

/** The coach cancels the class. This never costs hours. */
export const cancelByCoach = {
  ...cancel,
  path: '/course-invitation/cancel/by-coach/:id',
  summary: '教练取消约课',
} satisfies Endpoint

/** The initiator cancels the class, or a joiner cancels their own seat. The policy determines what it costs. */
export const cancelByPlayer = {
  ...cancel,
  path: '/course-invitation/cancel/by-player/:id',
  summary: '球员取消约课',
} satisfies Endpoint

/** A player declines an invitation. A player with a seat declines what the coach changed. It costs nothing. */
export const declineInvitation = {
  ...cancel,
  path: '/course-invitation/decline/by-player/:id',
  summary: '球员拒绝约课',
  outcome: outcomes.declineInvitation,
} satisfies Endpoint

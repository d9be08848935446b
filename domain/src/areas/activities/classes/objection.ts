import { type ActionRefusal, type Invitation, whyNot } from './invitation.ts'
import type { Actor } from './transitions.ts'

/**
 * The states of a player's objection to what a class cost. The hours come back, or the coach's side upholds the cost.
 */
export const OBJECTION_STATES = ['OPEN', 'REFUNDED', 'UPHELD'] as const
export type ObjectionState = (typeof OBJECTION_STATES)[number]

/** The names of the states that people read. */
export const OBJECTION_STATE_NAMES: Record<ObjectionState, string> = {
  OPEN: '待答复',
  REFUNDED: '已退回课时',
  UPHELD: '维持',
}

/** The most characters of an objection, and of its answer. */
export const OBJECTION_LENGTH = 200

/** Who answers objections, by the names that people read. */
export const ANSWERER_NAMES = { COACH: '教练', COMPANY: '公司', PLATFORM: '平台' } as const
export type Answerer = keyof typeof ANSWERER_NAMES

/** Whether an answer needs words: nobody upholds the cost of a class whose coach is said not to have come without a reason. */
export const needsWords = (objection: { coachAbsent: boolean }, isRefunded: boolean): boolean =>
  objection.coachAbsent && !isRefunded

/** How long only the coach's side may answer an objection, in milliseconds. Afterwards an operator may as well. */
export const ANSWERED_BY_CLUB_WITHIN_MS = 7 * 24 * 3_600_000

/** An open objection as the answering rule sees it. `isCoachLockedOut`: suspended, or the account is closed. */
export type WaitingObjection = { madeAt: Date; isCoachLockedOut: boolean }

/** From when on an operator may answer an objection. */
export function operatorAnswersFrom({ madeAt, isCoachLockedOut }: WaitingObjection): Date {
  return isCoachLockedOut ? madeAt : new Date(madeAt.getTime() + ANSWERED_BY_CLUB_WITHIN_MS)
}

/**
 * Why none of these actors may answer an objection to a class now; undefined when one may. The coach's side may at any
 * time. An operator may when that side cannot answer, or has not.
 *
 * Source: decision record 025
 */
export function whyNotAnswer(
  invitation: Invitation,
  objection: WaitingObjection,
  actors: readonly Actor[],
  now: Date,
): ActionRefusal | 'objection_of_club' | undefined {
  const refusal = whyNot('answer-objection', invitation, actors, now)
  if (refusal) return refusal
  const isByOperator = actors.every((actor) => actor === 'operator')
  return isByOperator && now.getTime() < operatorAnswersFrom(objection).getTime() ? 'objection_of_club' : undefined
}

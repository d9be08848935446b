import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { whyNot } from '@paidang/domain/areas/classes/invitation'
import { OBJECTION_STATE_NAMES, type ObjectionState, whyNotAnswer } from '@paidang/domain/areas/classes/objection'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { monthDotDay } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import type { Decision, Effect } from '../../ground/messages/inbox.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { returnHours } from '../../money/contracts/settle-hold.ts'
import type { ClassAction } from './confirm-invitation.ts'
import {
  findObjection,
  findUse,
  insertObjection,
  isLockedOut,
  listObjections,
  updateObjection,
} from './objection-queries.ts'
import { type OpenClass, openClass, openClassAsOperator } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { insertEvent, lockInvitation } from './queries.ts'

/**
 * A player objects to what a completed class cost them. Its coach and the company's admin are asked to answer.
 * The same words again before the answer give the present state.
 *
 * @throws ApiError invitation_not_found, objection_answered (with the answer), objection_made (with other words),
 *   objection_words_missing, objection_without_hours, any refusal of whyNot.
 * Source: decision "The life of a class invitation", complete
 */
export async function objectToClass(
  db: Database,
  { invitationId, actorId, now, ...said }: ClassAction & { words: string },
): Promise<Invitation> {
  const words = said.words.trim()
  return db.transaction(async (tx) => {
    const { view, facts, actors, own } = await openClass(tx, invitationId, actorId)
    const [made] = await listObjections(tx, { invitationId, userId: actorId })
    if (made && made.state !== 'OPEN') throw answeredAs(made)
    if (made && made.words !== words) throw new ApiError('objection_made')
    if (made) return presentInvitation(view, now)
    const refusal = whyNot('object', facts, actors, now)
    if (refusal) throw new ApiError(refusal)
    if (words === '') throw new ApiError('objection_words_missing')
    const use = await findUse(tx, { invitationId, userId: actorId })
    if (!use || !own) throw new ApiError('objection_without_hours')

    const id = await insertObjection(tx, { invitationId, userId: actorId, words, createdAt: now })
    await saveStep(tx, { invitationId, action: 'object', actorId: actorId, reason: words, now })
    const { coachId, courseDate, courseDesignName } = view.invitation
    await notify(tx, {
      receiverIds: [coachId, ...(view.companyAdminId === null ? [] : [view.companyAdminId])],
      senderId: actorId,
      category: 'classNotice',
      title: '扣课异议',
      content: `${own.nickname} 对 ${monthDotDay(courseDate)} ${courseDesignName} 扣 ${lessonHoursText(use.usedSessions)} 课时有异议：${words}`,
      about: { kind: 'class_objection', id },
      asksForDecision: true,
    })
    return presentInvitation(view, now)
  })
}

/** The error for an objection that is answered already. It contains the answer. */
function answeredAs({ state, answer }: { state: ObjectionState; answer: string | null }): ApiError {
  const words = `${OBJECTION_STATE_NAMES[state]}${answer ? `：${answer}` : ''}`
  return new ApiError('objection_answered', { message: `${errors.objection_answered.message}：${words}` })
}

type Answer = { objectionId: string; isRefunded: boolean; answer: string; now: Date }

/**
 * The coach, or the company's admin, answers an objection. The hours come back by a row of the ledger, or stay
 * consumed. The same answer again answers the present state.
 *
 * @throws ApiError invitation_not_found (also for an unknown objection), invitation_not_yours
 * @throws ApiError objection_answered (with the opposite answer)
 * Source: decision "The life of a class invitation", complete
 */
export async function answerObjection(
  db: Database,
  { actorId, ...answer }: Answer & { actorId: string },
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const invitationId = await lockObjection(tx, answer.objectionId)
    // The same refusal as for a class of others, so that it does not reveal whether the objection exists.
    if (invitationId === undefined) throw new ApiError('invitation_not_found')
    const opened = await openClass(tx, invitationId, actorId)
    await settleObjection(tx, opened, { ...answer, actorId })
    return presentInvitation(opened.view, answer.now)
  })
}

/**
 * An operator answers an objection where the coach's side cannot or does not. Coach and admin are notified too.
 *
 * @returns the class, the objecting player and the answer as text; undefined when it was answered so already
 * @throws ApiError objection_not_found, objection_of_club, objection_answered
 */
export async function answerAsOperator(
  tx: Database,
  answer: Answer,
): Promise<{ opened: OpenClass; words: string } | undefined> {
  const invitationId = await lockObjection(tx, answer.objectionId)
  if (invitationId === undefined) throw new ApiError('objection_not_found')
  const opened = await openClassAsOperator(tx, invitationId)
  const words = await settleObjection(tx, opened, { ...answer, actorId: null })
  if (words === undefined) return undefined
  const { coachId, courseDate, courseDesignName } = opened.view.invitation
  const { companyAdminId } = opened.view
  await notify(tx, {
    receiverIds: [coachId, ...(companyAdminId === null ? [] : [companyAdminId])],
    senderId: null,
    category: 'classNotice',
    title: '平台已答复扣课异议',
    content: `${monthDotDay(courseDate)} ${courseDesignName}：${words}`,
    about: { kind: 'invitation', id: invitationId },
  })
  return { opened, words }
}

/**
 * Answers an objection to a class whose row is locked, and settles the messages that ask for the answer. An `actorId`
 * of null is an operator.
 *
 * @returns the objecting player and the answer as text; undefined when it was answered so already
 */
async function settleObjection(
  tx: Database,
  opened: OpenClass,
  answer: Answer & { actorId: string | null },
): Promise<string | undefined> {
  const words = await decide(tx, opened, answer)
  const verdict = answer.isRefunded ? APPROVAL.APPROVED : APPROVAL.REJECTED
  await settleRequests(tx, { kind: 'class_objection', id: answer.objectionId }, verdict)
  return words
}

async function decide(
  tx: Database,
  { view, facts, actors, seats }: OpenClass,
  { objectionId, actorId, isRefunded, answer, now }: Answer & { actorId: string | null },
): Promise<string | undefined> {
  const { id: invitationId, coachId, courseDate, courseDesignName } = view.invitation
  const objection = await findObjection(tx, objectionId)
  if (!objection) throw new ApiError('objection_not_found')
  const waiting = { madeAt: objection.createdAt, isCoachLockedOut: await isLockedOut(tx, coachId, now) }
  const refusal = whyNotAnswer(facts, waiting, actors, now)
  const isOpen = objection.state === 'OPEN'
  if (refusal && (isOpen || refusal !== 'objection_of_club')) throw new ApiError(refusal)
  const state: ObjectionState = isRefunded ? 'REFUNDED' : 'UPHELD'
  if (objection.state === state && objection.answer === answer) return undefined
  if (!isOpen) throw new ApiError('objection_answered')

  const { userId } = objection
  const use = await findUse(tx, { invitationId, userId })
  const seat = seats.find((one) => one.userId === userId)
  if (!use || !seat) throw new Error(`objection ${objectionId} is about hours that nobody used`)
  const { contractId, usedSessions: sessions } = use
  const byPlatform = actorId === null ? '平台核实' : ''
  if (isRefunded) {
    const { round } = seat
    const reason = `${byPlatform}异议成立，退回课时${answer && `：${answer}`}`
    await returnHours(tx, 'REFUND', {
      contractId,
      invitationId,
      seatUserId: userId,
      round,
      sessions,
      actorId: actorId,
      reason,
      now,
    })
  }
  await updateObjection(tx, objectionId, { state, answer, answeredBy: actorId, answeredAt: now })
  const words = `${seat.nickname} ${OBJECTION_STATE_NAMES[state]}${answer && `：${answer}`}`
  const reason = actorId === null ? `平台答复：${words}` : words
  await saveStep(tx, { invitationId, action: 'answer-objection', actorId: actorId, reason, now })
  const result = isRefunded ? `已退回 ${lessonHoursText(sessions)} 课时` : '扣课维持'
  await notify(tx, {
    receiverIds: [userId],
    senderId: actorId,
    category: 'classNotice',
    title: isRefunded ? '课时已退回' : '扣课维持',
    content: `${monthDotDay(courseDate)} ${courseDesignName}：${byPlatform && '平台核实，'}${result}${answer && `，${answer}`}`,
    about: { kind: 'invitation', id: invitationId },
  })
  return words
}

type Step = {
  invitationId: string
  action: 'object' | 'answer-objection'
  actorId: string | null
  reason: string
  now: Date
}

async function saveStep(tx: Database, step: Step): Promise<void> {
  await insertEvent(tx, { ...step, fromStatus: 'COMPLETED', toStatus: 'COMPLETED' })
}

/** Locks the class of an objection. @returns the class, undefined for an unknown objection */
async function lockObjection(tx: Database, objectionId: string): Promise<string | undefined> {
  const objection = await findObjection(tx, objectionId)
  if (objection) await lockInvitation(tx, objection.invitationId)
  return objection?.invitationId
}

/** What the verdict on a message that asks to answer an objection does. A yes gives the hours back. */
export const objectionEffect: Effect = {
  lock: lockObjection,
  async decide(tx: Database, { objectId: objectionId, actorId, verdict, now }: Decision) {
    const objection = await findObjection(tx, objectionId)
    if (!objection) throw new ApiError('objection_not_found')
    const isRefunded = verdict === APPROVAL.APPROVED
    const opened = await openClass(tx, objection.invitationId, actorId)
    await decide(tx, opened, { objectionId, actorId, isRefunded, answer: '', now })
  },
}

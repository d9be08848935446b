import { ApiError } from '@paidang/api/catalogue/errors'
import type { Attendance } from '@paidang/domain/areas/classes/invitation'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { cancelClass } from './cancel-invitation.ts'
import { completeClass } from './complete-class.ts'
import { answerAsOperator } from './object-to-class.ts'
import { type OpenClass, openClassAsOperator } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { signClass } from './sign-invitation.ts'

// Actions of operators on a class where neither its coach nor its company can act. Each is recorded in the audit log.

/** The staff member, the class, and its revision that was seen. */
type Operating = { invitationId: string; staffId: string; now: Date; seen?: number | undefined }

const nameOf = ({ view: { invitation, coachName } }: OpenClass) => {
  const { courseDate, beginTimeSlot, endTimeSlot, courseDesignName } = invitation
  return `${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${coachName} 的「${courseDesignName}」`
}

/** @throws ApiError revision_outdated unless the operator saw the present revision of the class */
const assertClassSeen = (tx: Database, opened: OpenClass, { seen, now }: { seen: number | undefined; now: Date }) =>
  assertSeen(tx, 'invitations', { seen, row: opened.view.invitation }, () =>
    presentInvitation(opened.view, now, opened),
  )

/**
 * An operator cancels a class until it is completed. Everything is given back, hours in every case.
 *
 * @throws ApiError cancel_reason_missing, invitation_not_found, any refusal of whyNot
 */
export async function cancelByOperator(
  db: Database,
  { invitationId, staffId: actorId, now, seen, reason }: Operating & { reason: string },
): Promise<void> {
  const why = reason.trim()
  if (why === '') throw new ApiError('cancel_reason_missing')
  await db.transaction(async (tx) => {
    const opened = await openClassAsOperator(tx, invitationId)
    const { invitationStatus, cancelledBy } = opened.view.invitation
    if (invitationStatus === 'CANCELLED' && cancelledBy === null) return
    await assertClassSeen(tx, opened, { seen, now })
    await cancelClass(tx, opened, { actorId: null, now, reason: `平台取消：${why}`, byClub: true, costOf: () => false })
    const summary = `取消 ${nameOf(opened)}：${why}`
    await recordAuditEvent(tx, { actorId, action: 'class.call-off', objectId: invitationId, summary, now })
  })
}

/**
 * An operator signs attendance. Players who are not named keep what was signed, else count as present.
 *
 * @throws ApiError invitation_not_found, attendance_invalid, any refusal of whyNot
 */
export async function signByOperator(
  db: Database,
  {
    invitationId,
    staffId: actorId,
    now,
    seen,
    attendances,
  }: Operating & { attendances: { userId: string; attendance: Attendance }[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    const opened = await openClassAsOperator(tx, invitationId)
    await assertClassSeen(tx, opened, { seen, now })
    const each = await signClass(tx, opened, { actorId: null, now, attendances })
    const summary = `签到 ${nameOf(opened)}：${each}`
    await recordAuditEvent(tx, { actorId, action: 'class.attend', objectId: invitationId, summary, now })
  })
}

/**
 * An operator completes a held class. Completing again changes nothing.
 *
 * @throws ApiError invitation_not_found, any refusal of whyNot
 */
export async function finishByOperator(
  db: Database,
  { invitationId, staffId: actorId, now, seen }: Operating,
): Promise<void> {
  await db.transaction(async (tx) => {
    const opened = await openClassAsOperator(tx, invitationId)
    if (opened.view.invitation.invitationStatus === 'COMPLETED') return
    await assertClassSeen(tx, opened, { seen, now })
    await completeClass(tx, opened, { actorId: null, now })
    const summary = `完成 ${nameOf(opened)}`
    await recordAuditEvent(tx, { actorId, action: 'class.complete', objectId: invitationId, summary, now })
  })
}

/**
 * An operator answers an objection to what a class cost, where the coach's side cannot or does not. The same answer
 * again changes nothing.
 *
 * @throws ApiError objection_answer_missing, invitation_not_found (also for an unknown objection)
 * @throws ApiError objection_of_club, objection_answered (with the opposite answer)
 */
export async function answerByOperator(
  db: Database,
  {
    objectionId,
    isRefunded,
    staffId: actorId,
    now,
    ...said
  }: Omit<Operating, 'invitationId'> & { objectionId: string; isRefunded: boolean; reason: string },
): Promise<void> {
  const answer = said.reason.trim()
  if (answer === '') throw new ApiError('objection_answer_missing')
  await db.transaction(async (tx) => {
    const answered = await answerAsOperator(tx, { objectionId, isRefunded, answer, now })
    if (!answered) return
    const { opened, words } = answered
    const summary = `答复 ${nameOf(opened)} 的扣课异议：${words}`
    const objectId = opened.view.invitation.id
    await recordAuditEvent(tx, { actorId, action: 'class.settle-objection', objectId, summary, now })
  })
}

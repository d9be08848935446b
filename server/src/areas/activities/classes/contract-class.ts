import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNot } from '@paidang/domain/areas/classes/invitation'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { monthDotDay, toIsoDay } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { notify } from '../../ground/messages/notify.ts'
import { grantHours } from '../../money/contracts/grant-hours.ts'
import type { ClassAction } from './confirm-invitation.ts'
import { holdSeat } from './hold-seat.ts'
import { type OpenClass, openClass } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { insertEvent, type SeatRow, updateInvitation } from './queries.ts'
import { findView } from './view-queries.ts'

/** What the coach grants: `sessions` lesson hours until `expiryDate` (yyyy-mm-dd or yyyy/mm/dd). */
type Contracting = ClassAction & {
  userId?: string | undefined
  contractId?: string | undefined
  sessions: number
  expiryDate: string
  isPhoneChecked?: boolean | undefined
}

/**
 * 缔约: the coach opens or tops up a contract for a student of this class, so that it can be paid. In a player's class
 * the student is its initiator. Their hours are held at once and `needContract` is cleared. In a coach's class it is
 * any asked student, whose hours are held when they join. Each call grants hours again. Only an Idempotency-Key makes a
 * repeat harmless.
 *
 * @throws ApiError invitation_not_found, any refusal of whyNot, revision_outdated, student_not_in_class, contract_not_found,
 *   contract_phone_unchecked, contract_expiry_invalid, contract_sessions_too_few.
 * Source: specification §4 "Invitation actions"; decision "The life of a class invitation", contract
 */
export async function contractClass(
  db: Database,
  { invitationId, actorId, now, seen, userId, contractId, sessions, expiryDate, isPhoneChecked = false }: Contracting,
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const opened = await openClass(tx, invitationId, actorId)
    const { view, facts, actors } = opened
    const row = view.invitation
    const refusal = whyNot('contract', facts, actors, now)
    if (refusal) throw new ApiError(refusal)
    await assertSeen(tx, 'invitations', { seen, row }, () => presentInvitation(view, now, opened))
    const student = studentOf(opened, userId)

    const { courseDate, consumedSessions, courseDesignId: courseId, companyId } = row
    const granted = await grantHours(tx, {
      contractId,
      userId: student.userId,
      courseId,
      companyId,
      coachId: actorId,
      sessions,
      expiryDate: toIsoDay(expiryDate),
      isPhoneChecked,
      forClass: { invitationId, courseDate, consumedSessions },
      reason: '缔约',
      now,
    })
    if (row.initiatorRole === 'player') {
      const round = student.round + 1
      const hold = { seat: student, courseId, courseDate, sessions: consumedSessions, round, actorId: actorId, now }
      if (!(await holdSeat(tx, { ...hold, reason: '缔约，预留课时' }))) {
        throw new Error(`the hours granted for class ${invitationId} do not pay it`)
      }
    }
    await updateInvitation(tx, invitationId, { needContract: false, responseTime: now })
    const { invitationStatus: status } = row
    const terms = `${lessonHoursText(sessions)} 课时，有效期至 ${granted.expiryDate}`
    await insertEvent(tx, {
      invitationId,
      action: 'contract',
      fromStatus: status,
      toStatus: status,
      actorId: actorId,
      reason: `${student.nickname} ${terms}`,
      now,
    })
    await notify(tx, {
      receiverIds: [student.userId],
      senderId: actorId,
      category: 'classNotice',
      title: '教练已为您缔约',
      content: `${view.coachName} 为您的 ${monthDotDay(courseDate)} ${row.courseDesignName} 缔约：${terms}`,
      about: { kind: 'invitation', id: invitationId },
    })
    const after = await findView(tx, invitationId)
    return presentInvitation(after ?? view, now)
  })
}

/**
 * The student of the contract. In a player's class it is the initiator, in a coach's class the named student with a
 * place in it.
 */
function studentOf({ view, seats }: OpenClass, userId: string | undefined): SeatRow {
  const { initiatorRole, initiatorId } = view.invitation
  const input = initiatorRole === 'player' ? (userId ?? initiatorId) : userId
  const seat = seats.find((own) => own.userId === input)
  if (!seat || (initiatorRole === 'player' && seat.userId !== initiatorId)) throw new ApiError('student_not_in_class')
  return seat
}

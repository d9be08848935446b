import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNot } from '@paidang/domain/areas/classes/invitation'
import { isOut } from '@paidang/domain/areas/classes/seat'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { notify } from '../../ground/messages/notify.ts'
import { leaveClass } from './cancel-invitation.ts'
import type { ClassAction } from './confirm-invitation.ts'
import { openClass } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { insertEvent, updateInvitation, updateSeat } from './queries.ts'

/**
 * An asked player declines a class before it begins. A player with a seat declines what the coach changed, until it is
 * completed, and gets the held hours back. Both may still join while others may. Declining again answers the present
 * state.
 *
 * @throws ApiError invitation_not_found, any refusal of whyNot, revision_outdated
 * Source: decision record 025
 */
export async function declineInvitation(
  db: Database,
  { invitationId, actorId, now, seen, ...said }: ClassAction & { reason?: string | undefined },
): Promise<Invitation> {
  const reason = said.reason?.trim() ?? ''
  return db.transaction(async (tx) => {
    const opened = await openClass(tx, invitationId, actorId)
    const { view, facts, actors, own } = opened
    if (!own) throw new ApiError('invitation_not_yours')
    if (isOut(own.state)) return presentInvitation(view, now)
    const refusal = whyNot('decline', facts, actors, now)
    if (refusal) throw new ApiError(refusal)
    await assertSeen(tx, 'invitations', { seen, row: view.invitation }, () => presentInvitation(view, now, opened))
    if (own.state === 'JOINED') {
      const words = reason || '没有同意修改'
      return leaveClass(tx, opened, {
        ...{ actorId, now, reason: words, action: 'decline' },
        ...{ isLate: false, isOwnChoice: false },
      })
    }

    const row = view.invitation
    await updateSeat(tx, { invitationId, userId: actorId }, { state: 'DECLINED' })
    await updateInvitation(tx, invitationId, { responseTime: now })
    const { invitationStatus: status, courseDate, beginTimeSlot, endTimeSlot, courseDesignName } = row
    const step = { invitationId, action: 'decline', fromStatus: status, toStatus: status, actorId: actorId }
    await insertEvent(tx, { ...step, reason, now })
    await notify(tx, {
      receiverIds: [row.coachId, row.initiatorId],
      senderId: actorId,
      category: 'classNotice',
      title: '学员拒绝约课',
      content: `${own.nickname} 拒绝了 ${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseDesignName}${reason && `：${reason}`}`,
      about: { kind: 'invitation', id: invitationId },
    })
    return presentInvitation({ ...view, invitation: { ...row, responseTime: now } }, now)
  })
}

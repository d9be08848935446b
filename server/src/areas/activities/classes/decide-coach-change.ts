import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNot } from '@paidang/domain/areas/classes/invitation'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import type { Decision, Effect } from '../../ground/messages/inbox.ts'
import { notify } from '../../ground/messages/notify.ts'
import { confirmInvitation } from './confirm-invitation.ts'
import { openClass } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { lockInvitation } from './queries.ts'

/**
 * The coach to whom a class was handed answers the message. A yes confirms the class. A no leaves it waiting with its
 * court and hours, and those who can find another coach are notified.
 *
 * @throws ApiError whatever confirmInvitation throws
 * Source: decision "Messages", decision record 011
 */
async function decideCoachChange(
  tx: Database,
  { objectId: invitationId, requestedBy, actorId, verdict, seen, now }: Decision,
): Promise<void> {
  if (verdict === APPROVAL.APPROVED) {
    await confirmInvitation(tx, { invitationId, actorId, now, seen })
    return
  }
  const { view, facts, actors } = await openClass(tx, invitationId, actorId)
  const refusal = whyNot('confirm', facts, actors, now)
  // A missing contract prevents a yes only.
  if (refusal && refusal !== 'invitation_needs_contract') throw new ApiError(refusal)
  const row = view.invitation
  await assertSeen(tx, 'invitations', { seen, row }, () => presentInvitation(view, now))
  const lesson = `${monthDotDay(row.courseDate)} ${whenOf(row.beginTimeSlot, row.endTimeSlot)} ${row.courseDesignName}`
  await notify(tx, {
    receiverIds: [row.initiatorId, ...(requestedBy === null ? [] : [requestedBy])],
    senderId: actorId,
    category: 'classNotice',
    title: '教练无法接手',
    content: `${view.coachName} 无法接手 ${lesson}，约课仍为您保留，请另选教练或取消`,
    about: { kind: 'invitation', id: invitationId },
  })
}

/** What the verdict on a message that asks a coach to take over a class does. */
export const coachChangeEffect: Effect = { lock: lockInvitation, decide: decideCoachChange }

import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNot } from '@paidang/domain/areas/classes/invitation'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../db/database.ts'
import type { Decision, Effect } from '../messages/decide-message.ts'
import { tell } from '../messages/tell.ts'
import { confirmInvitation } from './confirm-invitation.ts'
import { openClass } from './open-class.ts'
import { lockInvitation } from './queries.ts'

/**
 * The coach to whom a class was handed answers the message that asked him: yes is his confirmation, no leaves the class as
 * it is, waiting with its court and its hours, and those who can find another coach are told.
 *
 * @throws ApiError whatever confirmInvitation throws
 * Source: decision "Messages", decision record 011
 */
async function decideCoachChange(
  tx: Database,
  { objectId: invitationId, askedBy, by, verdict, now }: Decision,
): Promise<void> {
  if (verdict === APPROVAL.APPROVED) {
    await confirmInvitation(tx, { invitationId, by, now })
    return
  }
  const { view, facts, actors } = await openClass(tx, invitationId, by)
  const refusal = whyNot('confirm', facts, actors, now)
  // A contract is missing for a yes only.
  if (refusal && refusal !== 'invitation_needs_contract') throw new ApiError(refusal)
  const row = view.invitation
  const lesson = `${monthDotDay(row.courseDate)} ${whenOf(row.beginTimeSlot, row.endTimeSlot)} ${row.courseDesignName}`
  await tell(tx, {
    receiverIds: [row.initiatorId, ...(askedBy === null ? [] : [askedBy])],
    senderId: by,
    category: 'classNotice',
    title: '教练无法接手',
    content: `${view.coachName} 无法接手 ${lesson}，约课仍为您保留，请另选教练或取消`,
    about: { kind: 'invitation', id: invitationId },
  })
}

/** What the verdict on a message does that asks a coach to take over a class. */
export const coachChangeEffect: Effect = { lock: lockInvitation, decide: decideCoachChange }

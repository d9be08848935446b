import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNot } from '@paidang/domain/areas/classes/invitation'
import { monthDotDay } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { recordUse } from '../contracts/record-use.ts'
import { tell } from '../messages/tell.ts'
import { publishGridChanges } from '../schedule/claim-cells.ts'
import type { ClassAction } from './confirm-invitation.ts'
import { openClass } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { insertEvent, updateInvitation, updateSeat } from './queries.ts'
import { settleSeats } from './release-seats.ts'
import { findView } from './view-queries.ts'

/**
 * The coach completes a held class: each seat's hold is consumed (present, late, absent; who was not signed was present)
 * or given back (leave), and each consumed seat has its used record. Completing again answers the present state.
 *
 * @throws ApiError invitation_not_found, any refusal of whyNot
 * Source: decision "The life of a class invitation", complete
 */
export async function finishInvitation(db: Database, { invitationId, by, now }: ClassAction): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const { view, facts, actors, joined } = await openClass(tx, invitationId, by)
    const row = view.invitation
    if (row.coachId === by && row.invitationStatus === 'COMPLETED') return presentInvitation(view, now)
    const refusal = whyNot('finish', facts, actors, now)
    if (refusal) throw new ApiError(refusal)

    const attended = joined.map((seat) => ({ ...seat, attendance: seat.attendance ?? ('present' as const) }))
    const settlements = attended.map((seat) => ({ seat, isConsumed: seat.attendance !== 'leave' }))
    await settleSeats(
      tx,
      settlements.filter(({ isConsumed }) => isConsumed),
      { actorId: by, reason: '完成课程', now },
    )
    await settleSeats(
      tx,
      settlements.filter(({ isConsumed }) => !isConsumed),
      { actorId: by, reason: '学员请假，退回课时', now },
    )
    for (const { userId, attendance, contractId, heldSessions } of attended) {
      await updateSeat(tx, { invitationId, userId }, { attendance })
      if (attendance === 'leave' || contractId === null || heldSessions === 0) continue
      const { coachId, companyId } = row
      await recordUse(tx, {
        invitationId,
        userId,
        contractId,
        coachId,
        companyId,
        usedSessions: heldSessions,
        attendance,
        now,
      })
    }
    await updateInvitation(tx, invitationId, { invitationStatus: 'COMPLETED', completedAt: now, responseTime: now })
    await insertEvent(tx, {
      invitationId,
      action: 'finish',
      fromStatus: 'CONFIRMED',
      toStatus: 'COMPLETED',
      actorId: by,
      now,
    })
    await tell(tx, {
      receiverIds: joined.map(({ userId }) => userId),
      senderId: by,
      category: 'classNotice',
      title: '课程已完成',
      content: `${monthDotDay(row.courseDate)} ${row.courseDesignName} 已完成，课时变动见合同流水`,
      about: { kind: 'invitation', id: invitationId },
    })
    // What has been held is nobody's own class in a grid any more.
    await publishGridChanges(tx, {
      venueId: row.stadiumId,
      coachId: row.coachId,
      personIds: joined.map(({ userId }) => userId),
      day: row.courseDate,
    })
    const after = await findView(tx, invitationId)
    return presentInvitation(after ?? view, now)
  })
}

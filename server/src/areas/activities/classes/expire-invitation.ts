import { effectiveStatus } from '@paidang/domain/areas/classes/invitation'
import { isOut } from '@paidang/domain/areas/classes/seat'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { monthDotDay } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { publishGridChanges, releaseClass } from '../../time/schedule/claim-cells.ts'
import { lockUnlessBusy } from './expire-queries.ts'
import { insertEvent, listEvents, listSeats, lockInvitation, updateInvitation } from './queries.ts'
import { settleSeats } from './release-seats.ts'
import { undoLate } from './undo-late.ts'
import { findView } from './view-queries.ts'

type Expiry = {
  invitationId: string
  now: Date
  /** For callers that come back later: a class that is locked by an action at this moment is skipped. */
  skipsBusy?: boolean
}

/**
 * Expires a request that nobody answered in time, in a transaction of its own. Its half-hours and hours are given back,
 * and everybody concerned is notified.
 *
 * @returns whether it did; false for a class that is not stale
 * Source: decision "The life of a class invitation", EXPIRED
 */
export async function expireInvitation(
  db: Database,
  { invitationId, now, skipsBusy = false }: Expiry,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isOurs = skipsBusy ? await lockUnlessBusy(tx, invitationId) : await lockInvitation(tx, invitationId)
    if (!isOurs) return false
    const view = await findView(tx, invitationId)
    if (!view) return false
    const row = view.invitation
    if (row.invitationStatus !== 'PENDING' || effectiveStatus(row, now) !== 'EXPIRED') return false

    const seats = await listSeats(tx, [invitationId])
    const joined = seats.filter(({ state }) => state === 'JOINED')
    await settleSeats(
      tx,
      joined.map((seat) => ({ seat, isConsumed: false })),
      { actorId: null, reason: '约课过期，退回课时', now },
    )
    // When nobody agreed to a change by the coach's side, earlier late cancellations no longer count.
    const cameUndone = (await listEvents(tx, invitationId))
      .filter(({ fromStatus, toStatus }) => fromStatus === 'CONFIRMED' && toStatus === 'PENDING')
      .pop()
    const isByClub = cameUndone !== undefined && cameUndone.action !== 'cancel'
    const movement = { actorId: null, reason: '约课过期，退回课时', now }
    const leaverIds = isByClub ? await undoLate(tx, seats, movement) : []
    await releaseClass(tx, invitationId)
    await updateInvitation(tx, invitationId, { invitationStatus: 'EXPIRED', responseTime: now })
    await insertEvent(tx, {
      invitationId,
      action: 'expire',
      fromStatus: 'PENDING',
      toStatus: 'EXPIRED',
      actorId: null,
      now,
    })
    await settleRequests(tx, { kind: 'invitation', id: invitationId }, APPROVAL.REJECTED)
    const asked = seats.filter(({ state }) => !isOut(state))
    await notify(tx, {
      receiverIds: [row.coachId, row.initiatorId, ...asked.map(({ userId }) => userId), ...leaverIds],
      senderId: null,
      category: 'classNotice',
      title: '约课已过期',
      content: `${monthDotDay(row.courseDate)} ${row.courseDesignName} 未在时限内确认，已自动取消`,
      about: { kind: 'invitation', id: invitationId },
    })
    await publishGridChanges(tx, {
      venueId: row.stadiumId,
      coachId: row.coachId,
      personIds: joined.map(({ userId }) => userId),
      day: row.courseDate,
    })
    return true
  })
}

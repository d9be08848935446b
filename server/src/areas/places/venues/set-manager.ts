import type { VenueFile } from '@paidang/api/areas/admin-venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { findNames, lockVenue } from './association-queries.ts'
import { readVenueFile } from './read-venue-file.ts'
import { requestDecision } from './request-decision.ts'
import { lockAssociationOf, lockWaiting, setManager } from './venue-record-queries.ts'

type Setting = { venueId: string; coachId: string; isManager: boolean; actorId: string; now: Date } & {
  /** The revision of the venue that was seen. */
  seen: number | undefined
}

/**
 * Makes a coach of a venue its manager, or ends that role, and notifies the coach. A new manager is asked about every
 * request that waits there. A former manager can no longer answer the requests at the venue. Without a manager the
 * requests wait for an operator.
 *
 * @throws ApiError venue_not_found, coach_not_at_venue (the coach does not teach there),
 *   revision_outdated.
 * Source: decisions "Messages", "The console"
 */
export async function setVenueManager(
  db: Database,
  { venueId, coachId, isManager, seen, actorId, now }: Setting,
): Promise<VenueFile> {
  return db.transaction(async (tx) => {
    const row = await lockVenue(tx, venueId)
    if (!row) throw new ApiError('venue_not_found')
    await assertSeen(tx, 'venues', { seen, row }, () => row)
    const file = await readVenueFile(tx, { id: venueId, now })
    const association = await lockAssociationOf(tx, { coachId, venueId })
    if (association?.approveStatus !== APPROVAL.APPROVED) throw new ApiError('coach_not_at_venue')
    if (association.isManager === isManager) return file
    await setManager(tx, { coachId, venueId, isManager })
    const { coach, venue } = await findNames(tx, { coachId, venueId })
    await recordAuditEvent(tx, {
      actorId,
      action: isManager ? 'venue.manager' : 'venue.no-manager',
      objectId: venueId,
      summary: isManager ? `设${coach}为「${venue}」的管理者` : `取消${coach}对「${venue}」的管理`,
      now,
    })
    await notify(tx, {
      receiverIds: [coachId],
      senderId: null,
      category: 'systemNotice',
      title: isManager ? '您已成为场馆管理者' : '您已不再管理场馆',
      content: isManager
        ? `${venue} 由您管理：可以锁定场地，审核教练的关联申请`
        : `${venue} 不再由您管理，您仍可在该场馆授课`,
      about: { kind: 'venue', id: venueId },
    })
    for (const request of await lockWaiting(tx, venueId)) {
      if (isManager)
        await requestDecision(tx, { requestId: request.id, coachId: request.coachId, venueId, askedIds: [coachId] })
      else await settleRequests(tx, { kind: 'venue_association', id: request.id }, APPROVAL.REJECTED, coachId)
    }
    return readVenueFile(tx, { id: venueId, now })
  })
}

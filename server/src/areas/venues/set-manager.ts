import type { VenueFile } from '@paidang/api/areas/admin-venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../db/database.ts'
import { settleRequests } from '../messages/settle-requests.ts'
import { tell } from '../messages/tell.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { askToDecide } from './ask-to-decide.ts'
import { findNames, lockVenue } from './association-queries.ts'
import { lockAssociationOf, lockWaiting, setManager } from './desk-queries.ts'
import { readVenueFile } from './read-venue-file.ts'

type Setting = { venueId: string; coachId: string; isManager: boolean; by: string; now: Date }

/**
 * An operator lets a coach who teaches at a venue manage it, or no more, and the coach is told. A new manager is asked about
 * every request that waits there; what somebody was asked who manages it no more is no longer his to answer. Without a
 * manager the requests wait for an operator.
 *
 * @throws ApiError venue_not_found, coach_not_at_venue (he does not teach there)
 * Source: decisions "Messages", "The console"
 */
export async function setVenueManager(
  db: Database,
  { venueId, coachId, isManager, by, now }: Setting,
): Promise<VenueFile> {
  return db.transaction(async (tx) => {
    await lockVenue(tx, venueId)
    const file = await readVenueFile(tx, { id: venueId, now })
    const association = await lockAssociationOf(tx, { coachId, venueId })
    if (association?.approveStatus !== APPROVAL.APPROVED) throw new ApiError('coach_not_at_venue')
    if (association.isManager === isManager) return file
    await setManager(tx, { coachId, venueId, isManager })
    const { coach, venue } = await findNames(tx, { coachId, venueId })
    await recordDeed(tx, {
      by,
      action: isManager ? 'venue.manager' : 'venue.no-manager',
      objectId: venueId,
      summary: isManager ? `设${coach}为「${venue}」的管理者` : `取消${coach}对「${venue}」的管理`,
      now,
    })
    await tell(tx, {
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
        await askToDecide(tx, { requestId: request.id, coachId: request.coachId, venueId, askedIds: [coachId] })
      else await settleRequests(tx, { kind: 'venue_association', id: request.id }, APPROVAL.REJECTED, coachId)
    }
    return readVenueFile(tx, { id: venueId, now })
  })
}

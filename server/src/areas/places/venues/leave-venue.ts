import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import { hasLiveClass } from '../../ground/live-classes/has-live-class.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { deleteAssociation, listManagers, lockVenue } from './association-queries.ts'
import { lockWaiting } from './venue-record-queries.ts'

/**
 * Ends a coach's association with a venue, or takes back the request. For the managers who were asked, a request taken
 * back counts as rejected. A manager who leaves can no longer answer requests at the venue. The other managers still
 * can. Without an association the answer is the same.
 *
 * @throws ApiError classes_unfinished, venue_needs_manager
 * Source: permission matrix
 */
export async function leaveVenue(
  db: Database,
  { venueId, actorId, now }: { venueId: string; actorId: string; now: Date },
): Promise<null> {
  return db.transaction(async (tx) => {
    await lockVenue(tx, venueId)
    const left = await deleteAssociation(tx, { coachId: actorId, venueId })
    if (!left) return null
    // The check must come after the delete. The delete waits for concurrent bookings of the coach here, and prevents
    // new ones.
    if (await hasLiveClass(tx, { coachIds: [actorId], venueId, now })) throw new ApiError('classes_unfinished')
    const wasManager = left.isManager && left.approveStatus === APPROVAL.APPROVED
    if (wasManager && (await listManagers(tx, venueId)).length === 0) throw new ApiError('venue_needs_manager')
    const asked = wasManager ? await lockWaiting(tx, venueId) : []
    for (const { id } of asked) await settleRequests(tx, { kind: 'venue_association', id }, APPROVAL.REJECTED, actorId)
    await settleRequests(tx, { kind: 'venue_association', id: left.id }, APPROVAL.REJECTED)
    return null
  })
}

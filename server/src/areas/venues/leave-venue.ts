import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../db/database.ts'
import { hasLiveClass } from '../classes/has-live-class.ts'
import { settleRequests } from '../messages/settle-requests.ts'
import { deleteAssociation, listManagers, lockVenue } from './association-queries.ts'
import { lockWaiting } from './desk-queries.ts'

/**
 * A coach teaches at a venue no longer, or takes back his request, which then counts as rejected for those who were asked. What he
 * was asked as its manager is no longer his to answer; another manager still is asked. Where he has nothing to do with the venue the answer is the same.
 *
 * @throws ApiError classes_unfinished, venue_needs_manager
 * Source: permission matrix
 */
export async function leaveVenue(
  db: Database,
  { venueId, by, now }: { venueId: string; by: string; now: Date },
): Promise<null> {
  return db.transaction(async (tx) => {
    await lockVenue(tx, venueId)
    const left = await deleteAssociation(tx, { coachId: by, venueId })
    if (!left) return null
    // Only now: whoever booked him there meanwhile has been waited for, and nobody else can.
    if (await hasLiveClass(tx, { coachIds: [by], venueId, now })) throw new ApiError('classes_unfinished')
    const wasManager = left.isManager && left.approveStatus === APPROVAL.APPROVED
    if (wasManager && (await listManagers(tx, venueId)).length === 0) throw new ApiError('venue_needs_manager')
    const asked = wasManager ? await lockWaiting(tx, venueId) : []
    for (const { id } of asked) await settleRequests(tx, { kind: 'venue_association', id }, APPROVAL.REJECTED, by)
    await settleRequests(tx, { kind: 'venue_association', id: left.id }, APPROVAL.REJECTED)
    return null
  })
}

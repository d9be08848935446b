import type { AssociationEvidence } from '@paidang/api/areas/admin-approvals'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { listManagers, lockAssociation } from './association-queries.ts'
import { settleAssociation } from './decide-association.ts'
import { readAssociation } from './read-association.ts'

type Deciding = { id: string; isApproved: boolean; reason: string; actorId: string; now: Date }

/**
 * Records an operator's decision whether a coach may teach at a venue without a manager. The effect is that of a
 * manager's verdict. Repeating the same verdict returns the current state.
 *
 * @throws ApiError association_not_found; application_reason_missing (rejected without a reason); venue_has_manager;
 *   association_decided (the opposite verdict was reached before).
 * Source: decision "Messages"
 */
export async function decideForVenue(
  db: Database,
  { id, isApproved, reason, actorId, now }: Deciding,
): Promise<AssociationEvidence> {
  const verdict = isApproved ? APPROVAL.APPROVED : APPROVAL.REJECTED
  const why = isApproved ? '' : reason.trim()
  return db.transaction(async (tx) => {
    const association = await lockAssociation(tx, id)
    if (!association) throw new ApiError('association_not_found')
    if (association.approveStatus === verdict) return readAssociation(tx, id)
    if (association.approveStatus !== APPROVAL.PENDING) throw new ApiError('association_decided')
    if (!isApproved && why === '') throw new ApiError('application_reason_missing')
    if ((await listManagers(tx, association.venueId)).length > 0) throw new ApiError('venue_has_manager')
    const { coach, venue } = await settleAssociation(tx, association, { verdict, senderId: null, reason: why, now })
    await recordAuditEvent(tx, {
      actorId,
      action: isApproved ? 'venue-association.approve' : 'venue-association.reject',
      objectId: id,
      summary: isApproved ? `同意${coach}在「${venue}」授课` : `未同意${coach}在「${venue}」授课：${why}`,
      now,
    })
    // A manager who has since left the venue may still have a message that asks for the decision.
    await settleRequests(tx, { kind: 'venue_association', id }, verdict)
    return readAssociation(tx, id)
  })
}

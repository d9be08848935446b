import type { NewVenueEvidence } from '@paidang/api/areas/admin-approvals'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { gridTopics } from '../../../db/topics.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notify } from '../../ground/messages/notify.ts'
import { lockNewVenue, setVenueVerdict } from './new-venue-queries.ts'
import { readNewVenue } from './read-new-venue.ts'

type Deciding = { id: string; isApproved: boolean; reason: string; actorId: string; now: Date }

/**
 * Decides once about a venue that a coach added, and notifies that coach. The coach manages the venue before and after
 * the approval. An approved venue can be found and booked by everybody. Only its coach sees a rejected venue. Repeating
 * the same verdict returns the current state.
 *
 * @throws ApiError venue_not_found; application_reason_missing (rejected without a reason); venue_decided (the opposite
 *   verdict was reached before, or the platform created the venue).
 * Source: specification §3 "Stadium"
 */
export async function decideVenue(
  db: Database,
  { id, isApproved, reason, actorId, now }: Deciding,
): Promise<NewVenueEvidence> {
  const verdict = isApproved ? APPROVAL.APPROVED : APPROVAL.REJECTED
  const why = isApproved ? '' : reason.trim()
  return db.transaction(async (tx) => {
    const venue = await lockNewVenue(tx, id)
    if (!venue?.createdBy) throw new ApiError('venue_not_found')
    if (venue.approveStatus === verdict) return readNewVenue(tx, id)
    if (venue.approveStatus !== APPROVAL.PENDING) throw new ApiError('venue_decided')
    if (!isApproved && why === '') throw new ApiError('application_reason_missing')
    await setVenueVerdict(tx, { id, approveStatus: verdict, reason: why, now })
    await recordAuditEvent(tx, {
      actorId,
      action: isApproved ? 'venue.approve' : 'venue.reject',
      objectId: id,
      summary: isApproved ? `通过场馆「${venue.name}」` : `未通过场馆「${venue.name}」：${why}`,
      now,
    })
    await publishChanges(tx, [gridTopics.venue(id)])
    await notify(tx, {
      receiverIds: [venue.createdBy],
      senderId: null,
      category: 'systemNotice',
      title: isApproved ? '场馆已通过审核' : '场馆未通过审核',
      content: isApproved ? `${venue.name} 已对所有人开放，由您管理` : `${venue.name} 未通过审核：${why}`,
      about: { kind: 'venue', id },
    })
    return readNewVenue(tx, id)
  })
}

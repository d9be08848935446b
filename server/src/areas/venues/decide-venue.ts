import type { NewVenueEvidence } from '@paidang/api/areas/admin-approvals'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { gridTopics } from '../schedule/grid-cache.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { lockNewVenue, setVenueVerdict } from './new-venue-queries.ts'
import { readNewVenue } from './read-new-venue.ts'

type Deciding = { id: string; isApproved: boolean; reason: string; by: string; now: Date }

/**
 * An operator decides about a venue that a coach added, exactly once, and its maker is told. Approved, everybody finds it and
 * books there, and its maker manages it as he has since he added it; refused, nobody but him sees it. The same verdict again
 * answers what stands.
 *
 * @throws ApiError venue_not_found, application_reason_missing (refused without one), venue_decided (the other verdict was
 *   reached before, or the platform brought it)
 * Source: specification §3 "Stadium"
 */
export async function decideVenue(
  db: Database,
  { id, isApproved, reason, by, now }: Deciding,
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
    await recordDeed(tx, {
      by,
      action: isApproved ? 'venue.approve' : 'venue.reject',
      objectId: id,
      summary: isApproved ? `通过场馆「${venue.name}」` : `未通过场馆「${venue.name}」：${why}`,
      now,
    })
    await publishChanges(tx, [gridTopics.venue(id)])
    await tell(tx, {
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

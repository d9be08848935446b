import type { VenueFile } from '@paidang/api/areas/admin-venues'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { sumOfUpcoming, upcomingText } from '@paidang/domain/areas/venues/upcoming'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { gridTopics } from '../../../db/topics.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notify } from '../../ground/messages/notify.ts'
import { assertNameFree } from './assert-name-free.ts'
import { listManagers } from './association-queries.ts'
import { readVenueFile } from './read-venue-file.ts'
import { countUpcoming } from './upcoming-queries.ts'
import { changeVenue, holdVenue } from './venue-record-queries.ts'

type Deciding = { id: string; actorId: string; now: Date }

/**
 * Takes an open venue off, so that nobody finds or books it. Its data remains. Its managers are notified of the reason.
 * A venue that is off already does not change.
 *
 * @throws ApiError venue_reason_missing, venue_not_found, venue_not_open, venue_has_upcoming (data: Upcoming)
 */
export async function takeVenueOff(
  db: Database,
  { id, reason, actorId, now }: Deciding & { reason: string },
): Promise<VenueFile> {
  const why = reason.trim()
  if (why === '') throw new ApiError('venue_reason_missing')
  return db.transaction(async (tx) => {
    const venue = await holdVenue(tx, id)
    if (!venue) throw new ApiError('venue_not_found')
    if (venue.takenOffAt !== null) return readVenueFile(tx, { id, now })
    if (venue.approveStatus !== APPROVAL.APPROVED) throw new ApiError('venue_not_open')
    await assertNothingToCome(tx, { venueId: id, now })
    await changeVenue(tx, id, { approveStatus: APPROVAL.REJECTED, reason: why, takenOffAt: now })
    const summary = `停用场馆「${venue.name}」：${why}`
    await recordAuditEvent(tx, { actorId, action: 'venue.take-off', objectId: id, summary, now })
    await publishChanges(tx, [gridTopics.venue(id)])
    await notifyManagers(tx, id, { title: '场馆已停用', content: `${venue.name} 已停用，暂不接受预约：${why}` })
    return readVenueFile(tx, { id, now })
  })
}

async function assertNothingToCome(tx: Database, at: { venueId: string; now: Date }): Promise<void> {
  const upcoming = sumOfUpcoming([...(await countUpcoming(tx, at)).values()])
  if (upcoming.first === null) return
  throw new ApiError('venue_has_upcoming', {
    message: `${errors.venue_has_upcoming.message}：${upcomingText(upcoming)}`,
    data: { ...upcoming, first: upcoming.first.toISOString() },
  })
}

/**
 * Brings back a venue that was taken off, with its courts, coaches and managers. The managers are notified. A venue
 * that is open already does not change.
 *
 * @throws ApiError venue_not_found, venue_not_off, venue_name_used (an open venue got its name meanwhile)
 */
export async function bringVenueBack(db: Database, { id, actorId, now }: Deciding): Promise<VenueFile> {
  return db.transaction(async (tx) => {
    const venue = await holdVenue(tx, id)
    if (!venue) throw new ApiError('venue_not_found')
    if (venue.approveStatus === APPROVAL.APPROVED) return readVenueFile(tx, { id, now })
    if (venue.takenOffAt === null) throw new ApiError('venue_not_off')
    await assertNameFree(tx, venue)
    await changeVenue(tx, id, { approveStatus: APPROVAL.APPROVED, reason: '', takenOffAt: null })
    await recordAuditEvent(tx, {
      actorId,
      action: 'venue.bring-back',
      objectId: id,
      summary: `恢复场馆「${venue.name}」`,
      now,
    })
    await publishChanges(tx, [gridTopics.venue(id)])
    await notifyManagers(tx, id, { title: '场馆已恢复', content: `${venue.name} 已恢复，可以继续预约` })
    return readVenueFile(tx, { id, now })
  })
}

async function notifyManagers(tx: Database, id: string, words: { title: string; content: string }): Promise<void> {
  await notify(tx, {
    receiverIds: await listManagers(tx, id),
    senderId: null,
    category: 'systemNotice',
    ...words,
    about: { kind: 'venue', id },
  })
}

import type { VenueFile } from '@paidang/api/areas/admin-venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { sumOfUpcoming, type Upcoming } from '@paidang/domain/areas/venues/upcoming'
import { venueStateOf } from '@paidang/domain/areas/venues/venue-state'
import type { Database } from '../../../db/database.ts'
import { listAuditEventsAbout } from '../../ground/audit-log/list-audit-events-about.ts'
import { readDecider } from '../../ground/audit-log/read-decider.ts'
import { presentVenue } from './present-venue.ts'
import { findVenues } from './queries.ts'
import { countUpcoming, listUsedCourts } from './upcoming-queries.ts'
import { findCreator, listCoachesOf } from './venue-record-queries.ts'

const NOTHING_THERE: Upcoming = { classes: 0, games: 0, first: null }

/**
 * A venue with everything that operators see of it, and its upcoming classes and games.
 *
 * @throws ApiError venue_not_found
 * Source: specification §7 "Venues"
 */
export async function readVenueFile(db: Database, { id, now }: { id: string; now: Date }): Promise<VenueFile> {
  const [venue] = await findVenues(db, [id])
  if (!venue) throw new ApiError('venue_not_found')
  const { approveStatus, takenOffAt, decidedAt, createdBy, reason } = venue
  const about = { kind: 'venue', id }
  const upcoming = await countUpcoming(db, { venueId: id, now })
  const used = await listUsedCourts(db, id)
  const coaches = await listCoachesOf(db, id)
  return {
    venue: presentVenue(venue),
    state: venueStateOf({ approveStatus, isTakenOff: takenOffAt !== null }),
    revision: venue.revision,
    creator: createdBy === null ? null : await findCreator(db, createdBy),
    createTime: venue.createdAt.toISOString(),
    decision: decidedAt && {
      by: await readDecider(db, { ...about, actions: ['venue.approve', 'venue.reject'] }),
      at: decidedAt.toISOString(),
      reason: takenOffAt === null ? reason : '',
    },
    takenOff: takenOffAt && {
      by: await readDecider(db, { ...about, actions: ['venue.take-off'] }),
      at: takenOffAt.toISOString(),
      reason,
    },
    courts: venue.courts.map(({ id: courtId, courtCode, name, surface }) => ({
      id: courtId,
      courtCode,
      name,
      surface,
      ...presentUpcoming(upcoming.get(courtId) ?? NOTHING_THERE),
      isUsed: used.has(courtId),
    })),
    upcoming: presentUpcoming(sumOfUpcoming([...upcoming.values()])),
    freeBallLimit: venue.freeBallLimit,
    coaches: coaches.map(({ coach, isManager, createdAt, ...association }) => ({
      coach,
      approveStatus: association.approveStatus,
      isManager,
      since: createdAt.toISOString(),
    })),
    auditEvents: await listAuditEventsAbout(db, about),
  }
}

function presentUpcoming({ classes, games, first }: Upcoming) {
  return { classes, games, first: first?.toISOString() ?? null }
}

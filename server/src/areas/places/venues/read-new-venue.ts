import type { LookAlike, listNewVenues, NewVenueEvidence } from '@paidang/api/areas/admin-approvals'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { whereAlike } from '@paidang/domain/areas/venues/look-alike'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import { readDecider } from '../../ground/audit-log/read-decider.ts'
import { countAdded, findNewVenue, listApprovedIn, type NewVenueInList } from './new-venue-queries.ts'
import { presentVenue } from './present-venue.ts'
import { findVenues, type VenueRow } from './queries.ts'

/** A longer list would not be read. The most similar venues come first. */
const MOST_LOOK_ALIKES = 8

/**
 * A venue that a coach added, with the evidence for the operator's decision.
 *
 * @throws ApiError venue_not_found, also for a venue that the platform created itself
 */
export async function readNewVenue(db: Database, id: string): Promise<NewVenueEvidence> {
  const row = await findNewVenue(db, id)
  const [venue] = await findVenues(db, [id])
  if (!row?.creator || !venue) throw new ApiError('venue_not_found')
  const { decidedAt, takenOffAt, creator } = row
  const actorId =
    decidedAt && (await readDecider(db, { kind: 'venue', id, actions: ['venue.approve', 'venue.reject'] }))
  // A venue taken off was approved before, so its stored reason is the one for taking it off.
  const reason = takenOffAt === null ? row.reason : ''
  return {
    ...presentNewVenue(row),
    revision: venue.revision,
    venue: presentVenue(venue),
    decision: decidedAt && { by: actorId, at: decidedAt.toISOString(), reason },
    creatorIsVerified: creator.verified === 1,
    creatorAdded: await countAdded(db, { createdBy: creator.id, exceptId: id }),
    lookAlikes: await findLookAlikes(db, venue),
  }
}

/** The approved venues of the same city that may be the same venue. */
async function findLookAlikes(db: Database, venue: VenueRow): Promise<LookAlike[]> {
  const others = await listApprovedIn(db, { city: venue.city, exceptId: venue.id })
  return others
    .map((other) => ({ ...other, alike: whereAlike(venue, other) }))
    .filter(({ alike }) => alike.length > 0)
    .sort((one, other) => other.alike.length - one.alike.length)
    .slice(0, MOST_LOOK_ALIKES)
}

/** A coach-added venue as a row of the operator's list. */
export function presentNewVenue(row: NewVenueInList): Data<typeof listNewVenues>[number] {
  const { id, name, city, district, creator, createdAt, takenOffAt } = row
  return {
    id,
    name,
    city,
    district,
    creator: creator && { id: creator.id, nickname: creator.nickname, avatar: creator.avatar },
    createTime: createdAt.toISOString(),
    approveStatus: takenOffAt === null ? row.approveStatus : APPROVAL.APPROVED,
  }
}

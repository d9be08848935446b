import type { CoachVenue, venuesOfCoach } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { presentVenue } from './present-venue.ts'
import { findVenuesOfCoach, isCoachId, type VenueOfCoachRow } from './queries.ts'

/**
 * The venues where a coach teaches, by name. Other callers see only approved associations with approved venues. The
 * coach sees all of their own.
 *
 * @throws ApiError coach_not_found
 * Source: specification §7 "Coach side", permission matrix
 */
export async function listVenuesOfCoach(
  db: Database,
  { coachId, actorId }: { coachId: string; actorId: string },
): Promise<Data<typeof venuesOfCoach>> {
  if (!(await isCoachId(db, coachId))) throw new ApiError('coach_not_found')
  const rows = await findVenuesOfCoach(db, { coachId, all: coachId === actorId })
  return rows.map(presentCoachVenue)
}

/** The association of a coach with one venue. The association must exist. */
export async function readCoachVenue(db: Database, pair: { coachId: string; venueId: string }): Promise<CoachVenue> {
  const [row] = await findVenuesOfCoach(db, { ...pair, all: true })
  if (!row) throw new Error('a coach and a venue that have nothing to do with each other')
  return presentCoachVenue(row)
}

/** A venue and its coach's association with it, on the wire. */
export function presentCoachVenue({ venue, isManager, associationStatus }: VenueOfCoachRow): CoachVenue {
  return {
    ...presentVenue(venue),
    approveStatus: associationStatus,
    venueApproveStatus: venue.approveStatus,
    isManager,
  }
}

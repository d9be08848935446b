import type { CoachVenue, venuesOfCoach } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import { presentVenue } from './present-venue.ts'
import { findVenuesOfCoach, isCoachId, type VenueOfCoachRow } from './queries.ts'

/**
 * Where a coach teaches, by name: everybody sees what an operator approved, he himself all of his own.
 *
 * @throws ApiError coach_not_found
 * Source: specification §7 "Coach side", permission matrix
 */
export async function listVenuesOfCoach(
  db: Database,
  { coachId, by }: { coachId: string; by: string },
): Promise<Data<typeof venuesOfCoach>> {
  if (!(await isCoachId(db, coachId))) throw new ApiError('coach_not_found')
  const rows = await findVenuesOfCoach(db, { coachId, all: coachId === by })
  return rows.map(presentCoachVenue)
}

/** How a coach stands to one venue with which he has to do. */
export async function readCoachVenue(db: Database, pair: { coachId: string; venueId: string }): Promise<CoachVenue> {
  const [row] = await findVenuesOfCoach(db, { ...pair, all: true })
  if (!row) throw new Error('a coach and a venue that have nothing to do with each other')
  return presentCoachVenue(row)
}

/** A venue and how its coach stands to it, on the wire. */
export function presentCoachVenue({ venue, isManager, associationStatus }: VenueOfCoachRow): CoachVenue {
  return {
    ...presentVenue(venue),
    approveStatus: associationStatus,
    venueApproveStatus: venue.approveStatus,
    isManager,
  }
}

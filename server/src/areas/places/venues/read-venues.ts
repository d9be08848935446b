import type { Venue } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { presentVenue } from './present-venue.ts'
import { findApprovedVenue, findCoachesAt, findVenues, type PersonRow } from './queries.ts'

/**
 * The venues with these ids and their courts, by id and ordered by name, in one query. Other areas use it to present
 * venues. Unknown ids are left out. The caller must check that a venue is approved.
 */
export async function readVenues(db: Database, ids: Iterable<string>): Promise<Map<string, Venue>> {
  const rows = await findVenues(db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, presentVenue(row)]))
}

/**
 * One approved venue with its courts.
 *
 * @throws ApiError venue_not_found, also for a venue that is not approved
 */
export async function readApprovedVenue(db: Database, id: string): Promise<Venue> {
  const venue = await findApprovedVenue(db, id)
  if (!venue) throw new ApiError('venue_not_found')
  return presentVenue(venue)
}

/**
 * The coaches at an approved venue, by name, that `actorId` may see.
 *
 * @throws ApiError as readApprovedVenue
 */
export async function listCoachesAt(
  db: Database,
  at: { venueId: string; actorId: string; now: Date },
): Promise<PersonRow[]> {
  await readApprovedVenue(db, at.venueId)
  return findCoachesAt(db, at)
}

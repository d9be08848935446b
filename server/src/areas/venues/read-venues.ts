import type { Venue } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { presentVenue } from './present-venue.ts'
import { findApprovedVenue, findCoachesAt, findVenues, type PersonRow } from './queries.ts'

/**
 * The venues with these ids and their courts, by id and in the order of their names, in one query for other areas to show.
 * Ids that name nothing are left out; whether a venue is approved is for the caller to have asked.
 */
export async function readVenues(db: Database, ids: Iterable<string>): Promise<Map<string, Venue>> {
  const rows = await findVenues(db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, presentVenue(row)]))
}

/** One approved venue with its courts. @throws ApiError venue_not_found also for one that is not approved */
export async function readApprovedVenue(db: Database, id: string): Promise<Venue> {
  const venue = await findApprovedVenue(db, id)
  if (!venue) throw new ApiError('venue_not_found')
  return presentVenue(venue)
}

/** Who teaches at an approved venue, by name, as `by` may see them. @throws ApiError as readApprovedVenue */
export async function listCoachesAt(
  db: Database,
  at: { venueId: string; by: string; now: Date },
): Promise<PersonRow[]> {
  await readApprovedVenue(db, at.venueId)
  return findCoachesAt(db, at)
}

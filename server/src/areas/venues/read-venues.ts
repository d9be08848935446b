import type { Venue } from '@paidang/api/areas/venues'
import type { Database } from '../../db/database.ts'
import { presentVenue } from './present-venue.ts'
import { findVenues } from './queries.ts'

/**
 * The venues with these ids and their courts, by id and in the order of their names, in one query for other areas to show.
 * Ids that name nothing are left out; whether a venue is approved is for the caller to have asked.
 */
export async function readVenues(db: Database, ids: Iterable<string>): Promise<Map<string, Venue>> {
  const rows = await findVenues(db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, presentVenue(row)]))
}

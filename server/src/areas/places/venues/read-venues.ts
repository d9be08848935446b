import type { Court, Venue } from '@paidang/api/areas/places/venues'
import { getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { courts, venues } from '../../../tables/venues.ts'

/**
 * A venue's courts as one JSON array, in the order that `selectedCourt` counts in. The outer table must be referenced
 * as a table. Drizzle omits the table name of a column if a query selects from one table only. The column would then
 * mean the court's own id here.
 */
const courtsOfVenue = sql<Court[]>`(
  select coalesce(
    json_agg(
      json_build_object('id', c.id::text, 'courtCode', c.court_code, 'name', c.name, 'surface', c.surface)
      order by c.court_index
    ),
    '[]'
  )
  from ${courts} c
  where c.venue_id = ${venues}.id
)`

export const venueWithCourts = { ...getTableColumns(venues), courts: courtsOfVenue }

/** A venue as stored, with its courts. */
export type VenueRow = typeof venues.$inferSelect & { courts: Court[] }

/** Orders Chinese names by pinyin, and equal names by age. */
export const byName = [sql`${venues.name} collate "zh-x-icu"`, sql`${venues.id}`]

/** Venues in any approval status, with their courts. */
export function selectVenues(db: Database) {
  return db.select(venueWithCourts).from(venues).$dynamic()
}

/** The venues with these ids, by name. Unknown ids are left out. */
export async function findVenues(db: Database, ids: string[]): Promise<VenueRow[]> {
  if (ids.length === 0) return []
  return selectVenues(db)
    .where(inArray(venues.id, ids))
    .orderBy(...byName)
    .limit(ids.length)
}

/**
 * The venues with these ids and their courts, by id and ordered by name, in one query. Other areas use it to present
 * venues. Unknown ids are left out. The caller must check that a venue is approved.
 */
export async function readVenues(db: Database, ids: Iterable<string>): Promise<Map<string, Venue>> {
  const rows = await findVenues(db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, presentVenue(row)]))
}

/** A venue on the wire. Each field is copied by name, so that a new column never leaks. */
export function presentVenue(row: VenueRow): Venue {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    city: row.city,
    district: row.district,
    phone: row.phone,
    avatar: row.avatar,
    latitude: row.latitude,
    longitude: row.longitude,
    courtCodes: row.courtCodes,
    courtCount: row.courtCount,
    firstStart: row.firstStart,
    lastStart: row.lastStart,
    releasesCourts: row.releaseSince !== null,
    courts: row.courts.map(({ id, courtCode, name, surface }) => ({ id, courtCode, name, surface })),
  }
}

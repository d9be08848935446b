import type { Court } from '@paidang/api/areas/venues'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { MAX_ROWS, offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, eq, getTableColumns, ilike, inArray, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import { coachVenues, courts, venues } from './tables.ts'

const APPROVED = 1

/**
 * A venue's courts as one JSON array, in the order that `selectedCourt` counts in. The outer table is named as a table: a
 * column of it would lose its table's name where Drizzle selects from one table only, and mean the court's own id here.
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

const venueWithCourts = { ...getTableColumns(venues), courts: courtsOfVenue }

/** Chinese names in the order of their pinyin; equal names by age. */
const byName = [sql`${venues.name} collate "zh-x-icu"`, venues.id]

/** A venue as stored, and its courts. */
export type VenueRow = typeof venues.$inferSelect & { courts: Court[] }

/** Where a coach teaches: the venue, and how he stands to it. */
type VenueOfCoachRow = { venue: VenueRow; isManager: boolean; associationStatus: number }

/** One page of the approved venues, by name. `keyword` is looked for in name, district and address. */
export async function searchApprovedVenues(
  db: Database,
  { city, keyword, ...page }: Page & { city: string | undefined; keyword: string | undefined },
): Promise<{ rows: VenueRow[]; total: number }> {
  const pattern = keyword && `%${asLiteral(keyword)}%`
  const wanted = and(
    eq(venues.approveStatus, APPROVED),
    city ? eq(venues.city, city) : undefined,
    pattern
      ? or(ilike(venues.name, pattern), ilike(venues.district, pattern), ilike(venues.address, pattern))
      : undefined,
  )
  const [rows, total] = await Promise.all([
    db
      .select(venueWithCourts)
      .from(venues)
      .where(wanted)
      .orderBy(...byName)
      .limit(page.rows)
      .offset(offsetOf(page)),
    db.$count(venues, wanted),
  ])
  return { rows, total }
}

/** The venues with these ids, by name; ids that name nothing are left out. */
export async function findVenues(db: Database, ids: string[]): Promise<VenueRow[]> {
  if (ids.length === 0) return []
  return db
    .select(venueWithCourts)
    .from(venues)
    .where(inArray(venues.id, ids))
    .orderBy(...byName)
    .limit(ids.length)
}

/** Whether the id names a coach. */
export async function isCoachId(db: Database, userId: string): Promise<boolean> {
  const found = await db.$count(users, and(eq(users.id, userId), ne(users.userType, USER_TYPES.PLAYER)))
  return found > 0
}

/** The venues of a coach by name, at most a hundred: the approved ones of approved venues, or `all` associations. */
export async function findVenuesOfCoach(
  db: Database,
  { coachId, all }: { coachId: string; all: boolean },
): Promise<VenueOfCoachRow[]> {
  const approvedOnly = and(eq(coachVenues.approveStatus, APPROVED), eq(venues.approveStatus, APPROVED))
  const rows = await db
    .select({ ...venueWithCourts, isManager: coachVenues.isManager, associationStatus: coachVenues.approveStatus })
    .from(coachVenues)
    .innerJoin(venues, eq(venues.id, coachVenues.venueId))
    .where(and(eq(coachVenues.coachId, coachId), all ? undefined : approvedOnly))
    .orderBy(...byName)
    .limit(MAX_ROWS)
  return rows.map(({ isManager, associationStatus, ...venue }) => ({ venue, isManager, associationStatus }))
}

/** A text in which % and _ stand for themselves in a LIKE pattern. */
function asLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'

/** A venue as the grid needs it: its courts in their order, and when it is open. */
export type GridVenue = {
  id: string
  courts: { id: string; courtIndex: number; courtCode: string; name: string }[]
  firstStart: number
  lastStart: number
}

/** Reads an approved venue's frame; undefined when it is absent or not approved. */
export async function findGridVenue(db: Database, venueId: string): Promise<GridVenue | undefined> {
  const rows = await db
    .select({
      id: courts.id,
      courtIndex: courts.courtIndex,
      courtCode: courts.courtCode,
      name: courts.name,
      firstStart: venues.firstStart,
      lastStart: venues.lastStart,
    })
    .from(venues)
    .innerJoin(courts, eq(courts.venueId, venues.id))
    .where(and(eq(venues.id, venueId), eq(venues.approveStatus, 1)))
    .orderBy(courts.courtIndex)
  const [first] = rows
  if (!first) return undefined
  return {
    id: venueId,
    courts: rows.map(({ id, courtIndex, courtCode, name }) => ({ id, courtIndex, courtCode, name })),
    firstStart: first.firstStart,
    lastStart: first.lastStart,
  }
}

/** Whether a coach is an approved manager of the venue. */
export async function isManagerOf(db: Database, coachId: string, venueId: string): Promise<boolean> {
  const rows = await db
    .select({ coachId: coachVenues.coachId })
    .from(coachVenues)
    .where(
      and(
        eq(coachVenues.coachId, coachId),
        eq(coachVenues.venueId, venueId),
        eq(coachVenues.isManager, true),
        eq(coachVenues.approveStatus, 1),
      ),
    )
  return rows.length > 0
}

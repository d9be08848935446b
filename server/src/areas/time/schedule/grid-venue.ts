import { ApiError } from '@paidang/api/catalogue/errors'
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

/**
 * Reads the frame of a venue that the actor manages.
 *
 * @throws ApiError venue_not_managed, also for a venue that is not there; venue_not_found for one that is not
 *   approved
 */
export async function openManagedVenue(db: Database, venueId: string, actorId: string): Promise<GridVenue> {
  if (!(await isManagerOf(db, actorId, venueId))) throw new ApiError('venue_not_managed')
  const venue = await findGridVenue(db, venueId)
  if (!venue) throw new ApiError('venue_not_found')
  return venue
}

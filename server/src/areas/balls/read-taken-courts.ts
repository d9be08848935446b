import type { Database } from '../../db/database.ts'
import type { GridCache } from '../schedule/grid-cache.ts'
import { readCourtStatus, readGridVenue } from '../schedule/read-court-status.ts'

/**
 * Half-hours of a venue's courts on a day that cannot be had, whoever took them; closed and past ones too.
 *
 * @throws ApiError venue_not_found
 */
export async function readTakenCourts(
  db: Database,
  cache: GridCache,
  { venueId, ...wanted }: { venueId: string; day: string; userId: string; now: Date },
): Promise<{ courtIndex: number; timeIndex: number }[]> {
  const { courts } = await readGridVenue(db, cache, venueId)
  const cells = await readCourtStatus(db, cache, { venueId, coachId: undefined, ...wanted })
  const indexOf = new Map(courts.map(({ courtCode, courtIndex }) => [courtCode, courtIndex]))
  return cells.flatMap(({ courtCode, timeIndex }) => {
    const courtIndex = indexOf.get(courtCode)
    return courtIndex === undefined ? [] : [{ courtIndex, timeIndex }]
  })
}

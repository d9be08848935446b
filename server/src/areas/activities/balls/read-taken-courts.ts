import type { courtStatusOfVenue } from '@paidang/api/areas/schedule'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import type { GridCache } from '../../time/schedule/grid-cache.ts'
import { readCourtStatus, readGridVenue } from '../../time/schedule/read-court-status.ts'
import { listOwnBallCells } from './own-cell-queries.ts'

/**
 * Half-hours of a venue's courts on a day that cannot be booked, whoever took them. Closed and past ones are included.
 * Those of the caller's own classes and games are marked.
 *
 * @throws ApiError venue_not_found
 */
export async function readTakenCourts(
  db: Database,
  cache: GridCache,
  { venueId, ...input }: { venueId: string; day: string; userId: string; now: Date },
): Promise<Data<typeof courtStatusOfVenue>> {
  const { courts } = await readGridVenue(db, cache, venueId)
  const [cells, ofBalls] = await Promise.all([
    readCourtStatus(db, cache, { venueId, coachId: undefined, ...input }),
    listOwnBallCells(db, { ...input, courtIds: courts.map(({ id }) => id) }),
  ])
  const own = new Set(ofBalls.map(({ courtId, halfHour }) => `${courtId} ${halfHour}`))
  const courtOf = new Map(courts.map((court) => [court.courtCode, court]))
  return cells.flatMap(({ courtCode, timeIndex, status }) => {
    const court = courtOf.get(courtCode)
    if (!court) return []
    const isMine = status === 'MY_INVITING' || own.has(`${court.id} ${timeIndex}`)
    return [{ courtIndex: court.courtIndex, timeIndex, isMine }]
  })
}

import { ApiError } from '@paidang/api/catalogue/errors'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { findGridVenue, type GridVenue, isManagerOf } from '../../time/schedule/grid-venue.ts'

/** A cell of a venue's grid as callers name it. */
type Slot = { timeIndex: number; courtIndex: number }

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

/**
 * The half-hours named of each court, by the court's id.
 *
 * @throws ApiError court_not_found for a court that the venue does not have
 */
export function halfHoursByCourt({ courts }: GridVenue, slots: readonly Slot[]): Map<string, Set<HalfHour>> {
  const idOf = new Map(courts.map(({ id, courtIndex }) => [courtIndex, id]))
  const halfHours = new Map<string, Set<HalfHour>>()
  for (const { courtIndex, timeIndex } of slots) {
    const courtId = idOf.get(courtIndex)
    if (courtId === undefined) throw new ApiError('court_not_found')
    const ofCourt = halfHours.get(courtId) ?? new Set()
    halfHours.set(courtId, ofCourt.add(timeIndex))
  }
  return halfHours
}

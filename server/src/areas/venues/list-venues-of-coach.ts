import type { venuesOfCoach } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import { presentVenue } from './present-venue.ts'
import { findVenuesOfCoach, isCoachId } from './queries.ts'

/**
 * Where a coach teaches, by name: everybody sees what an operator approved, he himself all of his own.
 *
 * @throws ApiError coach_not_found
 * Source: specification §7 "Coach side", permission matrix
 */
export async function listVenuesOfCoach(
  db: Database,
  { coachId, by }: { coachId: string; by: string },
): Promise<Data<typeof venuesOfCoach>> {
  if (!(await isCoachId(db, coachId))) throw new ApiError('coach_not_found')
  const rows = await findVenuesOfCoach(db, { coachId, all: coachId === by })
  return rows.map(({ venue, isManager, associationStatus }) => ({
    ...presentVenue(venue),
    approveStatus: associationStatus,
    isManager,
  }))
}

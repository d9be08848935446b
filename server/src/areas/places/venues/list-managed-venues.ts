import type { venuesManagedBy } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import { countRequests } from './association-queries.ts'
import { presentCoachVenue } from './list-venues-of-coach.ts'
import { findVenuesOfCoach } from './queries.ts'

/**
 * The venues that a coach manages, by name, including their own new ones. Each says how many coaches wait for an
 * answer.
 *
 * @throws ApiError data_of_others
 * Source: specification §7 "Coach side", permission matrix
 */
export async function listManagedVenues(
  db: Database,
  { coachId, actorId }: { coachId: string; actorId: string },
): Promise<Data<typeof venuesManagedBy>> {
  if (coachId !== actorId) throw new ApiError('data_of_others')
  const rows = await findVenuesOfCoach(db, { coachId, all: true })
  const managed = rows.filter((row) => row.isManager && row.associationStatus === APPROVAL.APPROVED)
  const waiting = await countRequests(
    db,
    managed.map(({ venue }) => venue.id),
  )
  return managed.map((row) => ({ ...presentCoachVenue(row), waitingRequests: waiting.get(row.venue.id) ?? 0 }))
}

import type { CoachLock, VenueLock } from '@paidang/api/areas/locks'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { assertSeesCoach } from '../../places/companies/assert-sees-coach.ts'
import { findGridVenue } from '../../time/schedule/grid-venue.ts'
import { listCoachLocks, listVenueLocks } from './lock-queries.ts'
import { presentCoachLock, presentVenueLock } from './present-lock.ts'

/**
 * A coach's locked times of a day, by time.
 *
 * @throws ApiError data_of_others
 */
export async function readCoachLocks(
  db: Database,
  { coachId, actorId, day }: { coachId: string; actorId: string; day: string },
): Promise<CoachLock[]> {
  await assertSeesCoach(db, actorId, coachId)
  return (await listCoachLocks(db, coachId, [day])).map(presentCoachLock)
}

/**
 * The locked times of a venue's day, by court and time, for everybody.
 *
 * @throws ApiError venue_not_found
 */
export async function readVenueLocks(
  db: Database,
  { venueId, day }: { venueId: string; day: string },
): Promise<VenueLock[]> {
  if (!(await findGridVenue(db, venueId))) throw new ApiError('venue_not_found')
  return (await listVenueLocks(db, venueId, [day])).map(presentVenueLock)
}

import type { CoachVenue } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import { findAssociation, insertRequest, listManagers, lockVenue } from './association-queries.ts'
import { readCoachVenue } from './list-venues-of-coach.ts'
import { findVenues } from './queries.ts'
import { requestDecision } from './request-decision.ts'

type Asking = { coachId?: string | undefined; venueId: string; actorId: string; now: Date }

/**
 * Requests for a coach to teach at a venue. Its managers are asked to decide. Without a manager the request waits for
 * an operator. Asking again returns the current association. A rejected coach may ask again.
 *
 * @throws ApiError data_of_others (another coach's coachId); venue_not_found (absent, or not approved and without an
 *   association of the coach).
 * Source: specification §3 "Venue association payload", decision "Messages"
 */
export async function associateVenue(
  db: Database,
  { coachId = undefined, venueId, actorId, now }: Asking,
): Promise<CoachVenue> {
  if (coachId !== undefined && coachId !== actorId) throw new ApiError('data_of_others')
  const pair = { coachId: actorId, venueId }
  return db.transaction(async (tx) => {
    const [venue] = await findVenues(tx, [venueId])
    const isKnown = venue && (venue.approveStatus === APPROVAL.APPROVED || (await findAssociation(tx, pair)))
    if (!isKnown) throw new ApiError('venue_not_found')
    // A coach who becomes a manager at the same moment either finds the request or is found here.
    await lockVenue(tx, venueId)
    const requestId = await insertRequest(tx, { ...pair, now })
    if (requestId !== undefined)
      await requestDecision(tx, { ...pair, requestId, askedIds: await listManagers(tx, venueId) })
    return readCoachVenue(tx, pair)
  })
}

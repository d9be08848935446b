import type { CoachVenue } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../db/database.ts'
import { askToDecide } from './ask-to-decide.ts'
import { findAssociation, keepRequest, listManagers, lockVenue } from './association-queries.ts'
import { readCoachVenue } from './list-venues-of-coach.ts'
import { findVenues } from './queries.ts'

type Asking = { coachId?: string | undefined; venueId: string; by: string; now: Date }

/**
 * A coach asks to teach at a venue; its managers are asked for their decision, and where there is none an operator finds the
 * request. Asking again answers how he stands to it; one who was rejected may ask anew.
 *
 * @throws ApiError data_of_others (another's coachId), venue_not_found (absent, or not approved and not his own)
 * Source: specification §3 "Venue association payload", decision "Messages"
 */
export async function associateVenue(
  db: Database,
  { coachId = undefined, venueId, by, now }: Asking,
): Promise<CoachVenue> {
  if (coachId !== undefined && coachId !== by) throw new ApiError('data_of_others')
  const pair = { coachId: by, venueId }
  return db.transaction(async (tx) => {
    const [venue] = await findVenues(tx, [venueId])
    const isKnown = venue && (venue.approveStatus === APPROVAL.APPROVED || (await findAssociation(tx, pair)))
    if (!isKnown) throw new ApiError('venue_not_found')
    // Whoever becomes its manager at this moment finds the request, or is found here.
    await lockVenue(tx, venueId)
    const requestId = await keepRequest(tx, { ...pair, now })
    if (requestId !== undefined)
      await askToDecide(tx, { ...pair, requestId, askedIds: await listManagers(tx, venueId) })
    return readCoachVenue(tx, pair)
  })
}

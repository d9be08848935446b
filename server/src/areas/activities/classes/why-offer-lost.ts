import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotSpan } from '@paidang/domain/areas/classes/booking-time'
import type { Database } from '../../../db/database.ts'
import { NO_GRID_CACHE } from '../../time/schedule/grid-cache.ts'
import { readGridVenue } from '../../time/schedule/read-court-status.ts'

/**
 * Why a class is no longer possible although its facts fitted a moment ago. Meanwhile something that it depends on was
 * removed.
 *
 * @throws ApiError venue_not_found
 */
export async function whyOfferLost(
  tx: Database,
  { venueId, ...span }: { venueId: string; beginTimeSlot: number; endTimeSlot: number },
): Promise<ApiError> {
  const venue = await readGridVenue(tx, NO_GRID_CACHE, venueId)
  return new ApiError(whyNotSpan(span, venue) ?? 'coach_not_of_course')
}

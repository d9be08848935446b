import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { isNameOfAnother, queueForNames } from './venue-record-queries.ts'

/**
 * Makes sure that no other approved venue of the city has the name. Until the transaction ends, no operator can give
 * another venue of the city that name. A caller that holds a venue takes that lock first.
 *
 * @throws ApiError venue_name_used
 */
export async function assertNameFree(
  tx: Database,
  venue: { name: string; city: string; id: string | null },
): Promise<void> {
  await queueForNames(tx, venue.city)
  if (await isNameOfAnother(tx, venue)) throw new ApiError('venue_name_used')
}

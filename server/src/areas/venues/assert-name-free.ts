import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { isNameOfAnother, queueForNames } from './desk-queries.ts'

/**
 * Makes sure that no other open venue of the city has a name; until the transaction ends none gets it from an operator's hand.
 * Who holds a venue does so before.
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

import type { Database } from '../../db/database.ts'
import { countAssociationsForOperator } from './association-inbox-queries.ts'
import { countNewVenues } from './new-venue-queries.ts'

/** Counts the new venues that wait for an operator, and the requests to teach at venues without a manager. */
export async function countWaitingAtVenues(db: Database): Promise<{ venues: number; associations: number }> {
  return { venues: await countNewVenues(db), associations: await countAssociationsForOperator(db) }
}

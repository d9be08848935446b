import type { Database } from '../../db/database.ts'
import { countAssociationsForOperator } from './association-inbox-queries.ts'
import { countNewVenues } from './new-venue-queries.ts'

/** How many new venues wait for an operator, and how many requests to teach where no manager decides. */
export async function countWaitingAtVenues(db: Database): Promise<{ venues: number; associations: number }> {
  return { venues: await countNewVenues(db), associations: await countAssociationsForOperator(db) }
}

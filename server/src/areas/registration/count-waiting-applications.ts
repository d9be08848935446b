import type { Database } from '../../db/database.ts'
import { countWaiting } from './application-queries.ts'

/** How many applications to become a coach wait for an operator. */
export async function countWaitingApplications(db: Database): Promise<number> {
  return countWaiting(db)
}

import type { Database } from '../../db/database.ts'
import { countWaitingRequests } from './password-request-queries.ts'

/** How many requests for another password wait for an operator. */
export async function countPasswordRequests(db: Database): Promise<number> {
  return countWaitingRequests(db)
}

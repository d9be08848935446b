import type { Database } from '../../db/database.ts'
import { countWaitingRequests } from './password-request-queries.ts'

/** The number of password requests that wait for an operator. */
export async function countPasswordRequests(db: Database): Promise<number> {
  return countWaitingRequests(db)
}

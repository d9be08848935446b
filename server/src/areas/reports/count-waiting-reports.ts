import type { Database } from '../../db/database.ts'
import { countWaiting } from './report-queries.ts'

/** How many reported things wait for an operator. */
export async function countWaitingReports(db: Database): Promise<number> {
  return countWaiting(db)
}

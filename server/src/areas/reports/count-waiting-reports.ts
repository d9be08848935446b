import type { Database } from '../../db/database.ts'
import { countWaiting } from './report-queries.ts'

/** Counts the reported objects that wait for an operator. */
export async function countWaitingReports(db: Database): Promise<number> {
  return countWaiting(db)
}

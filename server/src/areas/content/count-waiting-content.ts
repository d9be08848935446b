import type { Database } from '../../db/database.ts'
import { countForOperators } from './queries.ts'

/** How many texts and pictures wait for an operator. */
export async function countWaitingContent(db: Database, now: Date): Promise<number> {
  return countForOperators(db, now)
}

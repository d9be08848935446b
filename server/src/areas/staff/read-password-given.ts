import type { Database } from '../../db/database.ts'
import { findLastBetween } from './deed-queries.ts'

/** When one of two of the staff last gave the other a password, with an account or anew; null where neither ever did. */
export async function readPasswordGiven(db: Database, people: readonly [string, string]): Promise<Date | null> {
  return (await findLastBetween(db, people, ['staff.create', 'staff.reset'])) ?? null
}

import type { Database } from '../../../db/database.ts'
import { findLastBetween } from './audit-event-queries.ts'

/**
 * Reads when one of two staff members last gave the other a password, with a new account or a reset. Null if neither
 * ever did.
 */
export async function readPasswordGiven(db: Database, people: readonly [string, string]): Promise<Date | null> {
  return (await findLastBetween(db, people, ['staff.create', 'staff.reset'])) ?? null
}

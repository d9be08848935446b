import type { Database } from '../../../db/database.ts'
import { findLastDoer } from './audit-event-queries.ts'

/**
 * Reads the name of the staff member who last acted on an object, by any action or one of `actions`. Null if there is
 * none.
 */
export async function readDecider(
  db: Database,
  object: { kind: string; id: string; actions?: readonly string[] },
): Promise<string | null> {
  return (await findLastDoer(db, object)) ?? null
}

import type { Database } from '../../db/database.ts'
import { findLastDoer } from './deed-queries.ts'

/** The name of who of the staff did something to a thing last, or one of these deeds; null where nobody did. */
export async function readDecider(
  db: Database,
  object: { kind: string; id: string; actions?: readonly string[] },
): Promise<string | null> {
  return (await findLastDoer(db, object)) ?? null
}

import type { Database } from '../../db/database.ts'
import { findCredentialsOf } from './queries.ts'

/** Whether a user logs in with a password, too. */
export async function hasPassword(db: Database, userId: string): Promise<boolean> {
  return (await findCredentialsOf(db, userId)) !== undefined
}

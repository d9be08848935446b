import type { Database } from '../../../db/database.ts'
import { findCredentialsOf } from './queries.ts'

/** Whether a user can also log in with a password. */
export async function hasPassword(db: Database, userId: string): Promise<boolean> {
  return (await findCredentialsOf(db, userId)) !== undefined
}

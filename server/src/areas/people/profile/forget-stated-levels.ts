import type { Database } from '../../../db/database.ts'
import { deleteStatedLevels } from './profile-queries.ts'

/** Deletes the levels that a user stated, when the account is merged into another. */
export async function forgetStatedLevels(tx: Database, userId: string): Promise<void> {
  await deleteStatedLevels(tx, userId)
}

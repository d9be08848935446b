import type { Database } from '../../db/database.ts'
import { deleteStatedLevels } from './profile-queries.ts'

/** Forgets what a user said of his own level, when he goes on as another account. */
export async function forgetStatedLevels(tx: Database, userId: string): Promise<void> {
  await deleteStatedLevels(tx, userId)
}

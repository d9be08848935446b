import type { Database } from '../../../db/database.ts'
import { moveFiles } from './queries.ts'

/** Moves the uploads of one user to another. The clean-up still removes those that no row refers to. */
export async function handOverFiles(tx: Database, users: { from: string; to: string }): Promise<void> {
  await moveFiles(tx, users)
}

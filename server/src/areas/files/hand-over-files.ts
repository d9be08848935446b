import type { Database } from '../../db/database.ts'
import { moveFiles } from './queries.ts'

/** What one user uploaded is another's from now on; what no row refers to is tidied away as ever. */
export async function handOverFiles(tx: Database, users: { from: string; to: string }): Promise<void> {
  await moveFiles(tx, users)
}

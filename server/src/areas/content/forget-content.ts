import type { Database } from '../../db/database.ts'
import { deleteContentOf } from './queries.ts'

/** Takes away what a user submitted, decided or not. */
export async function forgetContent(tx: Database, userId: string): Promise<void> {
  await deleteContentOf(tx, userId)
}

import type { Database } from '../../db/database.ts'
import { deleteMessagesOf } from './forget-queries.ts'

/** Forgets all that a person was told, when his account ends. */
export async function forgetMessages(tx: Database, userId: string): Promise<void> {
  await deleteMessagesOf(tx, userId)
}

import type { Database } from '../../../db/database.ts'
import { deleteMessagesOf } from './forget-queries.ts'

/** Deletes all messages of a person when their account ends. */
export async function forgetMessages(tx: Database, userId: string): Promise<void> {
  await deleteMessagesOf(tx, userId)
}

import type { Database } from '../../db/database.ts'
import { type ContentObject, deleteContentOf, deleteWaitingOf } from './queries.ts'

/** Takes away what a user submitted, decided or not. */
export async function forgetContent(tx: Database, userId: string): Promise<void> {
  await deleteContentOf(tx, userId)
}

/** Takes away what of a thing waits to be approved. */
export async function dropPending(tx: Database, object: ContentObject): Promise<void> {
  await deleteWaitingOf(tx, object)
}

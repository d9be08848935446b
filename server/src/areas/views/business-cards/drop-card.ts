import type { Database } from '../../../db/database.ts'
import { deleteCard } from './queries.ts'

/** Deletes the card that a user saved. The user then has the one made from the profile again. */
export async function dropCard(tx: Database, userId: string): Promise<void> {
  await deleteCard(tx, userId)
}

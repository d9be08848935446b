import type { Database } from '../../db/database.ts'
import { deleteCard } from './queries.ts'

/** Takes the card away that a user saved; he has the one drawn from his profile again. */
export async function dropCard(tx: Database, userId: string): Promise<void> {
  await deleteCard(tx, userId)
}

import type { Database } from '../../db/database.ts'
import { listCards } from './queries.ts'

/** The card that money paid otherwise goes back to: the payer's fullest; undefined when he has none. */
export async function findCardForRefund(db: Database, userId: string): Promise<string | undefined> {
  const [card] = await listCards(db, userId)
  return card?.id
}

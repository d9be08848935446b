import type { Database } from '../../../db/database.ts'
import { listCards } from './read-card.ts'

/**
 * The card for refunds of money that was not paid with a card: the payer's card with the highest balance. Undefined if
 * the payer has no card.
 */
export async function findCardForRefund(db: Database, userId: string): Promise<string | undefined> {
  const [card] = await listCards(db, userId)
  return card?.id
}

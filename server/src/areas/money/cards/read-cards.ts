import type { CardTransaction, StoredCard } from '@paidang/api/areas/cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { type CardRow, findCard, listCards } from './card-ledger.ts'
import { presentCard, presentTransaction } from './present-card.ts'
import { listMonths, pageTransactions, type TransactionFilter } from './transaction-queries.ts'

/** A card and the caller. */
export type OwnCard = { cardId: string; actorId: string }

/**
 * A person's cards. Only the person reads them.
 *
 * @throws ApiError data_of_others
 * Source: permission matrix
 */
export async function readCardsOfUser(
  db: Database,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<StoredCard[]> {
  if (userId !== actorId) throw new ApiError('data_of_others')
  return (await listCards(db, actorId)).map(presentCard)
}

/**
 * The caller's card.
 *
 * @throws ApiError card_not_found, also for another person's card
 */
export async function readOwnCard(db: Database, { cardId, actorId }: OwnCard): Promise<CardRow> {
  const card = await findCard(db, cardId, actorId)
  if (!card) throw new ApiError('card_not_found')
  return card
}

/**
 * One page of a card's movements for its owner, latest first.
 *
 * @throws ApiError card_not_found
 */
export async function readTransactions(
  db: Database,
  { cardId, actorId, ...input }: OwnCard & TransactionFilter & { limit: number; offset: number },
): Promise<Page<CardTransaction>> {
  await readOwnCard(db, { cardId, actorId })
  const { rows, total } = await pageTransactions(db, cardId, input)
  return { rows: rows.map(presentTransaction), total }
}

/**
 * The sums in and out of a card by month, for its owner.
 *
 * @throws ApiError card_not_found
 */
export async function readMonths(
  db: Database,
  card: OwnCard,
): Promise<{ month: string; inFen: number; outFen: number }[]> {
  await readOwnCard(db, card)
  return listMonths(db, card.cardId)
}

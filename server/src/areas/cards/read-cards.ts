import type { CardTransaction, StoredCard } from '@paidang/api/areas/cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import { presentCard, presentTransaction } from './present-card.ts'
import { type CardRow, findCard, listCards } from './queries.ts'
import { listMonths, pageTransactions, type TransactionFilter } from './transaction-queries.ts'

/** A card, and who asks for it. */
export type OwnCard = { cardId: string; by: string }

/**
 * A person's cards for himself.
 *
 * @throws ApiError data_of_others
 * Source: permission matrix
 */
export async function readCardsOfUser(
  db: Database,
  { userId, by }: { userId: string; by: string },
): Promise<StoredCard[]> {
  if (userId !== by) throw new ApiError('data_of_others')
  return (await listCards(db, by)).map(presentCard)
}

/** The caller's card. @throws ApiError card_not_found also for the card of somebody else */
export async function readOwnCard(db: Database, { cardId, by }: OwnCard): Promise<CardRow> {
  const card = await findCard(db, cardId, by)
  if (!card) throw new ApiError('card_not_found')
  return card
}

/** One page of a card's movements for its owner, latest first. @throws ApiError card_not_found */
export async function readTransactions(
  db: Database,
  { cardId, by, ...wanted }: OwnCard & TransactionFilter & { limit: number; offset: number },
): Promise<Page<CardTransaction>> {
  await readOwnCard(db, { cardId, by })
  const { rows, total } = await pageTransactions(db, cardId, wanted)
  return { rows: rows.map(presentTransaction), total }
}

/** What came in and went out of a card by month for its owner. @throws ApiError card_not_found */
export async function readMonths(
  db: Database,
  card: OwnCard,
): Promise<{ month: string; inFen: number; outFen: number }[]> {
  await readOwnCard(db, card)
  return listMonths(db, card.cardId)
}

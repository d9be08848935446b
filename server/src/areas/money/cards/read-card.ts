import type { StoredCard } from '@paidang/api/areas/money/cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { balanceOf } from '@paidang/domain/areas/money/cards/stored-card'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { storedCards } from '../../../tables/cards.ts'
import { type CardRow, isCardOf } from './card-ledger.ts'

/** A card and the caller. */
export type OwnCard = { cardId: string; actorId: string }

async function readCard(db: Database, which: SQL | undefined): Promise<CardRow> {
  const [card] = await db.select().from(storedCards).where(which)
  if (!card) throw new ApiError('card_not_found')
  return card
}

/**
 * The caller's card.
 *
 * @throws ApiError card_not_found, also for another person's card
 */
export const readOwnCard = (db: Database, { cardId, actorId }: OwnCard) => readCard(db, isCardOf(cardId, actorId))

/**
 * A card of any owner.
 *
 * @throws ApiError card_not_found
 */
export const readAnyCard = (db: Database, cardId: string) => readCard(db, eq(storedCards.id, cardId))

/** A person's cards, highest balance first. */
export async function listCards(db: Database, userId: string): Promise<CardRow[]> {
  return db
    .select()
    .from(storedCards)
    .where(eq(storedCards.userId, userId))
    .orderBy(desc(sql`${storedCards.principalFen} + ${storedCards.giftFen}`), desc(storedCards.id))
}

/** A card as its owner sees it. */
export function presentCard({ id, cardNo, name, principalFen, giftFen, createdAt }: CardRow): StoredCard {
  const balanceFen = balanceOf({ principalFen, giftFen })
  return { id, cardNo, name, balanceFen, principalFen, giftFen, createTime: createdAt.toISOString() }
}

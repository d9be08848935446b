import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { cardAdjustments, cardLedger, storedCards } from '../../../tables/cards.ts'
import { isPersonMeantBy, users } from '../../../tables/identities.ts'

const CARD_NO = /^86\d{14}$/

/** Matches a card by its number, or by its owner. */
function patternOf(keyword: string | undefined): SQL | undefined {
  if (!keyword) return undefined
  return CARD_NO.test(keyword) ? eq(storedCards.cardNo, keyword) : isPersonMeantBy(keyword)
}

const { id, nickname, avatar } = users
const selectCards = (db: Database) =>
  db
    .select({
      card: storedCards,
      owner: { id, nickname, avatar },
      movedAt: sql<Date>`(select l.created_at from ${cardLedger} l where l.card_id = ${storedCards.id}
        and l.seq = ${storedCards.seq})`.mapWith(cardLedger.createdAt),
      hasWaitingAdjustment: sql<boolean>`exists (select 1 from ${cardAdjustments} a where a.card_id = ${storedCards.id}
        and a.state = 'WAITING')`,
    })
    .from(storedCards)
    .innerJoin(users, eq(users.id, storedCards.userId))
    .$dynamic()

export type ManagedCardRow = Awaited<ReturnType<typeof selectCards>>[number]

/** The filter and the order of the list of cards. */
export type CardsQuery = {
  keyword: string | undefined
  userId: string | undefined
  sort: 'createTime' | 'balance'
  sord: 'asc' | 'desc'
}

/** One page of all cards. */
export async function pageCards(
  db: Database,
  { keyword, userId, sort, sord, limit, offset }: CardsQuery & { limit: number; offset: number },
): Promise<{ rows: ManagedCardRow[]; total: number }> {
  const condition = and(patternOf(keyword), userId === undefined ? undefined : eq(storedCards.userId, userId))
  const inOrder = sord === 'asc' ? asc : desc
  const byBalance = sort === 'balance' ? [inOrder(sql`(${storedCards.principalFen} + ${storedCards.giftFen})`)] : []
  const rows = await selectCards(db)
    .where(condition)
    .orderBy(...byBalance, inOrder(storedCards.id))
    .limit(limit)
    .offset(offset)
  const matching = db
    .select({ id: storedCards.id })
    .from(storedCards)
    .innerJoin(users, eq(users.id, storedCards.userId))
    .where(condition)
  return { rows, total: await countUpTo(db, matching) }
}

/** One card as operators see it. */
export async function findManagedCard(db: Database, cardId: string): Promise<ManagedCardRow | undefined> {
  const [row] = await selectCards(db).where(eq(storedCards.id, cardId))
  return row
}

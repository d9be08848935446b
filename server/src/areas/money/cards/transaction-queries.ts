import type { CardLedgerKind } from '@paidang/domain/areas/cards/stored-card'
import { firstOfMonth, instantOf } from '@paidang/domain/kernel/day'
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { cardLedger } from '../../../tables/cards.ts'
import { orders } from '../../../tables/payments.ts'

/** Filters for movements of a card: a month (yyyy-mm, in Shanghai), a direction, or a kind. */
export type TransactionFilter = {
  month?: string | undefined
  direction?: 'IN' | 'OUT' | undefined
  kind?: CardLedgerKind | undefined
}

const CHANGE = sql`(${cardLedger.principalChange} + ${cardLedger.giftChange})`
const NEXT_MONTH = -1

function patternOf(cardId: string, { month, direction, kind }: TransactionFilter): SQL | undefined {
  return and(
    eq(cardLedger.cardId, cardId),
    kind && eq(cardLedger.kind, kind),
    month === undefined ? undefined : gte(cardLedger.createdAt, instantOf(`${month}-01`, 0)),
    month === undefined ? undefined : lt(cardLedger.createdAt, instantOf(firstOfMonth(`${month}-01`, NEXT_MONTH), 0)),
    direction === undefined ? undefined : direction === 'IN' ? sql`${CHANGE} > 0` : sql`${CHANGE} < 0`,
  )
}

const selectTransactions = (db: Database, cardId: string, filter: TransactionFilter) =>
  db
    .select({
      seq: cardLedger.seq,
      kind: cardLedger.kind,
      principalChange: cardLedger.principalChange,
      giftChange: cardLedger.giftChange,
      principalAfter: cardLedger.principalAfter,
      giftAfter: cardLedger.giftAfter,
      reason: cardLedger.reason,
      orderId: cardLedger.orderId,
      orderTitle: orders.title,
      orderKind: orders.kind,
      objectId: orders.objectId,
      createdAt: cardLedger.createdAt,
    })
    .from(cardLedger)
    .leftJoin(orders, eq(orders.id, cardLedger.orderId))
    .where(patternOf(cardId, filter))
    .orderBy(desc(cardLedger.seq))
    .$dynamic()

export type TransactionRow = Awaited<ReturnType<typeof selectTransactions>>[number]

/** One page of a card's movements, latest first. */
export async function pageTransactions(
  db: Database,
  cardId: string,
  { limit, offset, ...filter }: TransactionFilter & { limit: number; offset: number },
): Promise<{ rows: TransactionRow[]; total: number }> {
  const rows = await selectTransactions(db, cardId, filter).limit(limit).offset(offset)
  return { rows, total: await db.$count(cardLedger, patternOf(cardId, filter)) }
}

/** All movements of a card, latest first. */
export async function listTransactions(
  db: Database,
  cardId: string,
  filter: TransactionFilter,
): Promise<TransactionRow[]> {
  return selectTransactions(db, cardId, filter)
}

/**
 * The sums in and out of a card for each month with movements, latest first. Both amounts are in fen and not negative.
 */
export async function listMonths(
  db: Database,
  cardId: string,
): Promise<{ month: string; inFen: number; outFen: number }[]> {
  const month = sql<string>`to_char(${cardLedger.createdAt} at time zone interval '8 hours', 'YYYY-MM')`
  return db
    .select({
      month,
      inFen: sql<number>`coalesce(sum(${CHANGE}) filter (where ${CHANGE} > 0), 0)`.mapWith(Number),
      outFen: sql<number>`coalesce(-sum(${CHANGE}) filter (where ${CHANGE} < 0), 0)`.mapWith(Number),
    })
    .from(cardLedger)
    .where(eq(cardLedger.cardId, cardId))
    .groupBy(month)
    .orderBy(desc(month))
}

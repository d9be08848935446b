import type { CardTransaction } from '@paidang/api/areas/money/cards'
import type { CardLedgerKind } from '@paidang/domain/areas/money/cards/stored-card'
import { OBJECT_OF } from '@paidang/domain/areas/money/payments/order'
import { firstOfMonth, instantOf } from '@paidang/domain/kernel/day'
import { APP_COUNT_LIMIT, type Page } from '@paidang/domain/kernel/page'
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { cardLedger } from '../../../tables/cards.ts'
import { packagePurchases } from '../../../tables/packages.ts'
import { orders } from '../../../tables/payments.ts'

/** Filters for movements of a card: a month (yyyy-mm, in Shanghai), a direction, or a kind. */
export type TransactionFilter = {
  month?: string | undefined
  direction?: 'IN' | 'OUT' | undefined
  kind?: CardLedgerKind | undefined
}

/** What a movement changes, principal and gift together. */
export const CHANGE = sql`(${cardLedger.principalChange} + ${cardLedger.giftChange})`
const NEXT_MONTH = -1

/** The condition of a card's movements that a filter leaves. */
export function isMovement(cardId: string, { month, direction, kind }: TransactionFilter): SQL | undefined {
  return and(
    eq(cardLedger.cardId, cardId),
    kind && eq(cardLedger.kind, kind),
    month === undefined ? undefined : gte(cardLedger.createdAt, instantOf(`${month}-01`, 0)),
    month === undefined ? undefined : lt(cardLedger.createdAt, instantOf(firstOfMonth(`${month}-01`, NEXT_MONTH), 0)),
    direction === undefined ? undefined : direction === 'IN' ? sql`${CHANGE} > 0` : sql`${CHANGE} < 0`,
  )
}

/** Movements of cards with the orders that caused them. */
export const selectTransactions = (db: Database) =>
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
      contractId: packagePurchases.contractId,
      createdAt: cardLedger.createdAt,
    })
    .from(cardLedger)
    .leftJoin(orders, eq(orders.id, cardLedger.orderId))
    .leftJoin(packagePurchases, and(eq(orders.kind, 'COURSE'), eq(packagePurchases.id, orders.objectId)))
    .$dynamic()

export type TransactionRow = Awaited<ReturnType<typeof selectTransactions>>[number]

/** The latest movement first. */
export const latestFirst = [desc(cardLedger.seq)]

/** One page of a card's movements, latest first. */
export function pageTransactions(db: Database, cardId: string, query: TransactionFilter & Page) {
  const where = isMovement(cardId, query)
  return pageOf(db, selectTransactions(db), {
    where,
    order: latestFirst,
    query,
    present: presentTransaction,
    most: APP_COUNT_LIMIT,
  })
}

/** A movement as the card's owner sees it. */
function presentTransaction(row: TransactionRow): CardTransaction {
  return {
    seq: row.seq,
    kind: row.kind,
    amountFen: row.principalChange + row.giftChange,
    principalChange: row.principalChange,
    giftChange: row.giftChange,
    balanceAfterFen: row.principalAfter + row.giftAfter,
    principalAfter: row.principalAfter,
    giftAfter: row.giftAfter,
    reason: row.reason,
    order: orderOf(row),
    createTime: row.createdAt.toISOString(),
  }
}

function orderOf({
  orderId: id,
  orderTitle: title,
  orderKind,
  objectId,
  contractId,
}: TransactionRow): CardTransaction['order'] {
  if (id === null || title === null || orderKind === null || objectId === null) return null
  return { id, title, object: { kind: OBJECT_OF[orderKind], id: objectId, contractId: contractId ?? undefined } }
}

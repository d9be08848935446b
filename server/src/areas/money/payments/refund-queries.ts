import type { CardMoney } from '@paidang/domain/areas/cards/stored-card'
import { and, asc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { cardLedger } from '../../../tables/cards.ts'
import { type ProviderName, payments, refunds } from '../../../tables/payments.ts'

export type RefundRow = typeof refunds.$inferSelect

/** The states of a refund that is still to be requested, or under way at the provider. */
const OPEN = ['WAITING', 'PROCESSING'] as const

/** A refund to insert. */
export type NewRefund = Pick<
  typeof refunds.$inferInsert,
  | 'orderId'
  | 'paymentId'
  | 'outRefundNo'
  | 'amountFen'
  | 'cause'
  | 'reason'
  | 'target'
  | 'state'
  | 'nextTryAt'
  | 'doneAt'
  | 'createdAt'
>

/** Inserts a refund. Returns undefined if this cause already has a refund of this payment. */
export async function insertRefund(tx: Database, refund: NewRefund): Promise<RefundRow | undefined> {
  const [row] = await tx
    .insert(refunds)
    .values(refund)
    .onConflictDoNothing({ target: [refunds.paymentId, refunds.cause] })
    .returning()
  return row
}

/** Reads the refund of a payment for this cause, in any state. */
export async function findRefundOf(db: Database, paymentId: string, cause: string): Promise<RefundRow | undefined> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.cause, cause)))
  return row
}

/** Sums all refunds of a payment, done or not, in fen. */
export async function sumRefunds(db: Database, paymentId: string): Promise<number> {
  const [row] = await db
    .select({ fen: sql<string>`coalesce(sum(${refunds.amountFen}), 0)` })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  return Number(row?.fen ?? 0)
}

/** What an order took from a card, minus what it gave back; principal and gift separately. */
export async function moneyOfOrderOn(db: Database, orderId: string, cardId: string): Promise<CardMoney> {
  const [row] = await db
    .select({
      principalFen: sql<string>`coalesce(-sum(${cardLedger.principalChange}), 0)`,
      giftFen: sql<string>`coalesce(-sum(${cardLedger.giftChange}), 0)`,
    })
    .from(cardLedger)
    .where(
      and(eq(cardLedger.orderId, orderId), eq(cardLedger.cardId, cardId), inArray(cardLedger.kind, ['PAY', 'REFUND'])),
    )
  return { principalFen: Number(row?.principalFen ?? 0), giftFen: Number(row?.giftFen ?? 0) }
}

/** A refund that is open at the provider, with its payment's number and amount in fen. */
export type OpenRefund = RefundRow & { outTradeNo: string; totalFen: number }

/** Lists the refunds of a provider's payments that are due for a request or a query, in order of id. */
export async function listOpenRefunds(
  db: Database,
  { provider, now, afterId, limit }: { provider: ProviderName; now: Date; afterId: string; limit: number },
): Promise<OpenRefund[]> {
  const rows = await db
    .select({ refund: refunds, outTradeNo: payments.outTradeNo, receivedFen: payments.receivedFen })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        inArray(refunds.state, [...OPEN]),
        eq(payments.provider, provider),
        lte(refunds.nextTryAt, now),
        gt(refunds.id, afterId),
      ),
    )
    .orderBy(asc(refunds.id))
    .limit(limit)
  return rows.map(({ refund, outTradeNo, receivedFen }) => ({ ...refund, outTradeNo, totalFen: receivedFen ?? 0 }))
}

/**
 * Updates an open refund. A DONE refund stays DONE. A STUCK refund can only become DONE, once a person has resolved it.
 *
 * @returns the row if it changed
 */
export async function updateRefund(
  tx: Database,
  outRefundNo: string,
  change: Partial<Pick<RefundRow, 'state' | 'attempts' | 'nextTryAt' | 'doneAt' | 'lastError'>>,
): Promise<RefundRow | undefined> {
  const [row] = await tx
    .update(refunds)
    .set(change)
    .where(
      and(
        eq(refunds.outRefundNo, outRefundNo),
        change.state === 'DONE' ? ne(refunds.state, 'DONE') : inArray(refunds.state, [...OPEN]),
      ),
    )
    .returning()
  return row
}

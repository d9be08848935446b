import type { CardMoney } from '@paidang/domain/areas/cards/stored-card'
import { and, asc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { cardLedger } from '../cards/tables.ts'
import { type ProviderName, payments, refunds } from './tables.ts'

export type RefundRow = typeof refunds.$inferSelect

/** What still goes on: to be asked for, or under way at the provider. */
const OPEN = ['WAITING', 'PROCESSING'] as const

/** Money that begins its way back. */
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

/** Writes a refund; undefined when its cause has asked for one of this payment before. */
export async function insertRefund(tx: Database, refund: NewRefund): Promise<RefundRow | undefined> {
  const [row] = await tx
    .insert(refunds)
    .values(refund)
    .onConflictDoNothing({ target: [refunds.paymentId, refunds.cause] })
    .returning()
  return row
}

/** What of a payment goes back, or went, for this cause. */
export async function findRefundOf(db: Database, paymentId: string, cause: string): Promise<RefundRow | undefined> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.cause, cause)))
  return row
}

/** All that goes back of a payment, done or not, in fen. */
export async function sumRefunds(db: Database, paymentId: string): Promise<number> {
  const [row] = await db
    .select({ fen: sql<string>`coalesce(sum(${refunds.amountFen}), 0)` })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  return Number(row?.fen ?? 0)
}

/** What an order took from a card less what it gave back, principal and gift apart. */
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

/** A refund that goes on at the provider, and what it is of. */
export type OpenRefund = RefundRow & { outTradeNo: string; totalFen: number }

/** Refunds of a provider's payments whose time to be asked for, or about, has come, in the order of their ids. */
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
 * Moves a refund on. What is DONE stays so; from STUCK it only becomes DONE, once somebody has seen to it.
 *
 * @returns the row if it moved
 */
export async function updateRefund(
  tx: Database,
  outRefundNo: string,
  change: Partial<Pick<RefundRow, 'state' | 'attempts' | 'nextTryAt' | 'doneAt'>>,
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

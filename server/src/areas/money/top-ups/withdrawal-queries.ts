import type { TopUp } from '@paidang/domain/areas/cards/stored-card'
import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { cardLedger } from '../../../tables/cards.ts'
import { orders } from '../../../tables/payments.ts'

/** A top-up of a card, and the number of its withdrawals. */
export type TopUpRow = TopUp & { withdrawals: number }

/** The top-ups of a card ordered by payment, without the amounts that were withdrawn. */
export async function listTopUps(db: Database, cardId: string): Promise<TopUpRow[]> {
  const back = alias(cardLedger, 'back')
  const rows = await db
    .select({
      orderId: cardLedger.orderId,
      paidAt: cardLedger.createdAt,
      principalFen: sql<number>`${cardLedger.principalChange} + coalesce(sum(${back.principalChange}), 0)`.mapWith(
        Number,
      ),
      giftFen: sql<number>`${cardLedger.giftChange} + coalesce(sum(${back.giftChange}), 0)`.mapWith(Number),
      withdrawals: sql<number>`count(${back.seq})`.mapWith(Number),
    })
    .from(cardLedger)
    .leftJoin(
      back,
      and(eq(back.cardId, cardLedger.cardId), eq(back.orderId, cardLedger.orderId), eq(back.kind, 'WITHDRAW')),
    )
    .where(and(eq(cardLedger.cardId, cardId), eq(cardLedger.kind, 'TOP_UP')))
    .groupBy(cardLedger.cardId, cardLedger.seq)
    .orderBy(asc(cardLedger.seq))
  return rows.map(({ orderId, ...row }) => {
    if (orderId === null) throw new Error(`a top-up of card ${cardId} has no order`)
    return { orderId, ...row }
  })
}

/** Locks the order of a card's top-up for the rest of the transaction. Orders are locked before cards. */
export async function lockTopUpOrder(tx: Database, cardId: string, orderId: string): Promise<void> {
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.kind, 'CARD_TOP_UP'), eq(orders.objectId, cardId)))
    .for('update')
}

/** Whether exactly this amount of principal of a top-up was withdrawn before. */
export async function hasWithdrawn(
  db: Database,
  { cardId, orderId, refundFen }: { cardId: string; orderId: string; refundFen: number },
): Promise<boolean> {
  const rows = await db.$count(
    cardLedger,
    and(
      eq(cardLedger.cardId, cardId),
      eq(cardLedger.kind, 'WITHDRAW'),
      eq(cardLedger.orderId, orderId),
      eq(cardLedger.principalChange, -refundFen),
    ),
  )
  return rows > 0
}

import { CARD_NAME, cardNoOf } from '@paidang/domain/areas/money/cards/stored-card'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { reserveCardId } from '../areas/money/cards/card-ledger.ts'
import type { Database } from '../db/database.ts'
import { cardLedger, storedCards } from '../tables/cards.ts'
import { orderLines, orders, payments, simulatedPayments } from '../tables/payments.ts'
import type { CardPlan, CardRowPlan } from './cards.ts'
import { itemAt } from './random.ts'
import type { World } from './world.ts'
import { type Ids, writeAll, writeWithIds } from './write.ts'

/**
 * Writes the cards with their final balance. Their ledgers follow in the same transaction, after the orders that they
 * paid.
 */
export async function writeCards(tx: Database, { cards }: World, ids: Ids): Promise<void> {
  for (const card of cards) {
    const id = await reserveCardId(tx)
    ids.set(card, id)
    const { owner, rows, principalFen, giftFen } = card
    const face = { id, userId: ids.of(owner), cardNo: cardNoOf(id), name: CARD_NAME }
    await tx
      .insert(storedCards)
      .values({ ...face, principalFen, giftFen, seq: rows.length, createdAt: itemAt(rows, 0).at })
  }
}

/** Writes the ledger rows of the cards. */
export async function writeCardLedgers(tx: Database, { cards }: World, ids: Ids): Promise<void> {
  const moved = cards.flatMap((card) => card.rows.map((row) => ({ card, row })))
  await writeTopUps(
    tx,
    moved.filter(({ row }) => row.of.kind === 'TOP_UP'),
    ids,
  )
  await writeAll(moved, (batch) =>
    tx.insert(cardLedger).values(
      batch.map(({ card, row }) => {
        const { at, of, seq, principalChange, giftChange, principalAfter, giftAfter } = row
        const orderId = ids.of(of.kind === 'TOP_UP' ? row : of.seat)
        return {
          cardId: ids.of(card),
          seq,
          kind: of.kind,
          principalChange,
          giftChange,
          principalAfter,
          giftAfter,
          orderId,
          reference: of.kind === 'REFUND' && of.seat.refund ? `refund:${ids.of(of.seat.refund)}` : `order:${orderId}`,
          reason: of.kind === 'TOP_UP' ? '充值' : of.kind === 'PAY' ? of.ball.title : '球局取消',
          actorId: of.kind === 'REFUND' ? null : ids.of(card.owner),
          createdAt: at,
        }
      }),
    ),
  )
}

/**
 * Writes the order of each top-up, paid through the simulator, which has its own records. The ledger row is the key of
 * its id.
 */
async function writeTopUps(tx: Database, moved: readonly { card: CardPlan; row: CardRowPlan }[], ids: Ids) {
  const titleOf = ({ principalChange }: CardRowPlan) => `储值卡充值 ¥${yuanOf(principalChange)}`
  const cardOf = new Map(moved.map(({ card, row }) => [row, card]))
  const rows = moved.map(({ row }) => row)
  await writeWithIds(ids, rows, (batch) =>
    tx
      .insert(orders)
      .values(
        batch.map((row) => {
          const card = cardOf.get(row)
          if (!card) throw new Error('a row of no card')
          return {
            userId: ids.of(card.owner),
            kind: 'CARD_TOP_UP' as const,
            objectId: ids.of(card),
            title: titleOf(row),
            amountFen: row.principalChange,
            giftFen: row.giftChange,
            state: 'PAID' as const,
            method: 'WECHAT' as const,
            expiresAt: row.at,
            paidAt: row.at,
            createdAt: row.at,
          }
        }),
      )
      .returning({ id: orders.id }),
  )
  const numbered = rows.map((row) => ({ row, orderId: ids.of(row), number: `demo${ids.of(row)}` }))
  await writeAll(numbered, (batch) =>
    tx.insert(orderLines).values(
      batch.map(({ row, orderId }) => ({
        orderId,
        position: 0,
        label: '充值本金',
        quantity: 1,
        unitFen: row.principalChange,
      })),
    ),
  )
  await writeAll(numbered, (batch) =>
    tx.insert(payments).values(
      batch.map(({ row, orderId, number }) => ({
        orderId,
        provider: 'SIMULATOR' as const,
        outTradeNo: number,
        transactionId: number,
        channel: 'NATIVE' as const,
        amountFen: row.principalChange,
        receivedFen: row.principalChange,
        state: 'SETTLED' as const,
        settledAt: row.at,
        createdAt: row.at,
      })),
    ),
  )
  await writeAll(numbered, (batch) =>
    tx.insert(simulatedPayments).values(
      batch.map(({ row, number }) => ({
        outTradeNo: number,
        title: titleOf(row),
        amountFen: row.principalChange,
        state: 'SUCCESS' as const,
        transactionId: number,
        expiresAt: row.at,
        paidAt: row.at,
        createdAt: row.at,
      })),
    ),
  )
}

import { CARD_NAME, cardNoOf } from '@paidang/domain/areas/cards/stored-card'
import { reserveCardId } from '../areas/money/cards/card-ledger.ts'
import type { Database } from '../db/database.ts'
import { cardLedger, storedCards } from '../tables/cards.ts'
import { orderLines, orders, payments } from '../tables/payments.ts'
import { only, TEST_NOW } from './builders.ts'

const DAY_MS = 86_400_000

/** A card, and the order that issued it. */
export type GivenCard = { cardId: string; orderId: string }

/** Adds a card with ¥800 of principal by default. A top-up paid through the simulator issued it yesterday. */
export async function givenCard(
  db: Database,
  {
    userId,
    principalFen = 80_000,
    giftFen = 0,
    paidAt = new Date(TEST_NOW.getTime() - DAY_MS),
  }: { userId: string; principalFen?: number; giftFen?: number; paidAt?: Date },
): Promise<GivenCard> {
  return db.transaction(async (tx) => {
    const cardId = await reserveCardId(tx)
    const face = { id: cardId, userId, name: CARD_NAME, cardNo: cardNoOf(cardId) }
    await tx.insert(storedCards).values({ ...face, principalFen, giftFen, seq: 1, createdAt: paidAt })
    const { id: orderId } = only(
      await tx
        .insert(orders)
        .values({
          userId,
          kind: 'CARD_TOP_UP',
          objectId: cardId,
          title: '储值卡充值',
          amountFen: principalFen,
          state: 'PAID',
          method: 'WECHAT',
          expiresAt: paidAt,
          paidAt,
          createdAt: paidAt,
        })
        .returning({ id: orders.id }),
    )
    await tx.insert(orderLines).values({ orderId, position: 0, label: '充值本金', quantity: 1, unitFen: principalFen })
    await tx.insert(payments).values({
      orderId,
      provider: 'SIMULATOR',
      outTradeNo: `given${orderId}`,
      transactionId: `given${orderId}`,
      channel: 'NATIVE',
      amountFen: principalFen,
      receivedFen: principalFen,
      state: 'SETTLED',
      settledAt: paidAt,
      createdAt: paidAt,
    })
    await tx.insert(cardLedger).values({
      cardId,
      seq: 1,
      kind: 'TOP_UP',
      principalChange: principalFen,
      giftChange: giftFen,
      principalAfter: principalFen,
      giftAfter: giftFen,
      orderId,
      reference: `order:${orderId}`,
      reason: '充值',
      actorId: userId,
      createdAt: paidAt,
    })
    return { cardId, orderId }
  })
}

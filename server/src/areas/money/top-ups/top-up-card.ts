import type { Order } from '@paidang/api/areas/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isTooFullFor, TOP_UP_PLANS } from '@paidang/domain/areas/cards/stored-card'
import { TOP_UP_MINUTES_TO_PAY } from '@paidang/domain/areas/payments/order'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { reserveCardId } from '../cards/card-ledger.ts'
import { readOwnCard } from '../cards/read-cards.ts'
import { openOrder } from '../payments/open-order.ts'
import { presentOrder } from '../payments/present-order.ts'

const MINUTE_MS = 60_000

/**
 * Creates the order of a top-up of the caller's card, or of a new card whose id it reserves. No money is on the card
 * before it is paid.
 *
 * @throws ApiError card_plan_unknown, card_not_found, card_too_full
 * Source: decision "Hours and money"
 */
export async function topUpCard(
  db: Database,
  { planId, cardId, actorId, now }: { planId: string; cardId: string | undefined; actorId: string; now: Date },
): Promise<Order> {
  const plan = TOP_UP_PLANS.find(({ id }) => id === planId)
  if (!plan) throw new ApiError('card_plan_unknown')
  const { principalFen, giftFen } = plan
  return db.transaction(async (tx) => {
    if (cardId !== undefined && isTooFullFor(await readOwnCard(tx, { cardId, actorId }), plan)) {
      throw new ApiError('card_too_full')
    }
    const gift = { label: `赠送 ¥${yuanOf(giftFen)}`, quantity: 1, unitFen: 0 }
    const order = await openOrder(tx, {
      userId: actorId,
      kind: 'CARD_TOP_UP',
      objectId: cardId ?? (await reserveCardId(tx)),
      title: `储值卡充值 ¥${yuanOf(principalFen)}`,
      lines: [{ label: '充值本金', quantity: 1, unitFen: principalFen }, ...(giftFen > 0 ? [gift] : [])],
      expiresAt: new Date(now.getTime() + TOP_UP_MINUTES_TO_PAY * MINUTE_MS),
    })
    return presentOrder(tx, order)
  })
}

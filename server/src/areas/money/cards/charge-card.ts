import { ApiError } from '@paidang/api/catalogue/errors'
import { type CardMoney, takenFrom } from '@paidang/domain/areas/cards/stored-card'
import type { Database } from '../../../db/database.ts'
import { lockCard, moveMoney } from './card-ledger.ts'

/** An order that its owner pays with a card. `amountFen` is its whole amount. */
export type Charge = {
  cardId: string
  userId: string
  amountFen: number
  orderId: string
  reason: string
  now: Date
}

/**
 * Takes an order's whole amount from a card, or nothing. An order is charged once.
 *
 * @returns how much of the amount was principal and how much gift
 * @throws ApiError card_not_found (also for another person's card), card_balance_too_low.
 * Source: decision "Hours and money"
 */
export async function chargeCard(
  tx: Database,
  { cardId, userId, amountFen, orderId, reason, now }: Charge,
): Promise<CardMoney> {
  const card = await lockCard(tx, cardId, userId)
  if (!card) throw new ApiError('card_not_found')
  const taken = takenFrom(card, amountFen)
  if (!taken) throw new ApiError('card_balance_too_low')

  const isMoved = await moveMoney(tx, {
    cardId,
    kind: 'PAY',
    principalChange: -taken.principalFen,
    giftChange: -taken.giftFen,
    orderId,
    reference: `order:${orderId}`,
    reason,
    actorId: userId,
    now,
  })
  if (!isMoved) throw new Error(`card ${cardId} is locked, and yet has less than was read`)
  return taken
}

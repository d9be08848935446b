import type { StoredCard, Withdrawal } from '@paidang/api/areas/cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { withdrawalsOf } from '@paidang/domain/areas/cards/stored-card'
import type { Database } from '../../../db/database.ts'
import { lockCard, moveMoney } from '../cards/card-ledger.ts'
import { presentCard } from '../cards/present-card.ts'
import { type OwnCard, readOwnCard } from '../cards/read-cards.ts'
import { refundOrder } from '../payments/refund-order.ts'
import { hasWithdrawn, listTopUps, lockTopUpOrder } from './withdrawal-queries.ts'

/**
 * The amounts of a card's top-ups that its owner can withdraw now, latest first.
 *
 * @throws ApiError card_not_found
 */
export async function readWithdrawals(db: Database, { now, ...own }: OwnCard & { now: Date }): Promise<Withdrawal[]> {
  const card = await readOwnCard(db, own)
  const found = withdrawalsOf(card, await listTopUps(db, own.cardId), now)
  return found.map(({ until, ...withdrawal }) => ({ ...withdrawal, until: until.toISOString() }))
}

/**
 * Withdraws the unused principal of a top-up of the last seven days. It is refunded to its source, and its unspent gift
 * is lost. `refundFen` is the whole amount that the owner was shown, in fen. Repeating it returns the current card.
 *
 * @throws ApiError card_not_found; card_withdrawal_changed if another amount, or nothing, can be withdrawn by now.
 * Source: decision "Hours and money", 7-day refund
 */
export async function withdrawTopUp(
  db: Database,
  { cardId, orderId, refundFen, actorId, now }: OwnCard & { orderId: string; refundFen: number; now: Date },
): Promise<StoredCard> {
  return db.transaction(async (tx) => {
    await lockTopUpOrder(tx, cardId, orderId)
    const card = await lockCard(tx, cardId, actorId)
    if (!card) throw new ApiError('card_not_found')
    const topUps = await listTopUps(tx, cardId)
    const topUp = topUps.find((one) => one.orderId === orderId)
    const withdrawal = withdrawalsOf(card, topUps, now).find((one) => one.orderId === orderId)
    if (!topUp || withdrawal?.refundFen !== refundFen) {
      if (await hasWithdrawn(tx, { cardId, orderId, refundFen })) return presentCard(card)
      throw new ApiError('card_withdrawal_changed')
    }

    // A cancelled game may return principal within the seven days, so a top-up can have several withdrawals.
    const nth = topUp.withdrawals + 1
    const reason = '七日内无理由退款'
    await refundOrder(tx, { orderId, amountFen: refundFen, cause: `withdrawn:${nth}`, reason, target: 'SOURCE', now })
    const isMoved = await moveMoney(tx, {
      cardId,
      kind: 'WITHDRAW',
      principalChange: -refundFen,
      giftChange: -withdrawal.lostGiftFen,
      orderId,
      reference: `order:${orderId}:${nth}`,
      reason,
      actorId: actorId,
      now,
    })
    if (!isMoved) throw new Error(`card ${cardId} is locked, and yet has less than was read`)
    return presentCard(await readOwnCard(tx, { cardId, actorId }))
  })
}

import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { chargeCard } from '../cards/charge-card.ts'
import { lockOrderAndObject } from './lock-order.ts'
import { newTradeNo } from './numbers.ts'
import type { OrderEffects, OrderRow } from './order-effects.ts'
import { type Payer, payableOrder } from './payable-order.ts'
import { insertPayment } from './payment-queries.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Pays an order in full with a card of the payer. Payment and effect share one transaction. An order that a card has
 * already paid stays as it is.
 *
 * @returns the current row; CLOSED with the money back on the card, if the object is no longer available
 * @throws ApiError as payableOrder; order_kind_without_card, card_not_found, card_balance_too_low
 */
export async function payByCard(
  db: Database,
  { orderId, cardId, effects, ...payer }: Payer & { orderId: string; cardId: string; effects: OrderEffects },
): Promise<OrderRow> {
  const { now } = payer
  return db.transaction(async (tx) => {
    const { order, isPaid } = payableOrder(await lockOrderAndObject(tx, orderId, effects), 'CARD', payer)
    if (isPaid) return order
    if (order.kind === 'CARD_TOP_UP') throw new ApiError('order_kind_without_card')

    const { userId, amountFen, title: reason } = order
    await chargeCard(tx, { cardId, userId, amountFen, orderId, reason, now })
    const outTradeNo = newTradeNo()
    const times = { nextPollAt: now, createdAt: now }
    await insertPayment(tx, { orderId, provider: 'CARD', cardId, outTradeNo, amountFen, ...times })
    const received = { transactionId: null, amountFen, currency: 'CNY' }
    return settlePayment(tx, { outTradeNo, received, effects, now })
  })
}

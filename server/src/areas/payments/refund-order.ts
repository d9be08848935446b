import { ApiError } from '@paidang/api/catalogue/errors'
import { givenBack } from '@paidang/domain/areas/cards/stored-card'
import type { RefundTarget } from '@paidang/domain/areas/payments/order'
import type { Fen } from '@paidang/domain/kernel/fen'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { creditCard } from '../cards/credit-card.ts'
import { findCardForRefund } from '../cards/find-card-for-refund.ts'
import { orderTopic } from './lock-order.ts'
import { newRefundNo } from './numbers.ts'
import type { OrderRow } from './order-effects.ts'
import { findSettledPayment, type PaymentRow } from './payment-queries.ts'
import { lockOrder } from './queries.ts'
import { findRefundOf, insertRefund, moneyOfOrderOn, type RefundRow, sumRefunds } from './refund-queries.ts'

/** The cause of what pays nothing and goes back whole. */
export const SURPLUS = 'surplus'

/** Money that is to go back: `cause` for the machine, once per payment; `reason` for the reader. */
type GivingBack = { amountFen: Fen; cause: string; reason: string; target: RefundTarget; now: Date }

/**
 * Part or all of a paid order's money goes back: what a card paid to that card at once; what WeChat Pay brought to a card of
 * the payer at once where `target` is CARD and he has one, else to its source, which a job asks the provider for. One cause
 * gives back once: asking again answers the refund that stands. Whoever calls tells the payer, since he knows the story.
 *
 * @throws ApiError order_not_found; Error when the order is not paid, or has not so much left
 * Source: decision "Hours and money"; invariants O2, B7
 */
export async function refundOrder(
  tx: Database,
  { orderId, ...asked }: GivingBack & { orderId: string },
): Promise<RefundRow> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ApiError('order_not_found')
  const payment = await findSettledPayment(tx, orderId)
  if (!payment) throw new Error(`order ${orderId} is ${order.state}: nothing of it can go back`)
  return refundPayment(tx, { order, payment, ...asked })
}

/** As refundOrder, for any payment that brought money. The order is locked, so no two together give back too much. */
export async function refundPayment(
  tx: Database,
  { order, payment, ...asked }: GivingBack & { order: OrderRow; payment: PaymentRow },
): Promise<RefundRow> {
  const { amountFen, cause, reason, now } = asked
  const earlier = await findRefundOf(tx, payment.id, cause)
  if (earlier) return earlier
  const left = (payment.receivedFen ?? 0) - (await sumRefunds(tx, payment.id))
  if (amountFen > left) throw new Error(`order ${order.id} has ${left} fen left, ${amountFen} cannot go back`)

  const cardId = payment.cardId ?? (asked.target === 'CARD' ? await findCardForRefund(tx, order.userId) : undefined)
  const refund = await insertRefund(tx, {
    orderId: order.id,
    paymentId: payment.id,
    outRefundNo: newRefundNo(),
    amountFen,
    cause,
    reason,
    createdAt: now,
    ...(cardId
      ? { target: 'CARD' as const, state: 'DONE' as const, doneAt: now }
      : { target: 'SOURCE' as const, state: 'WAITING' as const, nextTryAt: now }),
  })
  if (!refund) throw new Error(`order ${order.id} is locked, and yet somebody else gave back for ${cause}`)
  if (cardId) await giveToCard(tx, { refund, payment, cardId, now })
  await publishChanges(tx, [orderTopic(order.id)])
  return refund
}

/** To the card that paid as it was taken, gift first; to another as principal, since it was money. */
async function giveToCard(
  tx: Database,
  { refund, payment, cardId, now }: { refund: RefundRow; payment: PaymentRow; cardId: string; now: Date },
): Promise<void> {
  const { id, orderId, amountFen, reason } = refund
  const money = payment.cardId
    ? givenBack(await moneyOfOrderOn(tx, orderId, cardId), amountFen)
    : { principalFen: amountFen, giftFen: 0 }
  if (!money) throw new Error(`the ledger of card ${cardId} knows of less than order ${orderId} gives back`)
  const cause = { orderId, reference: `refund:${id}`, reason, actorId: null, now }
  await creditCard(tx, { cardId, kind: 'REFUND', ...money, ...cause })
}

import { ApiError } from '@paidang/api/catalogue/errors'
import { givenBack } from '@paidang/domain/areas/cards/stored-card'
import type { RefundTarget } from '@paidang/domain/areas/payments/order'
import type { Fen } from '@paidang/domain/kernel/fen'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { creditCard } from '../cards/credit-card.ts'
import { findCardForRefund } from '../cards/find-card-for-refund.ts'
import { orderTopic } from './lock-order.ts'
import { newRefundNo } from './numbers.ts'
import type { OrderRow } from './order-effects.ts'
import { findSettledPayment, type PaymentRow } from './payment-queries.ts'
import { lockOrder } from './queries.ts'
import { findRefundOf, insertRefund, moneyOfOrderOn, type RefundRow, sumRefunds } from './refund-queries.ts'

/** The cause of refunds of money that pays no order. */
export const SURPLUS = 'surplus'

/** A refund: `cause` is for the machine, once per payment; `reason` is for the reader. */
type GivingBack = { amountFen: Fen; cause: string; reason: string; target: RefundTarget; now: Date }

/**
 * Refunds part or all of a paid order. Money from a card goes back to that card at once. Money from WeChat Pay goes to
 * a card at once, if `target` is CARD and the payer has one. Otherwise it goes to its source, and a job requests that
 * from the provider. One cause is refunded once: a repeat returns the existing refund. The caller notifies the payer,
 * because the caller knows the reason.
 *
 * @throws ApiError order_not_found; Error when the order is not paid, or too little money is left
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

/**
 * As refundOrder, for any payment that brought money. The order must be locked, so that refunds together stay within
 * the payment.
 */
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

/**
 * The card that paid gets the money as it was taken, gift first. Another card gets principal, because it was real
 * money.
 */
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

import { ApiError } from '@paidang/api/catalogue/errors'
import { CARD_NAME, type CardMoney, cardNoOf, givenBack } from '@paidang/domain/areas/money/cards/stored-card'
import {
  MAX_TRIES,
  NOT_REFUNDED,
  nextPaymentPoll,
  nextTry,
  type RefundState,
  type RefundWish,
} from '@paidang/domain/areas/money/payments/order'
import type { Fen } from '@paidang/domain/kernel/fen'
import { and, asc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { messageOf } from '../../../process/error-parts.ts'
import { cardLedger } from '../../../tables/cards.ts'
import { type ProviderName, payments, refunds } from '../../../tables/payments.ts'
import { creditCard, insertCard, reserveCardId } from '../cards/card-ledger.ts'
import { listCards } from '../cards/read-card.ts'
import { lockOrder, type OrderRow, orderTopic } from './order.ts'
import { findSettledPayment, newNumber, type PaymentRow } from './payment-rows.ts'
import { type PaymentProvider, type Payments, type ProviderRefund, ProviderUnavailable } from './provider.ts'

export type RefundRow = typeof refunds.$inferSelect

/** The cause of refunds of money that pays no order. */
export const SURPLUS = 'surplus'

/** The states of a refund that is still to be requested, or under way at the provider. */
const OPEN = ['WAITING', 'PROCESSING'] as const

/** Lists the refunds of these orders, earliest first. */
export async function listRefunds(db: Database, orderIds: readonly string[]): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, [...orderIds]))
    .orderBy(asc(refunds.id))
}

/** Sums all refunds of a payment, done or not, in fen. */
async function sumRefunds(db: Database, paymentId: string): Promise<number> {
  const [row] = await db
    .select({ fen: sql<string>`coalesce(sum(${refunds.amountFen}), 0)` })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  return Number(row?.fen ?? 0)
}

/** What an order took from a card, minus what it gave back; principal and gift separately. */
async function moneyOfOrderOn(db: Database, orderId: string, cardId: string): Promise<CardMoney> {
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

/**
 * Updates an open refund. A DONE refund stays DONE. A STUCK refund can only become DONE, once a person has resolved it.
 *
 * @returns the row if it changed
 */
async function updateRefund(
  tx: Database,
  outRefundNo: string,
  change: Partial<Pick<RefundRow, 'state' | 'attempts' | 'nextTryAt' | 'doneAt' | 'lastError'>>,
): Promise<RefundRow | undefined> {
  const isOpen = change.state === 'DONE' ? ne(refunds.state, 'DONE') : inArray(refunds.state, [...OPEN])
  const [row] = await tx
    .update(refunds)
    .set(change)
    .where(and(eq(refunds.outRefundNo, outRefundNo), isOpen))
    .returning()
  return row
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

/** A refund: `cause` is for the machine, once per payment; `reason` is for the reader. */
type GivingBack = {
  amountFen: Fen
  cause: string
  reason: string
  target: RefundWish | 'CORRECTION'
  /** Whether a payer without a card gets one for the money, since its source does not take it. */
  issuesCard?: boolean
  now: Date
}

/**
 * Refunds part or all of a paid order. Money from a card goes back to that card at once. Money from WeChat Pay goes to
 * a card at once, if `target` is CARD and the payer has one. Otherwise it goes to its source, and a job requests that
 * from the provider. Money from the front desk waits there until staff give it back; a CORRECTION of it waits until its entry counts, in the same transaction. One cause is refunded once: a repeat returns the existing refund. The caller notifies the payer,
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
  const isSame = and(eq(refunds.paymentId, payment.id), eq(refunds.cause, cause))
  const [earlier] = await tx.select().from(refunds).where(isSame)
  if (earlier) return earlier
  const left = (payment.receivedFen ?? 0) - (await sumRefunds(tx, payment.id))
  if (amountFen > left) throw new Error(`order ${order.id} has ${left} fen left, ${amountFen} cannot go back`)

  // Of the payer's cards it is the one with the highest balance.
  const known = payment.cardId ?? (asked.target === 'CARD' ? (await listCards(tx, order.userId))[0]?.id : undefined)
  const cardId = known ?? (asked.issuesCard ? await reserveCardId(tx) : undefined)
  const [refund] = await tx
    .insert(refunds)
    .values({
      orderId: order.id,
      paymentId: payment.id,
      outRefundNo: newNumber('R'),
      amountFen,
      cause,
      reason,
      createdAt: now,
      ...(cardId
        ? { target: 'CARD' as const, state: 'DONE' as const, doneAt: now }
        : payment.provider === 'OFFLINE'
          ? { target: asked.target === 'CORRECTION' ? asked.target : ('OFFLINE' as const), state: 'WAITING' as const }
          : { target: 'SOURCE' as const, state: 'WAITING' as const, nextTryAt: now }),
    })
    .onConflictDoNothing({ target: [refunds.paymentId, refunds.cause] })
    .returning()
  if (!refund) throw new Error(`order ${order.id} is locked, and yet somebody else gave back for ${cause}`)
  if (cardId && known) await giveToCard(tx, { refund, payment, cardId, now })
  else if (cardId) {
    const face = { id: cardId, userId: order.userId, cardNo: cardNoOf(cardId), name: CARD_NAME }
    const movement = { kind: 'REFUND' as const, principalFen: amountFen, giftFen: 0, reference: `refund:${refund.id}` }
    await insertCard(tx, { ...face, ...movement, orderId: order.id, reason, actorId: null, now })
  }
  await publishChanges(tx, [orderTopic(order.id)])
  return refund
}

function changeBy(
  { state }: ProviderRefund,
  now: Date,
): { state: RefundState; nextTryAt: Date | null; lastError: string | null; attempts?: number; doneAt?: Date } {
  if (state === 'SUCCESS') return { state: 'DONE', nextTryAt: null, doneAt: now, lastError: null }
  if (state === 'PROCESSING') {
    return { state: 'PROCESSING', nextTryAt: nextPaymentPoll(now, now), attempts: 0, lastError: null }
  }
  return { state: 'STUCK', nextTryAt: null, lastError: NOT_REFUNDED[state] }
}

/**
 * Applies what a provider says about a refund, in any sequence and any number of times. DONE is final. A refund that
 * cannot go through is STUCK until a person resolves it at the provider.
 *
 * @returns the row if it changed
 */
export async function settleRefund(
  db: Database,
  { outRefundNo, refund, now }: { outRefundNo: string; refund: ProviderRefund; now: Date },
): Promise<RefundRow | undefined> {
  return db.transaction(async (tx) => {
    const moved = await updateRefund(tx, outRefundNo, changeBy(refund, now))
    if (moved) await publishChanges(tx, [orderTopic(moved.orderId)])
    return moved
  })
}

/** Lists the refunds of a provider's payments that are due for a request or a query, in order of id. */
async function listOpenRefunds(
  db: Database,
  { provider, now, afterId, limit }: { provider: ProviderName; now: Date; afterId: string; limit: number },
) {
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

/** A refund that is open at the provider, with its payment's number and amount in fen. */
type OpenRefund = Awaited<ReturnType<typeof listOpenRefunds>>[number]

async function ask(provider: PaymentProvider, refund: OpenRefund): Promise<ProviderRefund> {
  const { outTradeNo, outRefundNo, amountFen, totalFen, reason } = refund
  if (refund.state === 'WAITING') return provider.refund({ outTradeNo, outRefundNo, amountFen, totalFen, reason })
  const known = await provider.queryRefund(outRefundNo)
  if (known.state === 'UNKNOWN') throw new ProviderUnavailable(NOT_REFUNDED.FORGOTTEN)
  return known
}

/** Records a failed attempt and the time of the next one. @throws the error of the attempt, for the log */
async function postpone(
  db: Database,
  { refund, error, now }: { refund: OpenRefund; error: unknown; now: Date },
): Promise<never> {
  const attempts = refund.attempts + 1
  const isStuck = attempts >= MAX_TRIES
  await updateRefund(db, refund.outRefundNo, {
    attempts,
    lastError: messageOf(error),
    ...(isStuck ? { state: 'STUCK', nextTryAt: null } : { nextTryAt: nextTry(attempts, now) }),
  })
  throw isStuck ? new Error(`given up after ${attempts} tries`, { cause: error }) : error
}

/**
 * Requests the waiting refunds from the provider, always under the same number. Refunds that the provider has accepted
 * are queried until they are done. A refund that is refused again and again becomes STUCK, and this is logged.
 *
 * Source: decision "Hours and money", Payments
 */
export async function retryRefunds({
  db,
  now,
  signal,
  onFault,
  payments: { provider },
}: JobContext & { payments: Payments }): Promise<void> {
  await processEach({
    what: 'refund',
    list: (page) => listOpenRefunds(db, { provider: provider.name, now, ...page }),
    each: async (refund) => {
      const { outRefundNo, createdAt } = refund
      const answer = await ask(provider, refund).catch((error: unknown) => postpone(db, { refund, error, now }))
      const moved = await settleRefund(db, { outRefundNo, refund: answer, now })
      if (moved?.state === 'STUCK') throw new Error(`the provider cannot give back: ${answer.state}`)
      if (moved?.state === 'PROCESSING')
        await updateRefund(db, outRefundNo, { nextTryAt: nextPaymentPoll(createdAt, now) })
    },
    signal,
    onFault,
  })
}

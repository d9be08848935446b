import * as api from '@paidang/api/areas/money/cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  CARD_NAME,
  cardNoOf,
  isTooFullFor,
  leftOfTopUps,
  type TopUp,
  withdrawalsOf,
} from '@paidang/domain/areas/money/cards/stored-card'
import { type RefundTarget, refundTargetOf, TOP_UP_MINUTES_TO_PAY } from '@paidang/domain/areas/money/payments/order'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { cardLedger, storedCards, topUpPlans } from '../../../tables/cards.ts'
import { orders } from '../../../tables/payments.ts'
import { notify } from '../../ground/messages/notify.ts'
import { creditCard, insertCard, isCardOf, lockCard, moveMoney, reserveCardId } from '../cards/card-ledger.ts'
import { presentCard, readOwnCard } from '../cards/read-card.ts'
import { type CorrectableEffect, openOrder } from '../payments/order.ts'
import { presentOrder } from '../payments/present-order.ts'
import { refundOrder } from '../payments/refunds.ts'

const MINUTE_MS = 60_000

/**
 * The effect of a paid top-up. It adds principal and gift to the card, or issues the card with the id that the order
 * reserved. The payment is refused if the card is too full by now, or if the plan is no longer sold.
 *
 * Source: decision "Hours and money"
 */
export const topUpEffect: CorrectableEffect = {
  async paid(tx, { id: orderId, objectId: cardId, userId, amountFen: principalFen, giftFen }, now) {
    const cause = { orderId, reference: `order:${orderId}`, reason: '充值', actorId: userId, now }
    const card = await lockCard(tx, cardId, userId)
    if (card && isTooFullFor(card, { principalFen, giftFen })) return 'refused'
    if (card) {
      await creditCard(tx, { cardId, kind: 'TOP_UP', principalFen, giftFen, ...cause })
    } else {
      const face = { id: cardId, userId, cardNo: cardNoOf(cardId), name: CARD_NAME }
      await insertCard(tx, { ...face, kind: 'TOP_UP', principalFen, giftFen, ...cause })
    }
    const gift = giftFen > 0 ? `，赠送 ¥${yuanOf(giftFen)}` : ''
    await notify(tx, {
      receiverIds: [userId],
      senderId: null,
      category: 'systemNotice',
      title: '储值卡充值成功',
      content: `充值 ¥${yuanOf(principalFen)}${gift}`,
      about: { kind: 'card', id: cardId },
    })
    return 'done'
  },
  async closed() {
    // An unpaid top-up holds nothing, so there is nothing to release.
  },
  async isUsed(db, { id, objectId: cardId, userId, amountFen, giftFen }) {
    const [card] = await db.select().from(storedCards).where(isCardOf(cardId, userId))
    if (!card) return true
    const left = leftOfTopUps(card, await listTopUps(db, cardId)).find(({ orderId }) => orderId === id)
    return left?.principalFen !== amountFen || left.giftFen !== giftFen
  },
  async takeBack(tx, order, { now }) {
    const { id: orderId, objectId: cardId, userId, amountFen, giftFen } = order
    await lockCard(tx, cardId, userId)
    if (await topUpEffect.isUsed(tx, order, now)) return undefined
    const reason = CORRECTION_REASON
    await refundOrder(tx, { orderId, amountFen, cause: 'corrected', reason, target: 'CORRECTION', now })
    const change = { principalChange: -amountFen, giftChange: -giftFen, reference: `corrected:${orderId}` }
    const isMoved = await moveMoney(tx, { cardId, kind: 'WITHDRAW', ...change, orderId, reason, actorId: null, now })
    if (!isMoved) throw new Error(`card ${cardId} is locked, and yet has less than was read`)
    return ''
  },
}

/** The top-ups of a card ordered by payment, less the amounts that were withdrawn, and how often that was. */
async function listTopUps(
  db: Database,
  cardId: string,
): Promise<(TopUp & { withdrawals: number; target: RefundTarget })[]> {
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
      method: orders.method,
    })
    .from(cardLedger)
    .leftJoin(orders, eq(orders.id, cardLedger.orderId))
    .leftJoin(
      back,
      and(eq(back.cardId, cardLedger.cardId), eq(back.orderId, cardLedger.orderId), eq(back.kind, 'WITHDRAW')),
    )
    .where(and(eq(cardLedger.cardId, cardId), eq(cardLedger.kind, 'TOP_UP')))
    .groupBy(cardLedger.cardId, cardLedger.seq, orders.method)
    .orderBy(asc(cardLedger.seq))
  return rows.map(({ orderId, method, ...row }) => {
    if (orderId === null) throw new Error(`a top-up of card ${cardId} has no order`)
    return { orderId, target: refundTargetOf(method), ...row }
  })
}

/**
 * The unused principal of a top-up of the last seven days is refunded to its source, and its unspent gift is lost.
 * `refundFen` is the whole amount that the owner was shown. Repeating it returns the current card.
 */
function withdrawTopUp({
  body: { cardId, orderId, refundFen },
  user: { id: actorId },
  db,
  now,
}: Handled<typeof api.withdrawTopUp>) {
  return db.transaction(async (tx) => {
    // Orders are locked before cards.
    await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, orderId), eq(orders.kind, 'CARD_TOP_UP'), eq(orders.objectId, cardId)))
      .for('update')
    const card = await lockCard(tx, cardId, actorId)
    if (!card) throw new ApiError('card_not_found')
    const topUps = await listTopUps(tx, cardId)
    const topUp = topUps.find((one) => one.orderId === orderId)
    const withdrawal = withdrawalsOf(card, topUps, now).find((one) => one.orderId === orderId)
    if (!topUp || withdrawal?.refundFen !== refundFen) {
      const isSame = and(eq(cardLedger.orderId, orderId), eq(cardLedger.principalChange, -refundFen))
      const before = and(eq(cardLedger.cardId, cardId), eq(cardLedger.kind, 'WITHDRAW'), isSame)
      if ((await tx.$count(cardLedger, before)) > 0) return presentCard(card)
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
      actorId,
      now,
    })
    if (!isMoved) throw new Error(`card ${cardId} is locked, and yet has less than was read`)
    return presentCard(await readOwnCard(tx, { cardId, actorId }))
  })
}

export default plugin([
  // A new card gets its id reserved. No money is on the card before the order is paid.
  handle(api.topUpCard, async ({ body: { planId, cardId, ...seen }, user: { id: actorId }, db, now }) =>
    db.transaction(async (tx) => {
      const isOffered = and(eq(topUpPlans.id, planId), eq(topUpPlans.isOnSale, true))
      const [plan] = await tx.select().from(topUpPlans).where(isOffered)
      if (!plan) throw new ApiError('card_plan_unknown')
      const { principalFen, giftFen } = plan
      if ((seen.principalFen ?? principalFen) !== principalFen || (seen.giftFen ?? giftFen) !== giftFen)
        throw new ApiError('card_plan_changed')
      if (cardId !== undefined && isTooFullFor(await readOwnCard(tx, { cardId, actorId }), plan))
        throw new ApiError('card_too_full')
      const gift = { label: `赠送 ¥${yuanOf(giftFen)}`, quantity: 1, unitFen: 0 }
      const order = await openOrder(tx, {
        userId: actorId,
        kind: 'CARD_TOP_UP',
        objectId: cardId ?? (await reserveCardId(tx)),
        title: `储值卡充值 ¥${yuanOf(principalFen)}`,
        giftFen,
        lines: [{ label: '充值本金', quantity: 1, unitFen: principalFen }, ...(giftFen > 0 ? [gift] : [])],
        expiresAt: new Date(now.getTime() + TOP_UP_MINUTES_TO_PAY * MINUTE_MS),
      })
      return presentOrder(tx, order)
    }),
  ),

  handle(api.withdrawalsOfCard, async ({ params: { cardId }, user: { id: actorId }, db, now }) => {
    const card = await readOwnCard(db, { cardId, actorId })
    const topUps = await listTopUps(db, cardId)
    const targets = new Map(topUps.map(({ orderId, target }) => [orderId, target]))
    return withdrawalsOf(card, topUps, now).map(({ until, ...withdrawal }) => ({
      ...withdrawal,
      target: targets.get(withdrawal.orderId) ?? 'SOURCE',
      until: until.toISOString(),
    }))
  }),

  handle(api.withdrawTopUp, withdrawTopUp),
])

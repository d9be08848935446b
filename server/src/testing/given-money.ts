import { CARD_NAME, cardNoOf } from '@paidang/domain/areas/money/cards/stored-card'
import { eq, sql } from 'drizzle-orm'
import { reserveCardId } from '../areas/money/cards/card-ledger.ts'
import type { OrderEffects, OrderRow } from '../areas/money/payments/order.ts'
import { closeOrder, type OrderToOpen, openOrder } from '../areas/money/payments/order.ts'
import { insertPayment } from '../areas/money/payments/payment-rows.ts'
import { listRefunds, refundOrder } from '../areas/money/payments/refunds.ts'
import { settlePayment } from '../areas/money/payments/settle-payment.ts'
import {
  insertSimulatedPayment,
  insertSimulatedRefund,
  moveSimulatedPayment,
} from '../areas/money/payments/simulator.ts'
import { topUpEffect } from '../areas/money/top-ups/top-ups.ts'
import type { Database } from '../db/database.ts'
import { cardAdjustments, cardLedger, storedCards } from '../tables/cards.ts'
import {
  offlineEntries,
  offlineSettings,
  orderLines,
  orders,
  paymentEvents,
  payments,
  refunds,
  shipments,
} from '../tables/payments.ts'
import { reconcileFindings, reconcileRuns } from '../tables/reconcile.ts'
import { stringingRefunds } from '../tables/stringing-orders.ts'
import { only, TEST_NOW } from './builders.ts'

const MINUTE_MS = 60_000

/** Adds an unpaid order of ¥50 for a seat, to be paid within 15 minutes of TEST_NOW. @returns its id */
export async function givenOrder(db: Database, over: Partial<OrderToOpen> & { userId: string }): Promise<string> {
  const order: OrderToOpen = {
    kind: 'BALL_SEAT',
    objectId: '987654321',
    title: '周末双打',
    lines: [{ label: '报名费', quantity: 1, unitFen: 5_000 }],
    expiresAt: new Date(TEST_NOW.getTime() + 15 * MINUTE_MS),
    ...over,
  }
  return (await db.transaction((tx) => openOrder(tx, order))).id
}

/** An effect that an order had on the item it pays for. */
type Action = { what: 'paid' | 'refused' | 'closed'; orderId: string }

/**
 * Order effects that change nothing and record their calls, for tests of payments alone. The payment of an order is
 * refused if its object is in `soldOut`.
 */
export function watchedEffects(): { effects: OrderEffects; actions: Action[]; soldOut: Set<string> } {
  const actions: Action[] = []
  const soldOut = new Set<string>()
  const effect = {
    async paid(tx: Database, { id: orderId, objectId }: OrderRow) {
      // Long enough for other calls to arrive meanwhile.
      for (let trip = 0; trip < 20; trip++) await tx.execute(sql`select 1`)
      const isSoldOut = soldOut.has(objectId)
      actions.push({ what: isSoldOut ? 'refused' : 'paid', orderId })
      return isSoldOut ? ('refused' as const) : ('done' as const)
    },
    async closed(_tx: Database, { id: orderId }: OrderRow) {
      actions.push({ what: 'closed', orderId })
    },
    isUsed: async () => false,
    takeBack: async () => undefined,
  }
  return {
    effects: {
      BALL_PUBLISH: effect,
      BALL_SEAT: effect,
      BALL_SWAP: effect,
      CARD_TOP_UP: effect,
      STRINGING: effect,
      SHOP: effect,
      TRIAL: effect,
      COURSE: effect,
    },
    actions,
    soldOut,
  }
}

/** Adds a payment that was begun through the simulator for an order of ¥50. @returns its number */
export async function givenPayment(db: Database, orderId: string): Promise<string> {
  const outTradeNo = `P${orderId.padStart(10, '0')}`
  const amountFen = 5_000
  const times = { nextPollAt: TEST_NOW, createdAt: TEST_NOW }
  await insertPayment(db, { orderId, provider: 'SIMULATOR', channel: 'NATIVE', outTradeNo, amountFen, ...times })
  const expiresAt = new Date(TEST_NOW.getTime() + 15 * MINUTE_MS)
  await insertSimulatedPayment(db, { outTradeNo, title: '周末双打', amountFen, expiresAt })
  return outTradeNo
}

/** Adds a closed order whose payment still arrived. Its money is being refunded. @returns its id */
export async function givenSurplus(db: Database, userId: string): Promise<string> {
  const { effects } = watchedEffects()
  const orderId = await givenOrder(db, { userId })
  const outTradeNo = await givenPayment(db, orderId)
  const transactionId = `S${orderId}`
  await db.transaction(async (tx) => {
    await closeOrder(tx, { orderId, now: TEST_NOW, effects })
    await tx.insert(paymentEvents).values({ provider: 'SIMULATOR', eventId: transactionId, outTradeNo })
    const received = { transactionId, amountFen: 5_000, currency: 'CNY' }
    await settlePayment(tx, { outTradeNo, received, effects, now: TEST_NOW })
    await moveSimulatedPayment(tx, outTradeNo, { state: 'SUCCESS', transactionId, paidAt: TEST_NOW })
    for (const { outRefundNo, amountFen } of await listRefunds(tx, [orderId]))
      await insertSimulatedRefund(tx, { outRefundNo, outTradeNo, amountFen })
  })
  return orderId
}

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
          giftFen,
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

/** The operators' work with money. */
type GivenMoney = {
  /** An adjustment of the card. It waits for an operator other than the one who asked for it. */
  adjustmentId: string
  /** A refund of the stringing order that is ready for pick-up. It waits for a second operator too. */
  stringingRefundId: string
  stuckRefundId: string
  /** An entry of the front desk above the limit of one person. It waits for a second operator. */
  offlineEntryId: string
  /** An entry that paid an order at once, and the refund of that order, which waits at the desk. */
  paidEntryId: string
  offlineRefundId: string
  /** An entry that topped the card up. */
  toppedUpEntryId: string
  /** A shipment report of the card's top-up. WeChat refused it permanently. */
  shipmentId: string
  runId: string
  findingId: string
}

/** Adds an adjustment of +¥10 principal that waits for a second operator. @returns its id */
async function givenAdjustment(
  db: Database,
  asked: { userId: string; cardId: string; requestedBy: string; principalChange?: number; giftChange?: number },
): Promise<string> {
  const wish = {
    principalChange: 1_000,
    giftChange: 0,
    ...asked,
    isNewCard: false,
    reason: '更正',
    createdAt: TEST_NOW,
  }
  const row = await db.insert(cardAdjustments).values(wish).returning({ id: cardAdjustments.id })
  return only(row).id
}

/** Adds a refund of a started stringing order that waits for a second operator. @returns its id */
async function givenStringingRefund(db: Database, asked: { orderId: string; requestedBy: string }): Promise<string> {
  const wish = {
    ...asked,
    cause: 'RACKET_BROKEN' as const,
    isRacketLost: false,
    reason: '拍框断裂',
    createdAt: TEST_NOW,
  }
  return only(await db.insert(stringingRefunds).values(wish).returning({ id: stringingRefunds.id })).id
}

/** Adds a refund to a user that failed permanently. @returns the refund's id */
export async function givenStuckRefund(db: Database, userId: string): Promise<string> {
  const orderId = await givenSurplus(db, userId)
  const stuck = { state: 'STUCK' as const, attempts: 12, nextTryAt: null }
  return only(await db.update(refunds).set(stuck).where(eq(refunds.orderId, orderId)).returning({ id: refunds.id })).id
}

/** Adds a shipment report of a paid order that was sent until its retries ran out. @returns its id */
async function givenRefusedShipment(db: Database, orderId: string): Promise<string> {
  const { id: paymentId } = only(
    await db.select({ id: payments.id }).from(payments).where(eq(payments.orderId, orderId)),
  )
  const refused = {
    state: 'REFUSED' as const,
    attempts: 12,
    lastError: 'WeChat refused /wxa/sec/order/upload_shipping_info: 10060001 unknown',
  }
  const row = { paymentId, logistics: 'VIRTUAL' as const, ...refused, createdAt: TEST_NOW }
  return only(await db.insert(shipments).values(row).returning({ id: shipments.id })).id
}

type Entered = { userId: string; requestedBy: string; amountFen: number; receiptNo: string }

/** Adds what staff entered for an order of this amount, by default a new one. @returns the entry's id */
async function givenEntry(
  db: Database,
  { userId, ...entered }: Entered,
  of: Partial<OrderToOpen> = { lines: [{ label: '报名费', quantity: 1, unitFen: entered.amountFen }] },
): Promise<string> {
  const { amountFen } = entered
  const orderId = await givenOrder(db, { userId, ...of })
  const limitFen = 200_000
  const end = amountFen > limitFen ? {} : { state: 'DONE' as const, endedAt: TEST_NOW }
  const entry = { orderId, limitFen, way: 'CASH' as const, reason: '前台现金', createdAt: TEST_NOW, ...entered, ...end }
  return only(await db.insert(offlineEntries).values(entry).returning({ id: offlineEntries.id })).id
}

/** Adds an order of ¥50 that was paid at the front desk. @returns the entry's id, and the order's */
async function givenPaidEntry(
  tx: Database,
  { receiptNo, ...by }: Pick<Entered, 'userId' | 'requestedBy' | 'receiptNo'>,
  of?: Partial<OrderToOpen>,
): Promise<{ entryId: string; orderId: string }> {
  const effects = { ...watchedEffects().effects, CARD_TOP_UP: topUpEffect }
  const entryId = await givenEntry(tx, { ...by, amountFen: 5_000, receiptNo }, of)
  const { orderId } = only(await tx.select().from(offlineEntries).where(eq(offlineEntries.id, entryId)))
  const [outTradeNo, provider] = [`P${receiptNo}`, 'OFFLINE' as const]
  const payment = { orderId, provider, entryId, outTradeNo, amountFen: 5_000 }
  await insertPayment(tx, { ...payment, nextPollAt: TEST_NOW, createdAt: TEST_NOW })
  const received = { transactionId: receiptNo, amountFen: 5_000, currency: 'CNY' }
  await settlePayment(tx, { outTradeNo, received, effects, now: TEST_NOW })
  return { entryId, orderId }
}

/** Adds an order that was paid at the front desk and is to be given back there. The desk takes money in this world. */
async function givenOfflineRefund(
  db: Database,
  by: { userId: string; requestedBy: string },
): Promise<{ paidEntryId: string; offlineRefundId: string }> {
  return db.transaction(async (tx) => {
    await tx.update(offlineSettings).set({ isAllowed: true })
    const { entryId: paidEntryId, orderId } = await givenPaidEntry(tx, { ...by, receiptNo: 'A-2' })
    const giving = {
      orderId,
      amountFen: 5_000,
      cause: 'left',
      reason: '退出',
      target: 'SOURCE' as const,
      now: TEST_NOW,
    }
    return { paidEntryId, offlineRefundId: (await refundOrder(tx, giving)).id }
  })
}

/** Adds a top-up of a card that was paid at the front desk. @returns the entry's id */
const givenToppedUpEntry = (db: Database, { cardId, ...by }: { userId: string; requestedBy: string; cardId: string }) =>
  db.transaction(async (tx) => {
    const lines = [{ label: '充值本金', quantity: 1, unitFen: 5_000 }]
    const topUp = { kind: 'CARD_TOP_UP' as const, objectId: cardId, lines }
    return (await givenPaidEntry(tx, { ...by, receiptNo: 'A-3' }, topUp)).entryId
  })

/** Adds one of each for the permission sweep. */
export async function givenMoney(
  db: Database,
  {
    userId,
    card: { cardId, orderId: topUpId },
    requestedBy,
    begunOrderId,
  }: { userId: string; card: { cardId: string; orderId: string }; requestedBy: string; begunOrderId: string },
): Promise<GivenMoney> {
  const stuckRefundId = await givenStuckRefund(db, userId)
  const { orderId } = only(
    await db.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.id, stuckRefundId)),
  )
  const ended = { state: 'DONE' as const, compared: 1, toCompare: 1, endedAt: TEST_NOW, createdAt: TEST_NOW }
  const { id: runId } = only(
    await db
      .insert(reconcileRuns)
      .values({ day: '2026-04-30', ...ended })
      .returning({ id: reconcileRuns.id }),
  )
  const words = { kind: 'REFUND_STATE' as const, ours: 'STUCK ¥50', theirs: 'PROCESSING' }
  const { id: findingId } = only(
    await db
      .insert(reconcileFindings)
      .values({ runId, subject: `refund:${stuckRefundId}`, orderId, refundId: stuckRefundId, ...words })
      .returning({ id: reconcileFindings.id }),
  )
  return {
    adjustmentId: await givenAdjustment(db, { userId, cardId, requestedBy }),
    stringingRefundId: await givenStringingRefund(db, { orderId: begunOrderId, requestedBy }),
    stuckRefundId,
    offlineEntryId: await givenEntry(db, { userId, requestedBy, amountFen: 300_000, receiptNo: 'A-1' }),
    ...(await givenOfflineRefund(db, { userId, requestedBy })),
    toppedUpEntryId: await givenToppedUpEntry(db, { userId, requestedBy, cardId }),
    shipmentId: await givenRefusedShipment(db, topUpId),
    runId,
    findingId,
  }
}

import { eq } from 'drizzle-orm'
import { cardAdjustments } from '../areas/cards/tables.ts'
import { payments, refunds, shipments } from '../areas/payments/tables.ts'
import { reconcileFindings, reconcileRuns } from '../areas/reconcile/tables.ts'
import { stringingRefunds } from '../areas/stringing-orders/tables.ts'
import type { Database } from '../db/database.ts'
import { only, TEST_NOW } from './builders.ts'
import { givenSurplus } from './given-order.ts'

/** What operators have to do with money. */
export type GivenMoney = {
  /** Of the card's; it waits for another than the operator who asked. */
  adjustmentId: string
  /** Of the stringing order that waits to be fetched; it waits as the adjustment does. */
  stringingRefundId: string
  stuckRefundId: string
  /** Of the top-up of the card; WeChat refused it for good. */
  shipmentId: string
  runId: string
  findingId: string
}

/** An adjustment of ¥10 more principal that waits for a second person. @returns its id */
async function givenAdjustment(
  db: Database,
  asked: { userId: string; cardId: string; askedBy: string; principalChange?: number; giftChange?: number },
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

/** A refund of a begun stringing order that waits for a second person. @returns its id */
async function givenStringingRefund(db: Database, asked: { orderId: string; askedBy: string }): Promise<string> {
  const wish = {
    ...asked,
    cause: 'RACKET_BROKEN' as const,
    isRacketLost: false,
    reason: '拍框断裂',
    createdAt: TEST_NOW,
  }
  return only(await db.insert(stringingRefunds).values(wish).returning({ id: stringingRefunds.id })).id
}

/** Money on its way back to a user that was given up. @returns the refund's id */
export async function givenStuckRefund(db: Database, userId: string): Promise<string> {
  const orderId = await givenSurplus(db, userId)
  const stuck = { state: 'STUCK' as const, attempts: 12, nextTryAt: null }
  return only(await db.update(refunds).set(stuck).where(eq(refunds.orderId, orderId)).returning({ id: refunds.id })).id
}

/** What WeChat was told so often of a paid order that it is told no more. @returns its id */
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

/** One of each for the walk. */
export async function givenMoney(
  db: Database,
  {
    userId,
    card: { cardId, orderId: topUpId },
    askedBy,
    begunOrderId,
  }: { userId: string; card: { cardId: string; orderId: string }; askedBy: string; begunOrderId: string },
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
    adjustmentId: await givenAdjustment(db, { userId, cardId, askedBy }),
    stringingRefundId: await givenStringingRefund(db, { orderId: begunOrderId, askedBy }),
    stuckRefundId,
    shipmentId: await givenRefusedShipment(db, topUpId),
    runId,
    findingId,
  }
}

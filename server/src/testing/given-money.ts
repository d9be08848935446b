import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { cardAdjustments } from '../tables/cards.ts'
import { payments, refunds, shipments } from '../tables/payments.ts'
import { reconcileFindings, reconcileRuns } from '../tables/reconcile.ts'
import { stringingRefunds } from '../tables/stringing-orders.ts'
import { only, TEST_NOW } from './builders.ts'
import { givenSurplus } from './given-order.ts'

/** The operators' work with money. */
export type GivenMoney = {
  /** An adjustment of the card. It waits for an operator other than the one who asked for it. */
  adjustmentId: string
  /** A refund of the stringing order that is ready for pick-up. It waits for a second operator too. */
  stringingRefundId: string
  stuckRefundId: string
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
    shipmentId: await givenRefusedShipment(db, topUpId),
    runId,
    findingId,
  }
}

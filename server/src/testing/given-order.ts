import { sql } from 'drizzle-orm'
import { closeOrder } from '../areas/payments/close-order.ts'
import { type OrderToOpen, openOrder } from '../areas/payments/open-order.ts'
import type { OrderEffects, OrderRow } from '../areas/payments/order-effects.ts'
import { insertPayment, recordEvent } from '../areas/payments/payment-queries.ts'
import { listRefunds } from '../areas/payments/queries.ts'
import { settlePayment } from '../areas/payments/settle-payment.ts'
import {
  insertSimulatedPayment,
  insertSimulatedRefund,
  moveSimulatedPayment,
} from '../areas/payments/simulator/simulator-queries.ts'
import type { Database } from '../db/database.ts'
import { TEST_NOW } from './builders.ts'

const MINUTE_MS = 60_000

/** An unpaid order of ¥50 for a seat, to be paid within a quarter of an hour of TEST_NOW. @returns its id */
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

/** What an order did to what it buys. */
type Deed = { what: 'paid' | 'refused' | 'closed'; orderId: string }

/**
 * Effects that change nothing and tell what was asked of them, for payments alone. What stands in `soldOut` is no longer to
 * be had once it is paid for.
 */
export function watchedEffects(): { effects: OrderEffects; deeds: Deed[]; soldOut: Set<string> } {
  const deeds: Deed[] = []
  const soldOut = new Set<string>()
  const effect = {
    async paid(tx: Database, { id: orderId, objectId }: OrderRow) {
      // Long enough for others to come meanwhile.
      await tx.execute(sql`select pg_sleep(0.02)`)
      const isSoldOut = soldOut.has(objectId)
      deeds.push({ what: isSoldOut ? 'refused' : 'paid', orderId })
      return isSoldOut ? ('refused' as const) : ('done' as const)
    },
    async closed(_tx: Database, { id: orderId }: OrderRow) {
      deeds.push({ what: 'closed', orderId })
    },
  }
  return {
    effects: {
      BALL_PUBLISH: effect,
      BALL_SEAT: effect,
      BALL_SWAP: effect,
      CARD_TOP_UP: effect,
      STRINGING: effect,
      SHOP: effect,
    },
    deeds,
    soldOut,
  }
}

/** A payment through the simulator that was begun for an order of ¥50. @returns its number */
export async function givenPayment(db: Database, orderId: string): Promise<string> {
  const outTradeNo = `P${orderId.padStart(10, '0')}`
  const amountFen = 5_000
  const times = { nextPollAt: TEST_NOW, createdAt: TEST_NOW }
  await insertPayment(db, { orderId, provider: 'SIMULATOR', channel: 'NATIVE', outTradeNo, amountFen, ...times })
  const expiresAt = new Date(TEST_NOW.getTime() + 15 * MINUTE_MS)
  await insertSimulatedPayment(db, { outTradeNo, title: '周末双打', amountFen, expiresAt })
  return outTradeNo
}

/** A closed order whose payer had paid all the same: the money is on its way back. @returns its id */
export async function givenSurplus(db: Database, userId: string): Promise<string> {
  const { effects } = watchedEffects()
  const orderId = await givenOrder(db, { userId })
  const outTradeNo = await givenPayment(db, orderId)
  const transactionId = `S${orderId}`
  await db.transaction(async (tx) => {
    await closeOrder(tx, { orderId, now: TEST_NOW, effects })
    await recordEvent(tx, { provider: 'SIMULATOR', eventId: transactionId, outTradeNo })
    const received = { transactionId, amountFen: 5_000, currency: 'CNY' }
    await settlePayment(tx, { outTradeNo, received, effects, now: TEST_NOW })
    await moveSimulatedPayment(tx, outTradeNo, { state: 'SUCCESS', transactionId, paidAt: TEST_NOW })
    for (const { outRefundNo, amountFen } of await listRefunds(tx, [orderId]))
      await insertSimulatedRefund(tx, { outRefundNo, outTradeNo, amountFen })
  })
  return orderId
}

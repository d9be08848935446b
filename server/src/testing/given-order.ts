import { sql } from 'drizzle-orm'
import {
  closeOrder,
  type OrderEffects,
  type OrderRow,
  type OrderToOpen,
  openOrder,
} from '../areas/money/payments/order.ts'
import { insertPayment } from '../areas/money/payments/payment-rows.ts'
import { listRefunds } from '../areas/money/payments/refunds.ts'
import { settlePayment } from '../areas/money/payments/settle-payment.ts'
import {
  insertSimulatedPayment,
  insertSimulatedRefund,
  moveSimulatedPayment,
} from '../areas/money/payments/simulator.ts'
import type { Database } from '../db/database.ts'
import { paymentEvents } from '../tables/payments.ts'
import { TEST_NOW } from './builders.ts'

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

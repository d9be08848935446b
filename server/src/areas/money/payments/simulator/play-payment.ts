import { randomUUID } from 'node:crypto'
import type { SimulatedPayment } from '@paidang/api/areas/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../../db/database.ts'
import type { OrderRow } from '../order-effects.ts'
import { findPayment } from '../payment-queries.ts'
import { bringEvent } from './bring-notifications.ts'
import { bodyOf, type Simulator } from './simulator.ts'
import {
  findSimulatedPayment,
  insertNotifications,
  lockSimulatedPayment,
  moveSimulatedPayment,
  type SimulatedPaymentRow,
} from './simulator-queries.ts'

/** A payment at the simulator and the caller. `simulator` is undefined if there is none. */
type Own = { outTradeNo: string; actorId: string; simulator: Simulator | undefined }

/** How the notification of a success is delivered: after how many seconds, and how many times. */
type Travel = { delaySeconds?: number; times?: number }

type Playing = Own & { action: 'PAY' | 'FAIL' | 'LATER'; notify: Travel | undefined; now: Date }

/**
 * Reads a payment as its payer sees it at the simulator.
 *
 * @throws ApiError payment_not_found, also for anybody but the payer
 */
export async function readSimulatedPayment(db: Database, own: Own): Promise<SimulatedPayment> {
  const { order } = await assertOwn(db, own)
  return present(await findSimulatedPayment(db, own.outTradeNo), order)
}

/**
 * Lets the payer pay at the simulator, fail to pay, or leave it for later. After a failure the payer may try again. A
 * paid or closed payment stays as it is. Notifications without a delay are delivered before the answer.
 *
 * @throws ApiError payment_not_found; order_closed, when it can no longer be paid
 */
export async function playSimulatedPayment(
  db: Database,
  { action, notify, now, ...own }: Playing,
): Promise<SimulatedPayment> {
  const { order, simulator } = await assertOwn(db, own)
  const { outTradeNo } = own
  if (action === 'FAIL') await moveSimulatedPayment(db, outTradeNo, { state: 'PAYERROR' })
  if (action === 'PAY') {
    const eventId = await db.transaction((tx) => pay(tx, { outTradeNo, notify, now }))
    if (eventId !== undefined) await bringEvent(db, { simulator, eventId, now })
  }
  return present(await findSimulatedPayment(db, outTradeNo), order)
}

/** @returns the id of the notified event; undefined when it was paid before */
async function pay(
  tx: Database,
  { outTradeNo, notify, now }: { outTradeNo: string; notify: Travel | undefined; now: Date },
): Promise<string | undefined> {
  const found = await lockSimulatedPayment(tx, outTradeNo)
  if (found?.state === 'SUCCESS') return undefined
  if (!found || found.state === 'CLOSED' || found.expiresAt <= now) throw new ApiError('order_closed')
  const change = { state: 'SUCCESS', transactionId: `S${randomUUID()}`, paidAt: now } as const
  const payment = await moveSimulatedPayment(tx, outTradeNo, change)
  if (!payment) throw new Error(`simulated payment ${outTradeNo} is locked, and yet was moved`)

  const eventId = randomUUID()
  const { delaySeconds = 0, times = 1 } = notify ?? {}
  const deliverAt = new Date(now.getTime() + delaySeconds * 1000)
  const notification = { eventId, body: bodyOf(eventId, { kind: 'payment', payment }), deliverAt }
  await insertNotifications(tx, Array<typeof notification>(times).fill(notification))
  return eventId
}

async function assertOwn(
  db: Database,
  { outTradeNo, actorId, simulator }: Own,
): Promise<{ order: OrderRow; simulator: Simulator }> {
  const found = await findPayment(db, outTradeNo)
  if (!simulator || found?.payment.provider !== simulator.name || found.order.userId !== actorId)
    throw new ApiError('payment_not_found')
  return { order: found.order, simulator }
}

function present(row: SimulatedPaymentRow | undefined, { id: orderId }: OrderRow): SimulatedPayment {
  if (!row) throw new ApiError('payment_not_found')
  const { outTradeNo, title, amountFen, state, expiresAt } = row
  return { outTradeNo, orderId, title, amountFen, state, expiresAt: expiresAt.toISOString() }
}

import type { Order } from '@paidang/api/areas/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { askProvider } from './ask-provider.ts'
import { closeOrder } from './close-order.ts'
import type { OrderRow } from './order-effects.ts'
import { findPayment, listPendingPayments } from './payment-queries.ts'
import type { Payments } from './payments.ts'
import { presentOrder } from './present-order.ts'
import { ProviderUnavailable, refuseWhileAway } from './provider.ts'
import { findOrder } from './queries.ts'

type OwnOrder = { orderId: string; actorId: string }
type Checking = OwnOrder & { payments: Payments; now: Date }

/** Reads one order of the caller. @throws ApiError order_not_found, also for an order of another person */
export async function readOwnOrder(db: Database, { orderId, actorId }: OwnOrder): Promise<OrderRow> {
  const order = await findOrder(db, orderId)
  if (order?.userId !== actorId) throw new ApiError('order_not_found')
  return order
}

/**
 * Reads the caller's order that a payment belongs to.
 *
 * @throws ApiError order_not_found, also for an order of another person
 */
export async function readOrderByTradeNo(
  db: Database,
  { outTradeNo, actorId }: { outTradeNo: string; actorId: string },
): Promise<OrderRow> {
  const order = (await findPayment(db, outTradeNo))?.order
  if (order?.userId !== actorId) throw new ApiError('order_not_found')
  return order
}

/**
 * Asks the provider about every pending payment of the caller's order. Money that has come settles the order.
 *
 * @throws ApiError order_not_found; payment_unavailable when the provider cannot be asked
 */
export async function checkOrder(db: Database, { payments, now, ...own }: Checking): Promise<Order> {
  const order = await readOwnOrder(db, own)
  for (const payment of await listPendingPayments(db, order.id, payments.provider.name)) {
    const closes = order.state !== 'UNPAID'
    await askProvider(db, { payments, payment, closes, now }).catch(refuseWhileAway)
  }
  return presentOrder(db, await readOwnOrder(db, own))
}

/**
 * Closes an unpaid order for its payer. Money that came before is honoured, so the order may turn out to be PAID. The
 * order closes even if the provider cannot be asked. Money that comes later is refunded.
 *
 * @throws ApiError order_not_found, order_paid
 */
export async function giveUpOrder(db: Database, { payments, now, ...own }: Checking): Promise<Order> {
  const order = await readOwnOrder(db, own)
  if (order.state === 'PAID') throw new ApiError('order_paid')
  for (const payment of await listPendingPayments(db, order.id, payments.provider.name)) {
    await askProvider(db, { payments, payment, closes: true, now }).catch((error: unknown) => {
      // The next poll asks again.
      if (!(error instanceof ProviderUnavailable)) throw error
    })
  }
  const { effects } = payments
  return presentOrder(db, await db.transaction((tx) => closeOrder(tx, { orderId: order.id, now, effects })))
}

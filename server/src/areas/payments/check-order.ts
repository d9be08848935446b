import type { Order } from '@paidang/api/areas/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { askProvider } from './ask-provider.ts'
import { closeOrder } from './close-order.ts'
import type { OrderRow } from './order-effects.ts'
import { findPayment, listPendingPayments } from './payment-queries.ts'
import type { Payments } from './payments.ts'
import { presentOrder } from './present-order.ts'
import { ProviderUnavailable, refuseWhileAway } from './provider.ts'
import { findOrder } from './queries.ts'

type OwnOrder = { orderId: string; by: string }
type Checking = OwnOrder & { payments: Payments; now: Date }

/** One order of its payer. @throws ApiError order_not_found also for somebody else's */
export async function readOwnOrder(db: Database, { orderId, by }: OwnOrder): Promise<OrderRow> {
  const order = await findOrder(db, orderId)
  if (order?.userId !== by) throw new ApiError('order_not_found')
  return order
}

/** The order that a payment was begun for, of its payer. @throws ApiError order_not_found also for somebody else's */
export async function readOrderByTradeNo(
  db: Database,
  { outTradeNo, by }: { outTradeNo: string; by: string },
): Promise<OrderRow> {
  const order = (await findPayment(db, outTradeNo))?.order
  if (order?.userId !== by) throw new ApiError('order_not_found')
  return order
}

/**
 * The payer is back: the provider is asked about every payment that is open, and money that came settles the order.
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
 * The payer gives an unpaid order up. Money that came before is honoured, so the order may turn out to be PAID. A provider
 * that cannot be asked keeps nobody from giving up: what it brings later goes back.
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

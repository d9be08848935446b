import * as api from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APP_COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { orders } from '../../../tables/payments.ts'
import { askProvider } from './ask-provider.ts'
import { closeOrder, findOrder, type OrderRow } from './order.ts'
import { findPayment, listPendingPayments } from './payment-rows.ts'
import { presentOrder, presentOrders } from './present-order.ts'
import { ProviderUnavailable, refuseWhileAway } from './provider.ts'

function assertOwn(order: OrderRow | undefined, actorId: string): OrderRow {
  if (order?.userId !== actorId) throw new ApiError('order_not_found')
  return order
}

/** Reads one order of the caller. @throws ApiError order_not_found, also for an order of another person */
export async function readOwnOrder(db: Database, orderId: string, actorId: string): Promise<OrderRow> {
  return assertOwn(await findOrder(db, orderId), actorId)
}

const selectOrders = (db: Database) => db.select().from(orders).$dynamic()

export default plugin([
  handle(api.getOrder, async ({ params: { id }, user, db }) => presentOrder(db, await readOwnOrder(db, id, user.id))),

  handle(api.getOrderByTradeNo, async ({ params: { outTradeNo }, user, db }) =>
    presentOrder(db, assertOwn((await findPayment(db, outTradeNo))?.order, user.id)),
  ),

  handle(api.ordersOfCaller, async ({ query, user, db }) => {
    const where = and(eq(orders.userId, user.id), query.state && eq(orders.state, query.state))
    const order = [desc(orders.id)]
    const counted = db.select({ id: orders.userId }).from(orders).where(where)
    const { rows, total } = await pageOf(db, selectOrders(db), {
      where,
      order,
      query,
      present: (row) => row,
      counted,
      most: APP_COUNT_LIMIT,
    })
    return { rows: await presentOrders(db, rows), total }
  }),

  handle(api.checkOrder, async ({ params: { id }, user, db, now, app: { payments } }) => {
    const order = await readOwnOrder(db, id, user.id)
    for (const payment of await listPendingPayments(db, order.id, payments.provider.name)) {
      const closes = order.state !== 'UNPAID'
      await askProvider(db, { payments, payment, closes, now }).catch(refuseWhileAway)
    }
    return presentOrder(db, await readOwnOrder(db, id, user.id))
  }),

  // Money that came before is honoured, and refuses the close. The order closes even if the provider cannot be asked.
  // Money that comes later is refunded.
  handle(api.closeOrder, async ({ params: { id: orderId }, user, db, now, app: { payments } }) => {
    const order = await readOwnOrder(db, orderId, user.id)
    if (order.state === 'PAID') throw new ApiError('order_paid')
    for (const payment of await listPendingPayments(db, orderId, payments.provider.name)) {
      await askProvider(db, { payments, payment, closes: true, now }).catch((error: unknown) => {
        // The next poll asks again.
        if (!(error instanceof ProviderUnavailable)) throw error
      })
    }
    const { effects } = payments
    const closed = await db.transaction((tx) => closeOrder(tx, { orderId, now, effects }))
    if (closed.state === 'PAID') throw new ApiError('order_paid')
    return presentOrder(db, closed)
  }),
])

import type { ShopOrder } from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { DAYS_TO_RECEIVE, maySucceed, receiveByOf, receivedAtOf } from '@paidang/domain/areas/shop/order-status'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { notifyBuyer, publishShopOrder } from './notify-buyer.ts'
import { lockAnyShopOrder, lockOwnShopOrder } from './open-shop-order.ts'
import { listSent, type ShopOrderRow, updateShopOrder } from './order-queries.ts'
import { readShopOrder } from './present-shop-order.ts'

const DAY_MS = 86_400_000

/**
 * Confirms for the buyer that the parcel has arrived. Confirming again changes nothing.
 *
 * @throws ApiError shop_order_not_found, shop_order_settled.
 * Source: decision "The shop"
 */
export async function receiveShopOrder(
  db: Database,
  { orderId, actorId, now }: { orderId: string; actorId: string; now: Date },
): Promise<ShopOrder> {
  return db.transaction(async (tx) => {
    const order = await lockOwnShopOrder(tx, { orderId, actorId })
    if (maySucceed('receive', order.status)) await receive(tx, order, now)
    else if (order.status !== 'RECEIVED') throw new ApiError('shop_order_settled')
    return readShopOrder(tx, orderId)
  })
}

/**
 * Marks parcels that were sent 10 days ago as received.
 *
 * Source: decision "The shop"
 */
export async function receiveSentOrders({ db, now, signal, onFault }: JobContext): Promise<void> {
  const sentUntil = new Date(now.getTime() - DAYS_TO_RECEIVE * DAY_MS)
  await processEach({
    what: 'receive shop order',
    list: (page) => listSent(db, { sentUntil, ...page }),
    each: ({ id }) => receiveInTime(db, { orderId: id, now }),
    signal,
    onFault,
  })
}

async function receiveInTime(db: Database, { orderId, now }: { orderId: string; now: Date }): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockAnyShopOrder(tx, orderId)
    const isDue = order.sentAt !== null && receiveByOf(order.sentAt) <= now
    if (!maySucceed('receive', order.status) || !isDue) return
    await receive(tx, order, now)
    await notifyBuyer(tx, order, { title: '订单已完成', text: `发货已满${DAYS_TO_RECEIVE}天，已自动确认收货` })
  })
}

async function receive(tx: Database, order: ShopOrderRow, now: Date): Promise<void> {
  // A late run of the job must not extend the time for returns.
  const receivedAt = receivedAtOf({ ...order, receivedAt: now }, now)
  await updateShopOrder(tx, order.id, { status: 'RECEIVED', receivedAt })
  await publishShopOrder(tx, order)
}

import { DAYS_TO_RECEIVE, maySucceed, receiveByOf } from '@paidang/domain/areas/activities/shop/order-status'
import { FORGOTTEN_ADDRESS } from '@paidang/domain/areas/people/addresses/address'
import { dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { dueNow, limitOf, WAITING } from '@paidang/domain/kernel/waiting'
import { and, asc, eq, gt, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { shopOrders } from '../../../tables/shop.ts'
import {
  lockShopOrder,
  notifyBuyer,
  publishShopOrder,
  receiveParcel,
  refundShopOrder,
  updateShopOrder,
} from './order.ts'

const DAY_MS = 86_400_000

/** Lists orders by id. */
const listOrders = (db: Database, where: SQL | undefined, { afterId, limit }: { afterId: string; limit: number }) =>
  db
    .select({ id: shopOrders.id })
    .from(shopOrders)
    .where(and(where, gt(shopOrders.id, afterId)))
    .orderBy(asc(shopOrders.id))
    .limit(limit)

/** Marks parcels that were sent 10 days ago as received. Source: decision "The shop" */
export async function receiveSentOrders({ db, now, signal, onFault }: JobContext): Promise<void> {
  const sentUntil = new Date(now.getTime() - DAYS_TO_RECEIVE * DAY_MS)
  const isSent = and(eq(shopOrders.status, 'SENT'), lte(shopOrders.sentAt, sentUntil))
  await processEach({
    what: 'receive shop order',
    list: (page) => listOrders(db, isSent, page),
    each: ({ id }) => receiveInTime(db, id, now),
    signal,
    onFault,
  })
}

async function receiveInTime(db: Database, orderId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockShopOrder(tx, orderId)
    const isDue = order.sentAt !== null && receiveByOf(order.sentAt) <= now
    if (!maySucceed('receive', order.status) || !isDue) return
    await receiveParcel(tx, order, now)
    await notifyBuyer(tx, order, { title: '订单已完成', text: `发货已满${DAYS_TO_RECEIVE}天，已自动确认收货` })
  })
}

const { remind, limit } = WAITING.SHOP_UNSENT

/**
 * Tells a buyer once that the paid order was not sent yet. At its limit the order is cancelled, with its money and its
 * units back. An operator who sends it at the same moment waits for the lock, and one of both counts.
 *
 * Source: decision record 037
 */
export async function endUnsentOrders({ db, now, signal, onFault }: JobContext): Promise<void> {
  const paidBefore = (days: number) => lte(shopOrders.paidAt, new Date(now.getTime() - days * DAY_MS))
  const isDue = or(and(isNull(shopOrders.remindedAt), paidBefore(remind)), paidBefore(limit))
  await processEach({
    what: 'end unsent shop order',
    list: (page) => listOrders(db, and(eq(shopOrders.status, 'PAID'), isDue), page),
    each: ({ id }) => endUnsentOrder(db, id, now),
    signal,
    onFault,
  })
}

async function endUnsentOrder(db: Database, orderId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockShopOrder(tx, orderId)
    if (order.status !== 'PAID' || order.paidAt === null) return
    const due = dueNow('SHOP_UNSENT', order.paidAt, now)
    if (due === 'end') {
      const words = { refundReason: `超过${limit}天未发货，系统自动取消` }
      const money = await refundShopOrder(tx, order, { cause: 'cancelled', restocks: true, words, now })
      await publishShopOrder(tx, order)
      await notifyBuyer(tx, order, { title: '退款通知', text: `超过${limit}天未发货，订单已自动取消，${money}` })
    } else if (due === 'remind' && order.remindedAt === null) {
      const until = monthDotDay(dayOf(limitOf('SHOP_UNSENT', order.paidAt)))
      await updateShopOrder(tx, orderId, { remindedAt: now })
      const text = `还没有发货。您可以随时取消并全额退款；${until} 仍未发货将自动退款`
      await notifyBuyer(tx, order, { title: '订单尚未发货', text })
    }
  })
}

/** Removes address, name and phone number from orders that ended years ago. The region remains. */
export async function cleanupShopAddresses({ db, now }: JobContext): Promise<void> {
  const endedAt = sql`coalesce(${shopOrders.receivedAt}, ${shopOrders.endedAt})`
  const isOld = lt(endedAt, keptSince('deliveryAddresses', now))
  await db
    .update(shopOrders)
    .set(FORGOTTEN_ADDRESS)
    .where(and(isOld, ne(shopOrders.contactPhone, '')))
}

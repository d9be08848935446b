import { ApiError } from '@paidang/api/catalogue/errors'
import { type RefundChoice, receivedAtOf } from '@paidang/domain/areas/activities/shop/order-status'
import { REFUND_WAYS, refundWishOf } from '@paidang/domain/areas/money/payments/order'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { orders } from '../../../tables/payments.ts'
import { shopOrderItems, shopOrders } from '../../../tables/shop.ts'
import { notify } from '../../ground/messages/notify.ts'
import { type CorrectableEffect, orderTopic } from '../../money/payments/order.ts'
import { refundOrder } from '../../money/payments/refunds.ts'
import { countSales, returnUnits } from './stock.ts'

type ShopOrderRow = typeof shopOrders.$inferSelect

/** Reserves the id of a shop order. The payment and the shop order refer to each other, so one id must exist first. */
export async function reserveShopOrderId(tx: Database): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('shop_orders', 'id'))::text as id`,
  )
  const [row] = rows
  if (!row) throw new Error('a sequence answers one row')
  return row.id
}

/**
 * Locks an order until the transaction ends. The order of locks everywhere is: shop order, then its payment, then all
 * products.
 */
async function lockRow(tx: Database, id: string): Promise<ShopOrderRow | undefined> {
  const [row] = await tx.select().from(shopOrders).where(eq(shopOrders.id, id)).for('no key update')
  return row
}

/** Locks an order, as `lockRow`. @throws ApiError shop_order_not_found */
export async function lockShopOrder(tx: Database, id: string): Promise<ShopOrderRow> {
  const order = await lockRow(tx, id)
  if (!order) throw new ApiError('shop_order_not_found')
  return order
}

/** Changes a locked order. */
export async function updateShopOrder(
  tx: Database,
  id: string,
  change: Partial<Omit<ShopOrderRow, 'id' | 'orderNo' | 'userId' | 'paymentOrderId' | 'createdAt'>>,
): Promise<ShopOrderRow> {
  const [row] = await tx.update(shopOrders).set(change).where(eq(shopOrders.id, id)).returning()
  if (!row) throw new Error(`shop order ${id} is gone`)
  return row
}

/** The items of these orders, in their order. */
export async function listShopItems(db: Database, orderIds: readonly string[]) {
  return db
    .select()
    .from(shopOrderItems)
    .where(inArray(shopOrderItems.orderId, [...orderIds]))
    .orderBy(asc(shopOrderItems.orderId), asc(shopOrderItems.position))
}

/** Notifies the buyer of a change of the order that somebody else made. */
export async function notifyBuyer(
  tx: Database,
  { id, orderNo, userId }: ShopOrderRow,
  { title, text }: { title: string; text: string },
): Promise<void> {
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title,
    content: `订单 ${orderNo}：${text}`,
    about: { kind: 'shop', id },
  })
}

/** Publishes the change to everybody who watches the order or its payment. */
export function publishShopOrder(tx: Database, { paymentOrderId }: ShopOrderRow): Promise<void> {
  return publishChanges(tx, [orderTopic(paymentOrderId)])
}

/** Marks the parcel of a locked order as received. */
export async function receiveParcel(tx: Database, order: ShopOrderRow, now: Date): Promise<void> {
  // A late run of the job must not extend the time for returns.
  const receivedAt = receivedAtOf({ ...order, receivedAt: now }, now)
  await updateShopOrder(tx, order.id, { status: 'RECEIVED', receivedAt })
  await publishShopOrder(tx, order)
}

/** The cause of the refund, as a key. Each cause occurs at most once per payment. */
type RefundCause = 'cancelled' | 'returned' | 'corrected'

const REASONS: Record<RefundCause, string> = {
  cancelled: '商城订单取消',
  returned: '商城订单退货',
  corrected: CORRECTION_REASON,
}

type Refunding = {
  cause: RefundCause
  restocks: boolean
  now: Date
  /** The texts and the choice of the refund request and its answer. */
  words: { refundChoice?: RefundChoice; refundReason?: string; refundAnswer?: string }
}

/**
 * Refunds a paid and locked order in full. What was paid at the front desk waits
 * there; else the refund goes to a stored card at once if the buyer has one. The units no
 * longer count as sold. With `restocks` they return to the stock.
 *
 * @returns the text about the refund for the buyer.
 * Source: decision "The shop"; invariants T2, O2
 */
export async function refundShopOrder(
  tx: Database,
  { id, paymentOrderId: orderId }: ShopOrderRow,
  { cause, restocks, words, now }: Refunding,
): Promise<string> {
  const [payment] = await tx
    .select({ amountFen: orders.amountFen, method: orders.method })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!payment) throw new Error(`shop order ${id} is locked, and yet its payment is gone`)
  const { amountFen, method } = payment
  const reason = REASONS[cause]
  const isCorrection = cause === 'corrected'
  const refund = {
    orderId,
    amountFen,
    cause,
    reason,
    target: isCorrection ? 'CORRECTION' : refundWishOf(method),
    now,
  } as const
  const { target } = await refundOrder(tx, refund)
  await updateShopOrder(tx, id, { ...words, status: 'REFUNDED', endedAt: now, isRestocked: restocks })
  const items = await listShopItems(tx, [id])
  await countSales(tx, items, -1)
  if (restocks) await returnUnits(tx, id, items, now)
  return `¥${yuanOf(amountFen)} ${REFUND_WAYS[target]}`
}

/**
 * The effect of payments on shop orders. A payment makes an order PAID, even late, as long as the order is not closed.
 * A closed order returns its units to the stock. The buyer is notified if the order was closed because its time
 * expired.
 *
 * Source: decision "The shop"; invariant T2
 */
export const shopEffect: CorrectableEffect = {
  lock: lockRow,
  async paid(tx, { objectId }, now) {
    const order = await lockRow(tx, objectId)
    if (order?.status !== 'UNPAID') return 'refused'
    await updateShopOrder(tx, order.id, { status: 'PAID', paidAt: now })
    await countSales(tx, await listShopItems(tx, [order.id]), 1)
    return 'done'
  },
  async closed(tx, { objectId, expiresAt }, now) {
    const order = await lockRow(tx, objectId)
    if (order?.status !== 'UNPAID') return
    await updateShopOrder(tx, order.id, { status: 'CLOSED', endedAt: now, isRestocked: true })
    await returnUnits(tx, order.id, await listShopItems(tx, [order.id]), now)
    if (expiresAt <= now)
      await notifyBuyer(tx, order, { title: '订单已关闭', text: '超过30分钟未付款，订单已自动关闭' })
  },
  async isUsed(db, { objectId }) {
    const [order] = await db.select({ status: shopOrders.status }).from(shopOrders).where(eq(shopOrders.id, objectId))
    return order?.status !== 'PAID'
  },
  async takeBack(tx, payment, { now }) {
    const order = await lockRow(tx, payment.objectId)
    if (!order || (await shopEffect.isUsed(tx, payment, now))) return undefined
    await refundShopOrder(tx, order, {
      cause: 'corrected',
      restocks: true,
      words: { refundReason: CORRECTION_REASON },
      now,
    })
    await publishShopOrder(tx, order)
    return ''
  },
}

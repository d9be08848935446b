import {
  isInShop,
  maySucceed,
  STRINGING_TRANSITIONS,
  type StringingAction,
} from '@paidang/domain/areas/activities/stringing/order-status'
import { REFUND_WAYS, refundWishOf } from '@paidang/domain/areas/money/payments/order'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import { desc, eq, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { orders } from '../../../tables/payments.ts'
import { stringingOrders, stringingSteps } from '../../../tables/stringing-orders.ts'
import { notify } from '../../ground/messages/notify.ts'
import { type CorrectableEffect, orderTopic } from '../../money/payments/order.ts'
import { refundOrder } from '../../money/payments/refunds.ts'

export type StringingOrderRow = typeof stringingOrders.$inferSelect

/** Reserves the id of a new order, because the order and its payment order refer to each other. */
export async function reserveOrderId(tx: Database): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('stringing_orders', 'id'))::text as id`,
  )
  const [row] = rows
  if (!row) throw new Error('a sequence answers one row')
  return row.id
}

/** Reads and locks the order until the transaction ends. */
export async function lockStringingOrder(tx: Database, id: string): Promise<StringingOrderRow | undefined> {
  const [row] = await tx.select().from(stringingOrders).where(eq(stringingOrders.id, id)).for('no key update')
  return row
}

/** Updates the state of a locked order. */
export async function updateStringingOrder(
  tx: Database,
  id: string,
  change: Partial<StringingOrderRow>,
): Promise<StringingOrderRow> {
  const [row] = await tx.update(stringingOrders).set(change).where(eq(stringingOrders.id, id)).returning()
  if (!row) throw new Error(`stringing order ${id} is gone`)
  return row
}

/** Reads the last step of a locked order, and whether it was ever paid. */
export async function findLastStep(tx: Database, orderId: string) {
  const { seq, action, actor, remark, photos, createdAt } = stringingSteps
  const wasPaid = sql<boolean>`bool_or(${action} = 'pay') over ()`
  const [row] = await tx
    .select({ seq, action, actor, remark, photos, createdAt, wasPaid })
    .from(stringingSteps)
    .where(eq(stringingSteps.orderId, orderId))
    .orderBy(desc(seq))
    .limit(1)
  if (!row) throw new Error(`stringing order ${orderId} has no steps`)
  return row
}

/**
 * A step of an order, with its text, its photos and other changes. `actorId` is null for the clock and the payment.
 * `actor` is set where it is not the usual one of the action.
 */
export type Step = {
  action: StringingAction
  actor?: 'OPERATOR'
  actorId: string | null
  remark?: string | undefined
  photos?: readonly string[]
  now: Date
  change?: Partial<Pick<StringingOrderRow, 'expectedAt' | 'trackingNo' | 'cancelReason' | 'isRacketLost'>>
}

/** The actions whose time is stored on the order itself. */
const TIMES: Partial<Record<StringingAction, 'acceptedAt' | 'receivedAt' | 'readyAt' | 'completedAt' | 'returnedAt'>> =
  {
    accept: 'acceptedAt',
    receive: 'receivedAt',
    ready: 'readyAt',
    handOver: 'completedAt',
    giveBack: 'returnedAt',
  }

/**
 * Moves a locked order by the table of transitions and appends its step. Watchers of the order are notified. The caller
 * has already checked that the action is allowed.
 *
 * @returns the current order
 * Source: invariant S1
 */
export async function takeStep(tx: Database, order: StringingOrderRow, step: Step): Promise<StringingOrderRow> {
  const { action, actorId, remark = '', photos = [], now, change } = step
  const { by, to: status } = STRINGING_TRANSITIONS[action]
  const { actor = by } = step
  const last = await findLastStep(tx, order.id)
  // A call that waited for the lock has an earlier time than the step before it. Its step must still sort after that
  // step.
  const at = new Date(Math.max(last.createdAt.getTime(), now.getTime()))
  const said = { remark: remark.trim(), photos: photos.join(',') }
  await tx
    .insert(stringingSteps)
    .values({ orderId: order.id, seq: last.seq + 1, action, status, actor, actorId, ...said, createdAt: at })
  const time = TIMES[action]
  const moved = await updateStringingOrder(tx, order.id, {
    ...change,
    ...(time && { [time]: at }),
    status,
    ...(status !== order.status && { responseTime: at }),
  })
  await publishChanges(tx, [orderTopic(order.paymentOrderId)])
  return moved
}

/** Notifies the player of an order about the racket. */
export async function notifyPlayer(
  tx: Database,
  { id, userId, racketName }: StringingOrderRow,
  { title, text }: { title: string; text: string },
): Promise<void> {
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title,
    content: `${racketName}：${text}`,
    about: { kind: 'stringing', id },
  })
}

/** The text for the player of a cancelled order about the return of the racket. Empty if the shop never had it. */
export function returnText(order: StringingOrderRow): string {
  if (order.isRacketLost) return '，球拍无法归还'
  if (!isInShop(order)) return ''
  return order.handIn === 'COURIER' ? '，球拍将寄回' : `，球拍在店里，凭取拍码 ${order.pickupCode} 取回`
}

/** Reads what an order costs, and how it was paid. */
export async function readPayment(tx: Database, { paymentOrderId }: StringingOrderRow) {
  const { id, amountFen, method } = orders
  const [row] = await tx.select({ amountFen, method }).from(orders).where(eq(id, paymentOrderId))
  if (!row) throw new Error(`order ${paymentOrderId} is gone`)
  return { ...row, isPaidInShop: row.method === 'IN_SHOP' }
}

/**
 * Refunds all that was paid for an order, once. What was paid in the shop is not refunded here.
 *
 * @returns the text about it for the player
 */
export async function refundWhole(
  tx: Database,
  order: StringingOrderRow,
  why: { cause: 'cancelled' | 'refused' | 'refunded' | 'corrected'; reason: string; now: Date },
): Promise<string> {
  const { amountFen, method, isPaidInShop } = await readPayment(tx, order)
  if (isPaidInShop) return '没有在线付款，已在店里付过的请与商家结算'
  const to = why.cause === 'corrected' ? 'CORRECTION' : refundWishOf(method)
  const { target } = await refundOrder(tx, { orderId: order.paymentOrderId, amountFen, target: to, ...why })
  return `¥${yuanOf(amountFen)} ${REFUND_WAYS[target]}`
}

/**
 * The effect of paying or closing a stringing order. Once it is paid, the racket may come. A payment in the shop is
 * recorded with its amount. Closing its payment cancels the order and releases its strings.
 *
 * Source: decision "Hours and money", Stringing orders
 */
export const stringingEffect: CorrectableEffect = {
  lock: lockStringingOrder,
  async paid(tx, { objectId, method, amountFen }, now) {
    const order = await lockStringingOrder(tx, objectId)
    if (!order || !maySucceed('pay', order.status)) return 'refused'
    const remark = method === 'IN_SHOP' ? `到店付款 ¥${yuanOf(amountFen)}` : undefined
    await takeStep(tx, order, { action: 'pay', actorId: null, remark, now })
    return 'done'
  },
  async closed(tx, { objectId }, now) {
    const order = await lockStringingOrder(tx, objectId)
    if (order?.status !== 'SUBMITTED') return
    await takeStep(tx, order, { action: 'expire', actorId: null, change: { cancelReason: 'UNPAID' }, now })
  },
  async isUsed(db, { objectId }) {
    const { id, status } = stringingOrders
    const [order] = await db.select({ status }).from(stringingOrders).where(eq(id, objectId))
    return order?.status !== 'PAID'
  },
  async takeBack(tx, payment, { now }) {
    const order = await lockStringingOrder(tx, payment.objectId)
    if (!order || (await stringingEffect.isUsed(tx, payment, now))) return undefined
    const remark = CORRECTION_REASON
    await takeStep(tx, order, { action: 'expire', actorId: null, remark, change: { cancelReason: 'CORRECTED' }, now })
    await refundWhole(tx, order, { cause: 'corrected', reason: remark, now })
    return ''
  },
}

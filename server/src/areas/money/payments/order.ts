import { ApiError } from '@paidang/api/catalogue/errors'
import type { CorrectableKind } from '@paidang/domain/areas/money/payments/offline'
import type { OrderKind } from '@paidang/domain/areas/money/payments/order'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { offlineEntries, orderLines, orders } from '../../../tables/payments.ts'
import { notify } from '../../ground/messages/notify.ts'
import { pollAtOnce } from './payment-rows.ts'

export type OrderRow = typeof orders.$inferSelect

/**
 * What paying or closing an order does to the object that it buys. It runs in the transaction that pays or closes the
 * order, after the order's row is locked. `paid` happens once. If the object is no longer available, `paid` returns
 * 'refused' and changes nothing except to release what the order held. Then all money is refunded, the order becomes
 * CLOSED, and `closed` is not called.
 */
export type OrderEffect = {
  /** Locks the row of the object. It is locked before the order's row. */
  lock?(tx: Database, objectId: string): Promise<unknown>
  paid(tx: Database, order: OrderRow, now: Date): Promise<'done' | 'refused'>
  closed(tx: Database, order: OrderRow, now: Date): Promise<void>
}

/** The effect of a kind whose payment staff can take back. Source: decision record 051 */
export type CorrectableEffect = OrderEffect & {
  /** Whether some of what a payment brought was used, or has begun. */
  isUsed(db: Database, order: OrderRow, now: Date): Promise<boolean>
  /**
   * Takes back all that a payment brought which staff had entered by mistake, and refunds it with the target CORRECTION.
   * Undefined changes nothing: `isUsed` is true, now that all is locked.
   *
   * @returns what its payer has to know besides, as words that follow a sentence; often empty
   */
  takeBack(tx: Database, order: OrderRow, context: { effects: OrderEffects; now: Date }): Promise<string | undefined>
}

export type OrderEffects = Readonly<
  Record<CorrectableKind, CorrectableEffect> & Record<Exclude<OrderKind, CorrectableKind>, OrderEffect>
>

/** The topic of one order in the change feed. */
export const orderTopic = (orderId: string) => `order|${orderId}`

export async function findOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  return row
}

/** Locks an order. Until the transaction ends, nobody else changes it, its payments or its refunds. */
export async function lockOrder(tx: Database, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

/**
 * Locks what an order buys, then the order. Everybody who may change both locks in this sequence.
 *
 * @throws ApiError order_not_found
 */
export async function lockOrderAndObject(tx: Database, orderId: string, effects: OrderEffects): Promise<OrderRow> {
  const seen = await findOrder(tx, orderId)
  if (seen) await effects[seen.kind].lock?.(tx, seen.objectId)
  const order = seen && (await lockOrder(tx, orderId))
  if (!order) throw new ApiError('order_not_found')
  return order
}

/** Updates the state of a locked order. */
export async function updateOrder(
  tx: Database,
  id: string,
  change: Pick<OrderRow, 'state' | 'method' | 'paidAt' | 'closedAt'>,
): Promise<OrderRow> {
  const [row] = await tx.update(orders).set(change).where(eq(orders.id, id)).returning()
  if (!row) throw new Error(`order ${id} is gone`)
  return row
}

/**
 * An order to open: what is paid, by whom and until when. `objectId` is the row of its kind. A line is a quantity of
 * something at a unit price.
 */
export type OrderToOpen = {
  userId: string
  kind: OrderKind
  objectId: string
  title: string
  lines: readonly { label: string; quantity: number; unitFen: number }[]
  /** What a top-up brings beside its amount. */
  giftFen?: number
  expiresAt: Date
}

/**
 * Opens an UNPAID order. Its amount is the sum of its lines, at least 1 fen. Something free needs no order.
 *
 * @throws RangeError when the lines add up to less than 1 fen
 * Source: decision "Hours and money", Payments; invariant O5
 */
export async function openOrder(tx: Database, { lines, ...order }: OrderToOpen): Promise<OrderRow> {
  const amountFen = lines.reduce((sum, { quantity, unitFen }) => sum + quantity * unitFen, 0)
  if (amountFen < 1) throw new RangeError(`an order of ${amountFen} fen`)
  const [row] = await tx
    .insert(orders)
    .values({ ...order, amountFen })
    .returning()
  if (!row) throw new Error('insert returned no row')
  await tx.insert(orderLines).values(lines.map((line, position) => ({ ...line, orderId: row.id, position })))
  return row
}

/**
 * Marks a new order as paid directly to the shop. It is PAID from the start, without any payment on the platform. None
 * of it is ever refunded through the platform. The order must be new, so that no other request can know it.
 *
 * Source: decision record 033
 */
export async function leaveToShop(
  tx: Database,
  { orderId, effects, now }: { orderId: string; effects: OrderEffects; now: Date },
): Promise<OrderRow> {
  const order = await updateOrder(tx, orderId, { state: 'PAID', method: 'IN_SHOP', paidAt: now, closedAt: null })
  if ((await effects[order.kind].paid(tx, order, now)) === 'refused') throw new Error(`new order ${orderId} is refused`)
  return order
}

/**
 * Lets an unpaid order expire at `until` at the latest, because what it buys is available only until then. A paid or
 * closed order stays as it is.
 */
export async function shortenOrder(tx: Database, { orderId, until }: { orderId: string; until: Date }): Promise<void> {
  const { id, expiresAt, state } = orders
  const isLonger = and(eq(id, orderId), eq(state, 'UNPAID'), gt(expiresAt, until))
  await tx.update(orders).set({ expiresAt: until }).where(isLonger)
  await publishChanges(tx, [orderTopic(orderId)])
}

/** Tells the payer of an order that ends where its money is, if an entry of the front desk still waits to be agreed to. */
export async function tellOfDeskMoney(tx: Database, { id, userId, title, amountFen }: OrderRow): Promise<void> {
  const { orderId, refundId, state } = offlineEntries
  const waiting = and(eq(orderId, id), isNull(refundId), eq(state, 'WAITING'))
  if ((await tx.$count(offlineEntries, waiting)) === 0) return
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title: '订单已关闭，请到前台取款',
    content: `${title}：订单已关闭，前台登记的收款 ¥${yuanOf(amountFen)} 没有生效。付过的钱请到前台取回`,
    about: { kind: 'order', id },
  })
}

/**
 * Closes an unpaid order and releases what it held. It takes no more money. The next poll closes its pending payments
 * at their provider. Money that still comes is refunded. A PAID or CLOSED order stays as it is.
 *
 * @returns the current row
 * @throws ApiError order_not_found
 * Source: decision "Hours and money", Payments
 */
export async function closeOrder(
  tx: Database,
  { orderId, now, effects }: { orderId: string; now: Date; effects: OrderEffects },
): Promise<OrderRow> {
  const order = await lockOrderAndObject(tx, orderId, effects)
  if (order.state !== 'UNPAID') return order
  const closed = await updateOrder(tx, orderId, { state: 'CLOSED', method: null, paidAt: null, closedAt: now })
  await pollAtOnce(tx, orderId, now)
  await tellOfDeskMoney(tx, closed)
  await effects[closed.kind].closed(tx, closed, now)
  await publishChanges(tx, [orderTopic(orderId)])
  return closed
}

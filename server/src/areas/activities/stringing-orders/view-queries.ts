import type { StringingTab } from '@paidang/api/areas/stringing-orders'
import type { Sord } from '@paidang/api/shapes'
import type { StringingStatus } from '@paidang/domain/areas/stringing/order-status'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { orders } from '../../../tables/payments.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchants } from '../../../tables/stringing.ts'
import {
  inShopsOrder,
  stringingOrders,
  stringingParts,
  stringingReviews,
  stringingSteps,
} from '../../../tables/stringing-orders.ts'
import type { OrderRow } from '../../money/payments/order-effects.ts'
import type { PartRow, StepRow, StringingOrderRow } from './order-queries.ts'

/** An order with its shop, its player, its payment order, its review and its bed. */
export type OrderView = {
  order: StringingOrderRow
  merchant: typeof merchants.$inferSelect
  customer: { id: string; nickname: string; phone: string | null }
  payment: OrderRow
  review: typeof stringingReviews.$inferSelect | null
  parts: PartRow[]
}

const selectViews = (db: Database) =>
  db
    .select({
      order: stringingOrders,
      merchant: merchants,
      customer: { id: users.id, nickname: users.nickname, phone: users.phone },
      payment: orders,
      review: stringingReviews,
    })
    .from(stringingOrders)
    .innerJoin(merchants, eq(merchants.id, stringingOrders.merchantId))
    .innerJoin(users, eq(users.id, stringingOrders.userId))
    .innerJoin(orders, eq(orders.id, stringingOrders.paymentOrderId))
    .leftJoin(stringingReviews, eq(stringingReviews.orderId, stringingOrders.id))

/** Lists the halves of the beds of these orders. */
export async function listPartsOf(db: Database, orderIds: readonly string[]): Promise<PartRow[]> {
  if (orderIds.length === 0) return []
  return db
    .select()
    .from(stringingParts)
    .where(inArray(stringingParts.orderId, [...orderIds]))
}

async function withParts(db: Database, rows: Omit<OrderView, 'parts'>[]): Promise<OrderView[]> {
  const parts = await listPartsOf(
    db,
    rows.map(({ order }) => order.id),
  )
  return rows.map((row) => ({ ...row, parts: parts.filter(({ orderId }) => orderId === row.order.id) }))
}

/** Whose orders to read: a player's own, or those that a shop was paid for. */
export type Whose = { userId: string } | { merchantId: string }

const isOf = (whose: Whose): SQL | undefined =>
  'userId' in whose
    ? eq(stringingOrders.userId, whose.userId)
    : and(eq(stringingOrders.merchantId, whose.merchantId), eq(orders.state, 'PAID'))

export async function findOrderView(db: Database, id: string, whose: Whose): Promise<OrderView | undefined> {
  const rows = await selectViews(db).where(and(eq(stringingOrders.id, id), isOf(whose)))
  const [view] = await withParts(db, rows)
  return view
}

/** Lists the steps of an order in sequence, with the name of the shop's staff member. */
export async function listSteps(db: Database, orderId: string): Promise<(StepRow & { staffName: string | null })[]> {
  const { actor, actorId } = stringingSteps
  return db
    .select({ ...getTableColumns(stringingSteps), staffName: staff.nickname })
    .from(stringingSteps)
    .leftJoin(staff, and(eq(actor, 'MERCHANT'), eq(staff.id, actorId)))
    .where(eq(stringingSteps.orderId, orderId))
    .orderBy(asc(stringingSteps.seq))
}

const STATUSES_OF: Record<Exclude<StringingTab, 'all'>, StringingStatus[]> = {
  unpaid: ['SUBMITTED'],
  running: ['PAID', 'RECEIVED', 'STRINGING'],
  ready: ['READY'],
  completed: ['COMPLETED'],
  cancelled: ['CANCELLED'],
}

type Views = { rows: OrderView[]; total: number }

/** Reads one page of a player's orders, the last changed first. Source: specification §9 "Sorts" */
export async function pageOrdersOfUser(
  db: Database,
  {
    userId,
    tab,
    racketId,
    sord,
    ...page
  }: Page & { userId: string; tab: StringingTab; racketId: string | undefined; sord: Sord },
): Promise<Views> {
  const where = and(
    eq(stringingOrders.userId, userId),
    tab === 'all' ? undefined : inArray(stringingOrders.status, STATUSES_OF[tab]),
    racketId === undefined ? undefined : eq(stringingOrders.racketId, racketId),
  )
  const order = sord === 'asc' ? asc : desc
  const rows = await selectViews(db)
    .where(where)
    .orderBy(order(stringingOrders.responseTime), order(stringingOrders.id))
    .limit(page.rows)
    .offset(offsetOf(page))
  return { rows: await withParts(db, rows), total: await db.$count(stringingOrders, where) }
}

type OfShop = Page & { merchantId: string; status: StringingStatus | undefined; keyword: string | undefined }

/** Reads one page of the orders that a shop was paid for, in the shop's sequence. */
export async function pageOrdersOfShop(db: Database, { merchantId, status, keyword, ...page }: OfShop): Promise<Views> {
  const where = and(isOf({ merchantId }), status && eq(stringingOrders.status, status), isAskedFor(keyword))
  const rows = await selectViews(db)
    .where(where)
    .orderBy(...inShopsOrder(stringingOrders), asc(stringingOrders.id))
    .limit(page.rows)
    .offset(offsetOf(page))
  const input = db
    .select({ id: stringingOrders.id })
    .from(stringingOrders)
    .innerJoin(users, eq(users.id, stringingOrders.userId))
    .innerJoin(orders, eq(orders.id, stringingOrders.paymentOrderId))
    .where(where)
  return { rows: await withParts(db, rows), total: await countUpTo(db, input) }
}

/**
 * The last digits of a phone number, as a customer says them at the counter. A search by a whole number is not allowed.
 */
const PHONE_TAIL = /^\d{4}$/

/**
 * The condition for orders, joined with their players, that match a typed keyword. It matches the number, the racket or
 * the player's name, or the last four digits of the player's phone. Without a keyword every order matches.
 */
export function isAskedFor(keyword: string | undefined): SQL | undefined {
  const typed = keyword?.trim()
  if (!typed) return undefined
  const { orderNo, racketName } = stringingOrders
  return or(
    ...[orderNo, racketName, users.nickname].map(holding(typed)),
    PHONE_TAIL.test(typed) ? sql`right(${users.phone}, 4) = ${typed}` : undefined,
  )
}

type TextColumn = typeof stringingOrders.orderNo | typeof stringingOrders.racketName | typeof users.nickname

/** Whether a text contains the keyword, ignoring case. */
const holding = (typed: string) => (column: TextColumn) => sql`position(lower(${typed}) in lower(${column})) > 0`

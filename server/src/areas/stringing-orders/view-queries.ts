import type { StringingTab } from '@paidang/api/areas/stringing-orders'
import type { StringingStatus } from '@paidang/domain/areas/stringing/order-status'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { OrderRow } from '../payments/order-effects.ts'
import { orders } from '../payments/tables.ts'
import { users } from '../profile/tables.ts'
import { merchants } from '../stringing/tables.ts'
import type { PartRow, StepRow, StringingOrderRow } from './order-queries.ts'
import { stringingOrders, stringingParts, stringingReviews, stringingSteps } from './tables.ts'

/** An order with its shop, its player, what pays for it and what was said of it. */
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

async function withParts(db: Database, rows: Omit<OrderView, 'parts'>[]): Promise<OrderView[]> {
  const ids = rows.map(({ order }) => order.id)
  const parts = ids.length > 0 ? await db.select().from(stringingParts).where(inArray(stringingParts.orderId, ids)) : []
  return rows.map((row) => ({ ...row, parts: parts.filter(({ orderId }) => orderId === row.order.id) }))
}

/** Whose order is looked for: a player's own, or one that a shop was paid for. */
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

/** The steps of an order, as they were taken. */
export async function listSteps(db: Database, orderId: string): Promise<StepRow[]> {
  return db.select().from(stringingSteps).where(eq(stringingSteps.orderId, orderId)).orderBy(asc(stringingSteps.seq))
}

const STATUSES_OF: Record<Exclude<StringingTab, 'all'>, StringingStatus[]> = {
  unpaid: ['SUBMITTED'],
  running: ['PAID', 'RECEIVED', 'STRINGING'],
  ready: ['READY'],
  completed: ['COMPLETED'],
  cancelled: ['CANCELLED'],
}

type Views = { rows: OrderView[]; total: number }

/** One page of a player's orders, the last changed first. Source: specification §9 "Sorts" */
export async function pageOrdersOfUser(
  db: Database,
  { userId, tab, racketId, ...page }: Page & { userId: string; tab: StringingTab; racketId: string | undefined },
): Promise<Views> {
  const where = and(
    eq(stringingOrders.userId, userId),
    tab === 'all' ? undefined : inArray(stringingOrders.status, STATUSES_OF[tab]),
    racketId === undefined ? undefined : eq(stringingOrders.racketId, racketId),
  )
  const rows = await selectViews(db)
    .where(where)
    .orderBy(desc(stringingOrders.responseTime), desc(stringingOrders.id))
    .limit(page.rows)
    .offset(offsetOf(page))
  return { rows: await withParts(db, rows), total: await db.$count(stringingOrders, where) }
}

/** What a shop has to do stands first: what was paid, what lies there, what is on the machine, what waits to be fetched. */
const PLACE = sql`array_position(array['PAID', 'RECEIVED', 'STRINGING', 'READY', 'COMPLETED', 'CANCELLED'], ${stringingOrders.status})`
const IS_OVER = sql`${stringingOrders.status} in ('COMPLETED', 'CANCELLED')`

type OfShop = Page & { merchantId: string; status: StringingStatus | undefined; keyword: string | undefined }

/** One page of the orders that a shop was paid for: by status, those that are due first; of those that are over the latest. */
export async function pageOrdersOfShop(db: Database, { merchantId, status, keyword, ...page }: OfShop): Promise<Views> {
  const typed = keyword?.trim()
  const where = and(
    isOf({ merchantId }),
    status && eq(stringingOrders.status, status),
    typed
      ? or(...[stringingOrders.orderNo, stringingOrders.racketName, users.nickname].map(holding(typed)))
      : undefined,
  )
  const rows = await selectViews(db)
    .where(where)
    .orderBy(
      PLACE,
      sql`case when not ${IS_OVER} then coalesce(${stringingOrders.dueAt}, ${stringingOrders.expectedAt}) end nulls last`,
      sql`case when ${IS_OVER} then ${stringingOrders.responseTime} end desc nulls last`,
      asc(stringingOrders.id),
    )
    .limit(page.rows)
    .offset(offsetOf(page))
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(stringingOrders)
    .innerJoin(users, eq(users.id, stringingOrders.userId))
    .innerJoin(orders, eq(orders.id, stringingOrders.paymentOrderId))
    .where(where)
  return { rows: await withParts(db, rows), total: counted?.total ?? 0 }
}

type TextColumn = typeof stringingOrders.orderNo | typeof stringingOrders.racketName | typeof users.nickname

/** Whether a text holds what was typed, capitals or not. */
const holding = (typed: string) => (column: TextColumn) => sql`position(lower(${typed}) in lower(${column})) > 0`

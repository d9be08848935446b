import type { StringingStatus } from '@paidang/domain/areas/stringing/order-status'
import type { RequestState } from '@paidang/domain/kernel/money-request'
import { and, asc, desc, eq, gt, inArray, lte, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { orders } from '../../../tables/payments.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchants } from '../../../tables/stringing.ts'
import { liesInShop, stringingOrders, stringingRefunds } from '../../../tables/stringing-orders.ts'

export type RefundRequestRow = typeof stringingRefunds.$inferSelect

/** A refund request to insert. Its state is WAITING. */
type NewRefundRequest = Pick<
  RefundRequestRow,
  'orderId' | 'cause' | 'isRacketLost' | 'reason' | 'requestedBy' | 'createdAt'
>

/** Inserts a refund request. Undefined while another one of the order waits. */
export async function insertRefundRequest(
  tx: Database,
  request: NewRefundRequest,
): Promise<RefundRequestRow | undefined> {
  const [row] = await tx.insert(stringingRefunds).values(request).onConflictDoNothing().returning()
  return row
}

/** Reads the order of a request. It never changes. */
export async function findOrderOfRequest(tx: Database, id: string): Promise<string | undefined> {
  const { orderId } = stringingRefunds
  const [row] = await tx.select({ orderId }).from(stringingRefunds).where(eq(stringingRefunds.id, id))
  return row?.orderId
}

/** Reads and locks the request until the transaction ends. Its order must be locked first. */
export async function lockRefundRequest(tx: Database, id: string): Promise<RefundRequestRow | undefined> {
  const [row] = await tx.select().from(stringingRefunds).where(eq(stringingRefunds.id, id)).for('update')
  return row
}

/** Records how a locked request ended. */
export async function endRefundRequest(
  tx: Database,
  id: string,
  end: { state: Exclude<RequestState, 'WAITING'>; decidedBy: string | null; note: string; endedAt: Date },
): Promise<void> {
  await tx.update(stringingRefunds).set(end).where(eq(stringingRefunds.id, id))
}

/** Waiting requests that were made at or before `madeBy`, by id. */
export async function listOldRequests(
  db: Database,
  { madeBy, afterId, limit }: { madeBy: Date; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  const { id, state, createdAt } = stringingRefunds
  return db
    .select({ id })
    .from(stringingRefunds)
    .where(and(eq(state, 'WAITING'), lte(createdAt, madeBy), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit)
}

/** Whether a refund request of this order waits for a decision. */
export async function hasWaitingRefund(db: Database, orderId: string): Promise<boolean> {
  const waiting = and(eq(stringingRefunds.orderId, orderId), eq(stringingRefunds.state, 'WAITING'))
  return (await db.$count(stringingRefunds, waiting)) > 0
}

const { id: ownerId, nickname, avatar } = users
const managedColumns = {
  order: stringingOrders,
  owner: { id: ownerId, nickname, avatar },
  merchant: { id: merchants.id, name: merchants.name },
  totalFen: orders.amountFen,
  method: orders.method,
}

export type ManagedOrderRow = {
  order: typeof stringingOrders.$inferSelect
  owner: { id: string; nickname: string; avatar: string | null }
  merchant: { id: string; name: string }
  totalFen: number
  method: typeof orders.$inferSelect.method
}

const selectManaged = (db: Database) =>
  db
    .select(managedColumns)
    .from(stringingOrders)
    .innerJoin(users, eq(users.id, stringingOrders.userId))
    .innerJoin(merchants, eq(merchants.id, stringingOrders.merchantId))
    .innerJoin(orders, eq(orders.id, stringingOrders.paymentOrderId))
    .$dynamic()

/** Reads a stringing order of any shop. */
export async function findManagedOrder(db: Database, id: string): Promise<ManagedOrderRow | undefined> {
  const [row] = await selectManaged(db).where(eq(stringingOrders.id, id))
  return row
}

type WantedOrders = {
  orderNo?: string | undefined
  userId?: string | undefined
  merchantId?: string | undefined
  status?: StringingStatus | undefined
  isInShop?: boolean | undefined
  limit: number
  offset: number
}

/** Reads one page of the stringing orders of all shops, the latest first. */
export async function pageManagedOrders(
  db: Database,
  { orderNo, userId, merchantId, status, isInShop, limit, offset }: WantedOrders,
): Promise<{ rows: ManagedOrderRow[]; total: number }> {
  const inShop = liesInShop(stringingOrders)
  const condition = and(
    orderNo === undefined ? undefined : eq(stringingOrders.orderNo, orderNo.trim().toUpperCase()),
    userId === undefined ? undefined : eq(stringingOrders.userId, userId),
    merchantId === undefined ? undefined : eq(stringingOrders.merchantId, merchantId),
    status === undefined ? undefined : eq(stringingOrders.status, status),
    isInShop === undefined ? undefined : isInShop ? inShop : not(inShop),
  )
  const rows = await selectManaged(db).where(condition).orderBy(desc(stringingOrders.id)).limit(limit).offset(offset)
  const matching = db.select({ id: stringingOrders.id }).from(stringingOrders).where(condition)
  return { rows, total: await countUpTo(db, matching) }
}

const asker = alias(staff, 'asker')
const decider = alias(staff, 'decider')
const selectRequests = (db: Database) =>
  db
    .select({
      ...managedColumns,
      request: stringingRefunds,
      requestedBy: { id: asker.id, nickname: asker.nickname },
      decidedBy: { id: decider.id, nickname: decider.nickname },
    })
    .from(stringingRefunds)
    .innerJoin(stringingOrders, eq(stringingOrders.id, stringingRefunds.orderId))
    .innerJoin(users, eq(users.id, stringingOrders.userId))
    .innerJoin(merchants, eq(merchants.id, stringingOrders.merchantId))
    .innerJoin(orders, eq(orders.id, stringingOrders.paymentOrderId))
    .innerJoin(asker, eq(asker.id, stringingRefunds.requestedBy))
    .leftJoin(decider, eq(decider.id, stringingRefunds.decidedBy))
    .$dynamic()

export type RefundRequestView = Awaited<ReturnType<typeof selectRequests>>[number]

export async function findRefundRequest(db: Database, id: string): Promise<RefundRequestView | undefined> {
  const [row] = await selectRequests(db).where(eq(stringingRefunds.id, id))
  return row
}

type Query = { state: RequestState | undefined; orderNo: string | undefined; limit: number; offset: number }

/** Reads one page of requests, filtered by state and order. Waiting ones come first, then the latest. */
export async function pageRefundRequests(
  db: Database,
  { state, orderNo, limit, offset }: Query,
): Promise<{ rows: RefundRequestView[]; total: number }> {
  const ofNumber = db
    .select({ id: stringingOrders.id })
    .from(stringingOrders)
    .where(eq(stringingOrders.orderNo, orderNo ?? ''))
  const condition = and(
    state && eq(stringingRefunds.state, state),
    orderNo === undefined ? undefined : inArray(stringingRefunds.orderId, ofNumber),
  )
  const rows = await selectRequests(db)
    .where(condition)
    .orderBy(desc(sql`(${stringingRefunds.state} = 'WAITING')`), desc(stringingRefunds.id))
    .limit(limit)
    .offset(offset)
  const matching = db.select({ id: stringingRefunds.id }).from(stringingRefunds).where(condition)
  return { rows, total: await countUpTo(db, matching) }
}

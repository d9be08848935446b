import * as api from '@paidang/api/areas/activities/admin-stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isInShop } from '@paidang/domain/areas/activities/stringing/order-status'
import { refundText, whyNotRefund } from '@paidang/domain/areas/activities/stringing/refund'
import { type RequestState, whyNotWithdraw } from '@paidang/domain/kernel/money-request'
import { overLimitSince, WAITING } from '@paidang/domain/kernel/waiting'
import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { users } from '../../../tables/identities.ts'
import { orders } from '../../../tables/payments.ts'
import { staff as staffTable } from '../../../tables/staff-identities.ts'
import { merchants } from '../../../tables/stringing.ts'
import { stringingOrders, stringingRefunds } from '../../../tables/stringing-orders.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { assertMayAsk, assertMayDecide } from '../../ground/money-requests/assert-moves-money.ts'
import { managedColumns, presentManaged } from './managed-orders.ts'
import {
  lockStringingOrder,
  notifyPlayer,
  readPayment,
  refundWhole,
  returnText,
  type StringingOrderRow,
  takeStep,
} from './order.ts'

type RequestRow = typeof stringingRefunds.$inferSelect

/** Locks the request until the transaction ends, after its order. */
async function lockRequest(
  tx: Database,
  id: string,
): Promise<{ order: StringingOrderRow; request: RequestRow } | undefined> {
  const own = eq(stringingRefunds.id, id)
  // The order of a request never changes.
  const [of] = await tx.select({ orderId: stringingRefunds.orderId }).from(stringingRefunds).where(own)
  const order = of && (await lockStringingOrder(tx, of.orderId))
  const [request] = await tx.select().from(stringingRefunds).where(own).for('update')
  return order && request && { order, request }
}

/** Records how a locked request ended. */
async function endRequest(
  tx: Database,
  id: string,
  end: { state: Exclude<RequestState, 'WAITING'>; decidedBy: string | null; note: string; endedAt: Date },
): Promise<void> {
  await tx.update(stringingRefunds).set(end).where(eq(stringingRefunds.id, id))
}

const asker = alias(staffTable, 'asker')
const decider = alias(staffTable, 'decider')
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

type Row = Awaited<ReturnType<typeof selectRequests>>[number]

function present({ request, requestedBy, decidedBy, ...managed }: Row): api.StringingRefund {
  const { id, state, cause, isRacketLost, reason, note, createdAt, endedAt } = request
  return {
    id,
    state,
    cause,
    isRacketLost,
    order: presentManaged(managed),
    reason,
    note,
    requestedBy,
    decidedBy,
    createTime: createdAt.toISOString(),
    endTime: endedAt?.toISOString() ?? null,
  }
}

async function readRequest(db: Database, id: string): Promise<api.StringingRefund> {
  const [row] = await selectRequests(db).where(eq(stringingRefunds.id, id))
  if (!row) throw new Error(`refund request ${id} is gone`)
  return present(row)
}

/** What a request is about, for the audit log. What was paid in the shop is not refunded here. */
async function endOf(tx: Database, order: StringingOrderRow): Promise<string> {
  const { isPaidInShop } = await readPayment(tx, order)
  return isPaidInShop ? `结束穿线订单 ${order.orderNo}（到店付款）` : `穿线订单 ${order.orderNo} 全额退款`
}

/** Ends the order, refunds its money to its source, and notifies the player about money and racket. */
async function giveBack(
  tx: Database,
  order: StringingOrderRow,
  { request, actorId, now }: { request: RequestRow; actorId: string; now: Date },
): Promise<void> {
  const remark = refundText(request)
  const change = { cancelReason: 'PLATFORM' as const, isRacketLost: request.isRacketLost }
  const ended = await takeStep(tx, order, { action: 'refund', actorId, remark, change, now })
  const money = await refundWhole(tx, ended, { cause: 'refunded', reason: `平台退款：${remark}`, now })
  const title = (await readPayment(tx, order)).isPaidInShop ? '平台已结束订单' : '平台已退款'
  await notifyPlayer(tx, ended, { title, text: `${remark}，${money}${returnText(ended)}` })
}

/**
 * Nothing changes until a second person approves. A request for what is impossible now is refused, as is the loss of a
 * racket that is not in the shop.
 * Source: decision record 028
 */
async function askRefund({
  params: { id: orderId },
  body,
  staff,
  db,
  now,
}: Handled<typeof api.requestStringingRefund>) {
  const { cause, isRacketLost } = body
  return db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    if (!order) throw new ApiError('stringing_not_found')
    const refusal = whyNotRefund(order.status)
    if (refusal) throw new ApiError(refusal)
    if (isRacketLost && !isInShop(order)) throw new ApiError('stringing_settled')
    const reason = assertMayAsk(staff, body.reason)
    // A key allows one waiting request of an order.
    const [row] = await tx
      .insert(stringingRefunds)
      .values({ orderId, cause, isRacketLost, reason, requestedBy: staff.id, createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new ApiError('money_request_waits')
    const summary = `申请${await endOf(tx, order)}：${refundText(row)}`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'stringing-refund.ask', objectId: row.id, summary, now })
    return readRequest(tx, row.id)
  })
}

/**
 * Happens exactly once; the same verdict of the same actor again returns the request as it is. Strings that were drawn
 * stay drawn. If approval is no longer possible, the request stays waiting. The revision is that of the order.
 * Source: decision record 028; invariants S1, S7
 */
async function decideRefund({ params: { id }, body, staff, db, now }: Handled<typeof api.decideStringingRefund>) {
  const { approve: isApproved, note = '', revision: seen } = body
  return db.transaction(async (tx) => {
    const locked = await lockRequest(tx, id)
    if (!locked) throw new ApiError('stringing_refund_not_found')
    const { order, request } = locked
    const state = isApproved ? 'DONE' : 'REFUSED'
    if (request.state === state && request.decidedBy === staff.id) return readRequest(tx, id)
    await assertMayDecide(tx, request, staff)
    await assertSeenRow(tx, 'stringing_orders', { id: order.id, seen })
    const refusal = isApproved ? whyNotRefund(order.status) : undefined
    if (refusal) throw new ApiError(refusal)

    if (isApproved) await giveBack(tx, order, { request, actorId: staff.id, now })
    await endRequest(tx, id, { state, decidedBy: staff.id, note: note.trim(), endedAt: now })
    const action = isApproved ? 'stringing-refund.approve' : 'stringing-refund.refuse'
    const summary = `${isApproved ? '通过' : '拒绝'}${await endOf(tx, order)}：${refundText(request)}`
    await recordAuditEvent(tx, { actorId: staff.id, action, objectId: id, summary, now })
    return readRequest(tx, id)
  })
}

/** A repeat returns the request as it is. */
async function withdrawRefund({ params: { id }, staff, db, now }: Handled<typeof api.withdrawStringingRefund>) {
  return db.transaction(async (tx) => {
    const locked = await lockRequest(tx, id)
    if (!locked) throw new ApiError('stringing_refund_not_found')
    const { request } = locked
    if (request.state === 'WITHDRAWN' && request.requestedBy === staff.id) return readRequest(tx, id)
    const refusal = whyNotWithdraw(request, staff.id)
    if (refusal) throw new ApiError(refusal)
    await endRequest(tx, id, { state: 'WITHDRAWN', decidedBy: null, note: '', endedAt: now })
    const event = { action: 'stringing-refund.withdraw', objectId: id, summary: '撤回穿线退款申请' } as const
    await recordAuditEvent(tx, { actorId: staff.id, ...event, now })
    return readRequest(tx, id)
  })
}

/** Withdraws the requests that nobody decided in time. Source: decision record 037 */
export async function expireRefundRequests({ db, now, signal, onFault }: JobContext): Promise<void> {
  const { id, state, createdAt } = stringingRefunds
  const isOld = and(eq(state, 'WAITING'), lte(createdAt, overLimitSince('STRINGING_REFUND', now)))
  await processEach({
    what: 'expire stringing refund request',
    list: ({ afterId, limit }) =>
      db
        .select({ id })
        .from(stringingRefunds)
        .where(and(isOld, gt(id, afterId)))
        .orderBy(asc(id))
        .limit(limit),
    each: (old) =>
      db.transaction(async (tx) => {
        const locked = await lockRequest(tx, old.id)
        if (locked?.request.state !== 'WAITING') return
        const note = `超过${WAITING.STRINGING_REFUND.limit}天无人审批，申请自动失效`
        await endRequest(tx, old.id, { state: 'WITHDRAWN', decidedBy: null, note, endedAt: now })
      }),
    signal,
    onFault,
  })
}

export default plugin([
  // Waiting ones come first, then the latest.
  handle(api.listStringingRefunds, ({ query, db }) => {
    const { state, orderNo } = query
    const ofNumber = db
      .select({ id: stringingOrders.id })
      .from(stringingOrders)
      .where(eq(stringingOrders.orderNo, orderNo ?? ''))
    const where = and(
      state && eq(stringingRefunds.state, state),
      orderNo === undefined ? undefined : inArray(stringingRefunds.orderId, ofNumber),
    )
    const order = [desc(sql`(${stringingRefunds.state} = 'WAITING')`), desc(stringingRefunds.id)]
    return pageOf(db, selectRequests(db), { where, order, query, present })
  }),

  handle(api.requestStringingRefund, askRefund),

  handle(api.decideStringingRefund, decideRefund),

  handle(api.withdrawStringingRefund, withdrawRefund),
])

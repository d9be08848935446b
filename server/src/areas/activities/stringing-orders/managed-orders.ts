import * as api from '@paidang/api/areas/activities/admin-stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isInShop } from '@paidang/domain/areas/activities/stringing/order-status'
import { pickupAction, whyNotLose } from '@paidang/domain/areas/activities/stringing/refund'
import { and, desc, eq, not } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { users } from '../../../tables/identities.ts'
import { orders } from '../../../tables/payments.ts'
import { merchants } from '../../../tables/stringing.ts'
import { liesInShop, stringingOrders, stringingRefunds } from '../../../tables/stringing-orders.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { queueShipment } from '../../money/payments/shipments.ts'
import { findLastStep, lockStringingOrder, notifyPlayer, takeStep } from './order.ts'
import { listSteps } from './order-views.ts'

/** What operators see of an order in the tables of `selectManaged`. */
export const managedColumns = {
  order: stringingOrders,
  owner: { id: users.id, nickname: users.nickname, avatar: users.avatar },
  merchant: { id: merchants.id, name: merchants.name },
  totalFen: orders.amountFen,
  method: orders.method,
}

/** The stringing orders of all shops. */
const selectManaged = (db: Database) =>
  db
    .select(managedColumns)
    .from(stringingOrders)
    .innerJoin(users, eq(users.id, stringingOrders.userId))
    .innerJoin(merchants, eq(merchants.id, stringingOrders.merchantId))
    .innerJoin(orders, eq(orders.id, stringingOrders.paymentOrderId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectManaged>>[number]

/** Presents a stringing order of any shop for the operators' list. */
export function presentManaged({ order, owner, merchant, totalFen, method }: Row): api.ManagedStringingOrder {
  return {
    id: order.id,
    orderNo: order.orderNo,
    status: order.status,
    racketName: order.racketName,
    owner,
    merchant,
    totalFen,
    isPaidInShop: method === 'IN_SHOP',
    paymentOrderId: order.paymentOrderId,
    isInShop: isInShop(order),
    isRacketLost: order.isRacketLost,
    responseTime: order.responseTime.toISOString(),
    revision: order.revision,
  }
}

async function readManaged(db: Database, id: string): Promise<api.ManagedStringingOrderDetail> {
  const [row] = await selectManaged(db).where(eq(stringingOrders.id, id))
  if (!row) throw new ApiError('stringing_not_found')
  const steps = await listSteps(db, id)
  const waiting = and(eq(stringingRefunds.orderId, id), eq(stringingRefunds.state, 'WAITING'))
  return {
    ...presentManaged(row),
    steps: steps.map(({ action, status, actor, staffName, remark, createdAt }) => ({
      action,
      status,
      actor,
      ...(staffName !== null && { staffName }),
      remark,
      time: createdAt.toISOString(),
    })),
    hasWaitingRefund: (await db.$count(stringingRefunds, waiting)) > 0,
  }
}

/**
 * The racket no longer binds the shop or the account of its player. No money moves, because it was refunded before.
 * Source: decision record 028
 */
async function loseRacket({ params: { id }, body, staff, db, now }: Handled<typeof api.loseRacketOfOrder>) {
  return db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, id)
    if (!order) throw new ApiError('stringing_not_found')
    if (order.isRacketLost) return readManaged(tx, id)
    const refusal = whyNotLose({ status: order.status, isInShop: isInShop(order) })
    if (refusal) throw new ApiError(refusal)
    const remark = body.reason.trim()
    if (remark === '') throw new ApiError('money_request_reason_missing')
    const step = { action: 'lose' as const, actorId: staff.id, remark, change: { isRacketLost: true }, now }
    const lost = await takeStep(tx, order, step)
    await notifyPlayer(tx, lost, { title: '球拍遗失', text: `${remark}，球拍无法归还` })
    const summary = `登记穿线订单 ${order.orderNo} 的球拍遗失：${remark}`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'stringing-order.lose', objectId: id, summary, now })
    return readManaged(tx, id)
  })
}

/** Source: decision record 037 */
async function recordPickup({ params: { id }, body, staff, db, now }: Handled<typeof api.recordPickupOfOrder>) {
  return db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, id)
    if (!order) throw new ApiError('stringing_not_found')
    const last = await findLastStep(tx, id)
    if (last.actor === 'OPERATOR' && (last.action === 'handOver' || last.action === 'giveBack'))
      return readManaged(tx, id)
    const action = pickupAction({ status: order.status, isInShop: isInShop(order) })
    if (!action) throw new ApiError('stringing_settled')
    const remark = body.reason.trim()
    if (remark === '') throw new ApiError('money_request_reason_missing')
    const gone = await takeStep(tx, order, { action, actor: 'OPERATOR', actorId: staff.id, remark, now })
    if (action === 'handOver') await queueShipment(tx, { orderId: order.paymentOrderId, logistics: 'PICKUP', now })
    await notifyPlayer(tx, gone, { title: '球拍已取走', text: `平台已登记球拍取走：${remark}。如有误请联系客服` })
    const summary = `登记穿线订单 ${order.orderNo} 的球拍已取走：${remark}`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'stringing-order.pick-up', objectId: id, summary, now })
    return readManaged(tx, id)
  })
}

export default plugin([
  handle(api.listManagedStringingOrders, ({ query, db }) => {
    const { orderNo, userId, merchantId, status, isInShop } = query
    const inShop = liesInShop(stringingOrders)
    const where = and(
      orderNo === undefined ? undefined : eq(stringingOrders.orderNo, orderNo.trim().toUpperCase()),
      userId === undefined ? undefined : eq(stringingOrders.userId, userId),
      merchantId === undefined ? undefined : eq(stringingOrders.merchantId, merchantId),
      status === undefined ? undefined : eq(stringingOrders.status, status),
      isInShop === undefined ? undefined : isInShop ? inShop : not(inShop),
    )
    return pageOf(db, selectManaged(db), { where, order: [desc(stringingOrders.id)], query, present: presentManaged })
  }),

  handle(api.getManagedStringingOrder, ({ params, db }) => readManaged(db, params.id)),

  handle(api.loseRacketOfOrder, loseRacket),

  handle(api.recordPickupOfOrder, recordPickup),
])

import { isInShop, maySucceed, waitingOf } from '@paidang/domain/areas/stringing/order-status'
import { dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { dueNow, limitOf, overLimitSince, type RemindedKind, WAITING } from '@paidang/domain/kernel/waiting'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { notifyPlayer, refundWhole, returnText } from './notify-player.ts'
import { lockStringingOrder, type StringingOrderRow, updateStringingOrder } from './order-queries.ts'
import { endRefundRequest, findOrderOfRequest, listOldRequests, lockRefundRequest } from './refund-request-queries.ts'
import { takeStep } from './take-step.ts'
import { listWaiting } from './waiting-queries.ts'

/**
 * Reminds the player of each order that waits, once for each status. At its limit an order that was not begun is
 * cancelled, with all money back. Its strings are free again, and a racket in the shop is to be returned. What is on
 * the machine or strung is left to people. Requests for a refund that nobody decided expire.
 *
 * Source: decision record 037
 */
export async function endWaitingOrders({ db, now, signal, onFault }: JobContext): Promise<void> {
  const work = { signal, onFault }
  await processEach({
    ...work,
    what: 'end waiting stringing order',
    list: (page) => listWaiting(db, { now, ...page }),
    each: ({ id }) => endWaitingOrder(db, { orderId: id, now }),
  })
  await processEach({
    ...work,
    what: 'expire stringing refund request',
    list: (page) => listOldRequests(db, { madeBy: overLimitSince('STRINGING_REFUND', now), ...page }),
    each: ({ id }) => expireRequest(db, id, now),
  })
}

async function endWaitingOrder(db: Database, { orderId, now }: { orderId: string; now: Date }): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    const waiting = order && waitingOf({ ...order, isInShop: isInShop(order) })
    if (!waiting) return
    const { kind, since } = waiting
    const due = dueNow(kind, since, now)
    if (due === 'end' && maySucceed('expire', order.status)) return endOrder(tx, order, { kind, now })
    if (due !== 'remind' || (order.remindedAt !== null && order.remindedAt >= since)) return
    await updateStringingOrder(tx, orderId, { remindedAt: now })
    await notifyPlayer(tx, order, { title: '穿线订单提醒', text: reminderText(order, { kind, since }) })
  })
}

async function endOrder(
  tx: Database,
  order: StringingOrderRow,
  { kind, now }: { kind: RemindedKind; now: Date },
): Promise<void> {
  const remark = `超过${WAITING[kind].limit}天没有${kind === 'STRINGING_PAID' ? '收到球拍' : '开始穿线'}，系统自动取消`
  const change = { cancelReason: 'OVERDUE' as const }
  const ended = await takeStep(tx, order, { action: 'expire', actorId: null, remark, change, now })
  const money = await refundWhole(tx, ended, { cause: 'cancelled', reason: remark, now })
  await notifyPlayer(tx, ended, { title: '退款通知', text: `${remark}，${money}${returnText(ended)}` })
}

function reminderText(
  { handIn, pickupCode }: StringingOrderRow,
  { kind, since }: { kind: RemindedKind; since: Date },
): string {
  const isCourier = handIn === 'COURIER'
  const until = monthDotDay(dayOf(limitOf(kind, since)))
  const end = `您可以随时取消；${until} 将自动取消，在线支付的款项全额退回`
  switch (kind) {
    case 'STRINGING_PAID':
      return isCourier ? `商家还没有取走球拍。${end}` : `还没有送拍到店。${end}`
    case 'STRINGING_RECEIVED':
      return `商家还没有开始穿线。${end}`
    case 'STRINGING_STRINGING':
      return '商家还没有穿好，可以联系店铺或平台客服'
    case 'STRINGING_READY':
      return isCourier ? '球拍已穿好，商家还没有寄出，可以联系店铺' : `球拍已穿好，请凭取拍码 ${pickupCode} 取回`
    default:
      return isCourier ? '商家还没有寄回球拍，可以联系店铺' : `球拍还在店里，请凭取拍码 ${pickupCode} 取回`
  }
}

async function expireRequest(db: Database, requestId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const orderId = await findOrderOfRequest(tx, requestId)
    if (orderId) await lockStringingOrder(tx, orderId)
    const request = await lockRefundRequest(tx, requestId)
    if (request?.state !== 'WAITING') return
    const note = `超过${WAITING.STRINGING_REFUND.limit}天无人审批，申请自动失效`
    await endRefundRequest(tx, requestId, { state: 'WITHDRAWN', decidedBy: null, note, endedAt: now })
  })
}

import { isInShop, maySucceed, waitingOf } from '@paidang/domain/areas/activities/stringing/order-status'
import { FORGOTTEN_ADDRESS } from '@paidang/domain/areas/people/addresses/address'
import { dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { dueNow, limitOf, type RemindedKind, WAITING } from '@paidang/domain/kernel/waiting'
import { and, asc, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { liesInShop, stringingOrders, waitsSince } from '../../../tables/stringing-orders.ts'
import {
  lockStringingOrder,
  notifyPlayer,
  refundWhole,
  returnText,
  type StringingOrderRow,
  takeStep,
  updateStringingOrder,
} from './order.ts'
import { expireRefundRequests } from './refund-requests.ts'

const since = waitsSince(stringingOrders)
const { status, remindedAt } = stringingOrders

/** The condition of each state that waits. */
const CONDITIONS: Record<Exclude<RemindedKind, 'SHOP_UNSENT'>, SQL> = {
  STRINGING_PAID: sql`${status} = 'PAID'`,
  STRINGING_RECEIVED: sql`${status} = 'RECEIVED'`,
  STRINGING_STRINGING: sql`${status} = 'STRINGING'`,
  STRINGING_READY: sql`${status} = 'READY'`,
  STRINGING_RETURN: sql`${status} = 'CANCELLED' and ${liesInShop(stringingOrders)}`,
}

const daysBefore = (now: Date, days: number) => sql`${now}::timestamptz - interval '1 day' * ${days}`

/** Orders that wait so long that a reminder, or their end by the clock, is due. */
const isDue = (now: Date) =>
  or(
    ...(Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).map((kind) => {
      const { remind, limit: days, isEnded } = WAITING[kind]
      const isUnreminded = or(isNull(remindedAt), lt(remindedAt, since))
      const isOver = isEnded ? sql`${since} <= ${daysBefore(now, days)}` : undefined
      return and(CONDITIONS[kind], sql`${since} <= ${daysBefore(now, remind)}`, or(isUnreminded, isOver))
    }),
  )

/**
 * Reminds the player of each order that waits, once for each status. At its limit an order that was not begun is
 * cancelled, with all money back. Its strings are free again, and a racket in the shop is to be returned. What is on
 * the machine or strung is left to people. Requests for a refund that nobody decided expire.
 *
 * Source: decision record 037
 */
export async function endWaitingOrders(context: JobContext): Promise<void> {
  const { db, now, signal, onFault } = context
  const { id } = stringingOrders
  await processEach({
    what: 'end waiting stringing order',
    list: ({ afterId, limit }) =>
      db
        .select({ id })
        .from(stringingOrders)
        .where(and(isDue(now), gt(id, afterId)))
        .orderBy(asc(id))
        .limit(limit),
    each: (waiting) => endWaitingOrder(db, waiting.id, now),
    signal,
    onFault,
  })
  await expireRefundRequests(context)
}

async function endWaitingOrder(db: Database, orderId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    const waiting = order && waitingOf({ ...order, isInShop: isInShop(order) })
    if (!waiting) return
    const { kind, since } = waiting
    const due = dueNow(kind, since, now)
    if (due === 'end' && maySucceed('expire', order.status)) return endOrder(tx, order, kind, now)
    if (due !== 'remind' || (order.remindedAt !== null && order.remindedAt >= since)) return
    await updateStringingOrder(tx, orderId, { remindedAt: now })
    await notifyPlayer(tx, order, { title: '穿线订单提醒', text: reminderText(order, kind, since) })
  })
}

async function endOrder(tx: Database, order: StringingOrderRow, kind: RemindedKind, now: Date): Promise<void> {
  const remark = `超过${WAITING[kind].limit}天没有${kind === 'STRINGING_PAID' ? '收到球拍' : '开始穿线'}，系统自动取消`
  const change = { cancelReason: 'OVERDUE' as const }
  const ended = await takeStep(tx, order, { action: 'expire', actorId: null, remark, change, now })
  const money = await refundWhole(tx, ended, { cause: 'cancelled', reason: remark, now })
  await notifyPlayer(tx, ended, { title: '退款通知', text: `${remark}，${money}${returnText(ended)}` })
}

function reminderText({ handIn, pickupCode }: StringingOrderRow, kind: RemindedKind, since: Date): string {
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

/** Deletes the return address, name and phone number from orders that ended years ago. The region stays. */
export async function cleanupStringingAddresses({ db, now }: JobContext): Promise<void> {
  const isEnded = inArray(status, ['COMPLETED', 'CANCELLED'])
  const isOld = lt(stringingOrders.responseTime, keptSince('deliveryAddresses', now))
  await db
    .update(stringingOrders)
    .set(FORGOTTEN_ADDRESS)
    .where(and(isEnded, isOld, ne(stringingOrders.contactPhone, '')))
}

import { dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { dueNow, limitOf, WAITING } from '@paidang/domain/kernel/waiting'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { notifyBuyer, publishShopOrder } from './notify-buyer.ts'
import { lockAnyShopOrder } from './open-shop-order.ts'
import { listUnsent, updateShopOrder } from './order-queries.ts'
import { refundShopOrder } from './refund-shop-order.ts'

const { remind, limit } = WAITING.SHOP_UNSENT

/**
 * Tells a buyer once that the paid order was not sent yet. At its limit the order is cancelled, with its money and its
 * units back. An operator who sends it at the same moment waits for the lock, and one of both counts.
 *
 * Source: decision record 037
 */
export async function endUnsentOrders({ db, now, signal, onFault }: JobContext): Promise<void> {
  await processEach({
    what: 'end unsent shop order',
    list: (page) => listUnsent(db, { now, remindDays: remind, limitDays: limit, ...page }),
    each: ({ id }) => endUnsentOrder(db, { orderId: id, now }),
    signal,
    onFault,
  })
}

async function endUnsentOrder(db: Database, { orderId, now }: { orderId: string; now: Date }): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockAnyShopOrder(tx, orderId)
    if (order.status !== 'PAID' || order.paidAt === null) return
    const due = dueNow('SHOP_UNSENT', order.paidAt, now)
    if (due === 'end') {
      const words = { refundReason: `超过${limit}天未发货，系统自动取消` }
      const money = await refundShopOrder(tx, order, { cause: 'cancelled', restocks: true, words, now })
      await publishShopOrder(tx, order)
      await notifyBuyer(tx, order, { title: '退款通知', text: `超过${limit}天未发货，订单已自动取消，${money}` })
    } else if (due === 'remind' && order.remindedAt === null) {
      const until = monthDotDay(dayOf(limitOf('SHOP_UNSENT', order.paidAt)))
      await updateShopOrder(tx, orderId, { remindedAt: now })
      const text = `还没有发货。您可以随时取消并全额退款；${until} 仍未发货将自动退款`
      await notifyBuyer(tx, order, { title: '订单尚未发货', text })
    }
  })
}

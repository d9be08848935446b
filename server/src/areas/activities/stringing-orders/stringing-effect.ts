import { maySucceed } from '@paidang/domain/areas/stringing/order-status'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { OrderEffect } from '../../money/payments/order-effects.ts'
import { lockStringingOrder } from './order-queries.ts'
import { takeStep } from './take-step.ts'

/**
 * The effect of paying or closing a stringing order. Once it is paid, the racket may come. A payment in the shop is
 * recorded with its amount. Closing its payment cancels the order and releases its strings.
 *
 * Source: decision "Hours and money", Stringing orders
 */
export const stringingEffect: OrderEffect = {
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
}

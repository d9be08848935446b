import { maySucceed } from '@paidang/domain/areas/stringing/order-status'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { OrderEffect } from '../payments/order-effects.ts'
import { lockStringingOrder } from './order-queries.ts'
import { takeStep } from './take-step.ts'

/**
 * Paying for a stringing order lets its racket come, and who pays in the shop is known to it; one whose payment is closed has come to nothing, and its strings are free.
 *
 * Source: decision "Hours and money", Stringing orders
 */
export const stringingEffect: OrderEffect = {
  lock: lockStringingOrder,
  async paid(tx, { objectId, method, amountFen }, now) {
    const order = await lockStringingOrder(tx, objectId)
    if (!order || !maySucceed('pay', order.status)) return 'refused'
    const remark = method === 'IN_SHOP' ? `到店付款 ¥${yuanOf(amountFen)}` : undefined
    await takeStep(tx, order, { deed: 'pay', actorId: null, remark, now })
    return 'done'
  },
  async closed(tx, { objectId }, now) {
    const order = await lockStringingOrder(tx, objectId)
    if (!order || !maySucceed('lapse', order.status)) return
    await takeStep(tx, order, { deed: 'lapse', actorId: null, change: { cancelReason: 'UNPAID' }, now })
  },
}

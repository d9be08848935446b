import { ApiError } from '@paidang/api/catalogue/errors'
import { maySucceed } from '@paidang/domain/areas/stringing/order-status'
import type { Database } from '../../db/database.ts'
import { closeOrder } from '../payments/close-order.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import { lockStringingOrder } from './order-queries.ts'
import { takeStep } from './take-step.ts'
import { refundWhole, returnWords, tellPlayer } from './tell-player.ts'

type Cancelling = { orderId: string; by: string; reason: string | undefined; now: Date; effects: OrderEffects }

/**
 * The player takes his order back while nobody has begun with it: what he paid goes back whole, what he did not pay he no
 * longer can, and its strings are free; a racket that lies in the shop is to be given back. Cancelling again changes nothing.
 *
 * @throws ApiError stringing_not_found also for another's; stringing_started, stringing_settled
 * Source: decision "Hours and money", Stringing orders; invariant S1
 */
export async function cancelStringingOrder(
  db: Database,
  { orderId, by, reason, now, effects }: Cancelling,
): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    if (order?.userId !== by) throw new ApiError('stringing_not_found')
    if (order.cancelReason === 'PLAYER') return
    if (!maySucceed('cancel', order.status)) {
      const isBegun = order.status === 'STRINGING' || order.status === 'READY'
      throw new ApiError(isBegun ? 'stringing_started' : 'stringing_settled')
    }

    // First, so that closing its payment finds it cancelled already.
    const step = { deed: 'cancel' as const, actorId: by, remark: reason, change: { cancelReason: 'PLAYER' as const } }
    const cancelled = await takeStep(tx, order, { ...step, now })
    if (order.status === 'SUBMITTED') {
      await closeOrder(tx, { orderId: order.paymentOrderId, now, effects })
      return
    }
    const text = await refundWhole(tx, cancelled, { cause: 'cancelled', reason: '取消穿线', now })
    await tellPlayer(tx, cancelled, { title: '退款通知', text: `订单已取消，${text}${returnWords(cancelled)}` })
  })
}

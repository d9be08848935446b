import { ApiError } from '@paidang/api/catalogue/errors'
import { maySucceed } from '@paidang/domain/areas/stringing/order-status'
import type { Database } from '../../../db/database.ts'
import { closeOrder } from '../../money/payments/close-order.ts'
import type { OrderEffects } from '../../money/payments/order-effects.ts'
import { notifyPlayer, refundWhole, returnText } from './notify-player.ts'
import { lockStringingOrder } from './order-queries.ts'
import { takeStep } from './take-step.ts'

type Cancelling = { orderId: string; actorId: string; reason: string | undefined; now: Date; effects: OrderEffects }

/**
 * Cancels an order for its player before stringing begins. What was paid is refunded in full. An unpaid order can no
 * longer be paid. Its reserved strings are released, and a racket in the shop is to be returned. A repeat changes
 * nothing.
 *
 * @throws ApiError stringing_not_found, also for an order of another person; stringing_started, stringing_settled
 * Source: decision "Hours and money", Stringing orders; invariant S1
 */
export async function cancelStringingOrder(
  db: Database,
  { orderId, actorId, reason, now, effects }: Cancelling,
): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    if (order?.userId !== actorId) throw new ApiError('stringing_not_found')
    if (order.cancelReason === 'PLAYER') return
    if (!maySucceed('cancel', order.status)) {
      const isBegun = order.status === 'STRINGING' || order.status === 'READY'
      throw new ApiError(isBegun ? 'stringing_started' : 'stringing_settled')
    }

    // First, so that the effect of closing the payment finds the order already cancelled.
    const step = {
      action: 'cancel' as const,
      actorId: actorId,
      remark: reason,
      change: { cancelReason: 'PLAYER' as const },
    }
    const cancelled = await takeStep(tx, order, { ...step, now })
    if (order.status === 'SUBMITTED') {
      await closeOrder(tx, { orderId: order.paymentOrderId, now, effects })
      return
    }
    const text = await refundWhole(tx, cancelled, { cause: 'cancelled', reason: '取消穿线', now })
    await notifyPlayer(tx, cancelled, { title: '退款通知', text: `订单已取消，${text}${returnText(cancelled)}` })
  })
}

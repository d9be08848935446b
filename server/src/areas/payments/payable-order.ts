import { ApiError } from '@paidang/api/catalogue/errors'
import { FEATURE_OF, type PayMethod } from '@paidang/domain/areas/payments/order'
import type { Features } from '@paidang/domain/kernel/features'
import { assertFeature } from '../../http/features.ts'
import type { OrderRow } from './order-effects.ts'
import { isOfBall } from './present-order.ts'

/** Who wants to pay what, when, where what is had; `isOfBall` where only orders of ball games are meant. */
export type Payer = { by: string; isOfBall: boolean; features: Features; now: Date }

/**
 * The order of a payer who means to pay it by this method. It may be paid already by that method: then there is nothing to
 * do, and a repeat answers what stands.
 *
 * @throws ApiError order_not_found also for somebody else's; order_paid by the other method; order_closed also past its time;
 *   and as assertFeature
 */
export function payableOrder(
  order: OrderRow | undefined,
  method: PayMethod,
  { by, isOfBall: meansBall, features, now }: Payer,
): { order: OrderRow; isPaid: boolean } {
  if (!order || order.userId !== by || (meansBall && !isOfBall(order))) throw new ApiError('order_not_found')
  if (order.state === 'PAID') {
    if (order.method !== method) throw new ApiError('order_paid')
    return { order, isPaid: true }
  }
  if (order.state === 'CLOSED' || order.expiresAt <= now) throw new ApiError('order_closed')
  assertFeature(features, FEATURE_OF[order.kind])
  return { order, isPaid: false }
}

import { ApiError } from '@paidang/api/catalogue/errors'
import { FEATURE_OF, type PayMethod } from '@paidang/domain/areas/payments/order'
import type { Features } from '@paidang/domain/kernel/features'
import { assertFeature } from '../../../http/features.ts'
import type { OrderRow } from './order-effects.ts'
import { isOfBall } from './present-order.ts'

/** Who pays, when, and which features are on. With `isOfBall` only orders of ball games are accepted. */
export type Payer = { actorId: string; isOfBall: boolean; features: Features; now: Date }

/**
 * Checks that the caller may pay this order by this method. An order that this method has already paid is accepted too.
 * Then nothing is left to do, and the repeat returns the order as it is.
 *
 * @throws ApiError order_not_found, also for an order of another person; order_paid when the other method paid;
 * order_closed, also past its time; and as assertFeature
 */
export function payableOrder(
  order: OrderRow | undefined,
  method: PayMethod,
  { actorId, isOfBall: meansBall, features, now }: Payer,
): { order: OrderRow; isPaid: boolean } {
  if (!order || order.userId !== actorId || (meansBall && !isOfBall(order))) throw new ApiError('order_not_found')
  if (order.state === 'PAID') {
    if (order.method !== method) throw new ApiError('order_paid')
    return { order, isPaid: true }
  }
  if (order.state === 'CLOSED' || order.expiresAt <= now) throw new ApiError('order_closed')
  assertFeature(features, FEATURE_OF[order.kind])
  return { order, isPaid: false }
}

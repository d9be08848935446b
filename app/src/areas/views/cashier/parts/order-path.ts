import type { Order } from '@paidang/api/areas/money/payments'
import {
  ballDetailPath,
  cashierPath,
  contractPath,
  shopOrderPath,
  storeCardDetailPath,
  storeCardPath,
  threadingOrderPath,
  trialLessonPath,
} from '../../../../paths'

/** The page of what the order buys. A card that was never paid for may not exist. */
export function boughtPath({ object: { kind, id, contractId }, state }: Order): string {
  switch (kind) {
    case 'ball':
      return ballDetailPath(id)
    case 'card':
      return state === 'PAID' ? storeCardDetailPath(id) : storeCardPath()
    case 'stringing':
      return threadingOrderPath(id)
    case 'shop':
      return shopOrderPath(id)
    case 'trial':
      return trialLessonPath(id)
    case 'package':
      return contractPath(undefined, undefined, contractId)
  }
}

/** The page of an order: what it bought, or the order itself as long as it bought nothing. */
export function orderPath(order: Order): string {
  const isHad = order.state === 'PAID' && order.refundedFen < order.amountFen
  return isHad ? boughtPath(order) : cashierPath(order.id)
}

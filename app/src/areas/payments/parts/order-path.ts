import type { Order } from '@paidang/api/areas/payments'
import {
  ballDetailPath,
  cashierPath,
  shopOrderPath,
  storeCardDetailPath,
  storeCardPath,
  threadingOrderPath,
} from '../../../paths'

/** Where what the order buys is looked at. A card that was never paid for may not be there. */
export function boughtPath({ object: { kind, id }, state }: Order): string {
  switch (kind) {
    case 'ball':
      return ballDetailPath(id)
    case 'card':
      return state === 'PAID' ? storeCardDetailPath(id) : storeCardPath()
    case 'stringing':
      return threadingOrderPath(id)
    case 'shop':
      return shopOrderPath(id)
  }
}

/** Where an order is looked at: what it bought, or the order itself while nothing is had for its money. */
export function orderPath(order: Order): string {
  const isHad = order.state === 'PAID' && order.refundedFen < order.amountFen
  return isHad ? boughtPath(order) : cashierPath(order.id)
}

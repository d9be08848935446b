import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { orderTopic } from '../payments/lock-order.ts'
import type { ShopOrderRow } from './order-queries.ts'

/** Tells the buyer what has become of his order, without his doing. */
export async function tellBuyer(
  tx: Database,
  { id, orderNo, userId }: ShopOrderRow,
  { title, text }: { title: string; text: string },
): Promise<void> {
  await tell(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title,
    content: `订单 ${orderNo}：${text}`,
    about: { kind: 'shop', id },
  })
}

/** Whoever looks at the order, or at its payment, sees that it changed. */
export function publishShopOrder(tx: Database, { paymentOrderId }: ShopOrderRow): Promise<void> {
  return publishChanges(tx, [orderTopic(paymentOrderId)])
}

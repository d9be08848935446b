import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { orderTopic } from '../../money/payments/lock-order.ts'
import type { ShopOrderRow } from './order-queries.ts'

/** Notifies the buyer of a change of the order that somebody else made. */
export async function notifyBuyer(
  tx: Database,
  { id, orderNo, userId }: ShopOrderRow,
  { title, text }: { title: string; text: string },
): Promise<void> {
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title,
    content: `订单 ${orderNo}：${text}`,
    about: { kind: 'shop', id },
  })
}

/** Publishes the change to everybody who watches the order or its payment. */
export function publishShopOrder(tx: Database, { paymentOrderId }: ShopOrderRow): Promise<void> {
  return publishChanges(tx, [orderTopic(paymentOrderId)])
}

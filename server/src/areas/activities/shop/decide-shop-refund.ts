import type { ShopOrder } from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { maySucceed } from '@paidang/domain/areas/shop/order-status'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notifyBuyer, publishShopOrder } from './notify-buyer.ts'
import { lockAnyShopOrder } from './open-shop-order.ts'
import { updateShopOrder } from './order-queries.ts'
import { readShopOrder } from './present-shop-order.ts'
import { refundShopOrder } from './refund-shop-order.ts'

type Deciding = {
  orderId: string
  agrees: boolean
  answer?: string | undefined
  restocks?: boolean | undefined
  actorId: string
  now: Date
}

/**
 * Decides about the buyer's request for a refund, and notifies the buyer. If the operator agrees, the order is refunded
 * in full. The operator says whether the goods go back into stock. The same verdict again changes nothing.
 *
 * @throws ApiError shop_order_not_found; shop_order_settled, also if there is no request.
 * Source: decision "The shop"
 */
export async function decideShopRefund(
  db: Database,
  { orderId, agrees, answer = '', restocks = false, actorId, now }: Deciding,
): Promise<ShopOrder> {
  return db.transaction(async (tx) => {
    const order = await lockAnyShopOrder(tx, orderId)
    const refundChoice = agrees ? ('AGREED' as const) : ('DENIED' as const)
    if (order.refundChoice === refundChoice) return readShopOrder(tx, orderId)
    const isOpen = order.refundChoice === 'ASKED' && maySucceed(agrees ? 'refund' : 'denyRefund', order.status)
    if (!isOpen) throw new ApiError('shop_order_settled')

    const words = { refundChoice, refundAnswer: answer.trim() }
    const said = words.refundAnswer === '' ? '' : `：${words.refundAnswer}`
    if (agrees) {
      const money = await refundShopOrder(tx, order, { cause: 'returned', restocks, words, now })
      await notifyBuyer(tx, order, { title: '退款通知', text: `退款申请已通过${said}，${money}` })
    } else {
      await updateShopOrder(tx, orderId, words)
      await notifyBuyer(tx, order, { title: '退款申请未通过', text: `退款申请未通过${said}` })
    }
    const [action, done] = agrees ? (['agree-refund', '同意'] as const) : (['deny-refund', '拒绝'] as const)
    const summary = `${done}订单 ${order.orderNo} 的退款申请${said}`
    await recordAuditEvent(tx, { actorId, action: `shop-order.${action}`, objectId: orderId, summary, now })
    await publishShopOrder(tx, order)
    return readShopOrder(tx, orderId)
  })
}

import type { ShopOrder } from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { maySucceed } from '@paidang/domain/areas/shop/order-status'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { lockAnyShopOrder } from './open-shop-order.ts'
import { updateShopOrder } from './order-queries.ts'
import { readShopOrder } from './present-shop-order.ts'
import { refundShopOrder } from './refund-shop-order.ts'
import { publishShopOrder, tellBuyer } from './tell-buyer.ts'

type Deciding = {
  orderId: string
  agrees: boolean
  answer?: string | undefined
  restocks?: boolean | undefined
  by: string
  now: Date
}

/**
 * An operator answers the buyer's wish: agreed, the money goes back whole, and the goods into the stock where he says so. The
 * buyer is told. The same verdict again changes nothing.
 *
 * @throws ApiError shop_order_not_found; shop_order_settled also when nobody has asked
 * Source: decision "The shop"
 */
export async function decideShopRefund(
  db: Database,
  { orderId, agrees, answer = '', restocks = false, by, now }: Deciding,
): Promise<ShopOrder> {
  return db.transaction(async (tx) => {
    const order = await lockAnyShopOrder(tx, orderId)
    const refundWish = agrees ? ('AGREED' as const) : ('DENIED' as const)
    if (order.refundWish === refundWish) return readShopOrder(tx, orderId)
    const isOpen = order.refundWish === 'ASKED' && maySucceed(agrees ? 'refund' : 'denyRefund', order.status)
    if (!isOpen) throw new ApiError('shop_order_settled')

    const words = { refundWish, refundAnswer: answer.trim() }
    const said = words.refundAnswer === '' ? '' : `：${words.refundAnswer}`
    if (agrees) {
      const money = await refundShopOrder(tx, order, { cause: 'returned', restocks, words, now })
      await tellBuyer(tx, order, { title: '退款通知', text: `退款申请已通过${said}，${money}` })
    } else {
      await updateShopOrder(tx, orderId, words)
      await tellBuyer(tx, order, { title: '退款申请未通过', text: `退款申请未通过${said}` })
    }
    const [deed, done] = agrees ? (['agree-refund', '同意'] as const) : (['deny-refund', '拒绝'] as const)
    const summary = `${done}订单 ${order.orderNo} 的退款申请${said}`
    await recordDeed(tx, { by, action: `shop-order.${deed}`, objectId: orderId, summary, now })
    await publishShopOrder(tx, order)
    return readShopOrder(tx, orderId)
  })
}

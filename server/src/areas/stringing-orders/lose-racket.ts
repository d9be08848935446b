import type { ManagedStringingOrderDetail } from '@paidang/api/areas/admin-stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isInShop } from '@paidang/domain/areas/stringing/order-status'
import { whyNotLose } from '@paidang/domain/areas/stringing/refund'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { lockStringingOrder } from './order-queries.ts'
import { readManagedOrder } from './present-refund-request.ts'
import { takeStep } from './take-step.ts'
import { tellPlayer } from './tell-player.ts'

type Losing = { orderId: string; reason: string; by: string; now: Date }

/**
 * An operator says that the racket of an order that came to nothing will not come back: it binds neither the shop nor its
 * player's account any more, and the player is told. No money moves: it went back before. Saying it again changes nothing.
 *
 * @throws ApiError stringing_not_found, money_request_reason_missing, and what whyNotLose says
 * Source: decision record 028
 */
export async function loseRacket(
  db: Database,
  { orderId, reason, by, now }: Losing,
): Promise<ManagedStringingOrderDetail> {
  return db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    if (!order) throw new ApiError('stringing_not_found')
    if (order.isRacketLost) return readManagedOrder(tx, orderId)
    const refusal = whyNotLose({ status: order.status, isInShop: isInShop(order) })
    if (refusal) throw new ApiError(refusal)
    const remark = reason.trim()
    if (remark === '') throw new ApiError('money_request_reason_missing')
    const lost = await takeStep(tx, order, { deed: 'lose', actorId: by, remark, change: { isRacketLost: true }, now })
    await tellPlayer(tx, lost, { title: '球拍遗失', text: `${remark}，球拍无法归还` })
    const summary = `登记穿线订单 ${order.orderNo} 的球拍遗失：${remark}`
    await recordDeed(tx, { by, action: 'stringing-order.lose', objectId: orderId, summary, now })
    return readManagedOrder(tx, orderId)
  })
}

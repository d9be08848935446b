import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { notifyPlayer, refundWhole, returnText } from './notify-player.ts'
import { takeStep } from './take-step.ts'
import { type ShopWork, withShopOrder } from './with-shop-order.ts'

/**
 * Refuses an order for the shop. What was paid is refunded in full. Its reserved strings are released, and a racket in
 * the shop is to be returned. Repeating it with the same text changes nothing.
 *
 * @throws ApiError stringing_reason_missing, and as withShopOrder
 * Source: decision "Hours and money", Stringing orders; invariant S1
 */
export async function refuseOrder(
  db: Database,
  { reason: text, ...work }: ShopWork & { reason: string },
): Promise<void> {
  const { staff, now } = work
  const reason = text.trim()
  if (reason === '') throw new ApiError('stringing_reason_missing')
  const said = { remark: reason, change: { cancelReason: 'MERCHANT' as const } }
  await withShopOrder(db, { ...work, action: 'refuse', said }, async (tx, order) => {
    const refused = await takeStep(tx, order, { action: 'refuse', actorId: staff.id, ...said, now })
    const money = await refundWhole(tx, refused, { cause: 'refused', reason: `商家拒单：${reason}`, now })
    await notifyPlayer(tx, refused, { title: '商家已拒单', text: `${reason}，${money}${returnText(refused)}` })
  })
}

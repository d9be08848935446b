import type { Database } from '../../../db/database.ts'
import { assertShopPhotos } from './assert-shop-photos.ts'
import { notifyPlayer } from './notify-player.ts'
import { takeStep } from './take-step.ts'
import { type ShopWork, withShopOrder } from './with-shop-order.ts'

type Finishing = ShopWork & { remark: string | undefined; photos: readonly string[] }

/**
 * Marks the racket as strung and ready. The player is notified with the pickup code. Repeating it with the same text
 * changes nothing.
 *
 * @throws ApiError file_not_found, and as withShopOrder
 */
export async function finishStringing(db: Database, { remark, photos, ...work }: Finishing): Promise<void> {
  const { staff, now } = work
  const said = { remark, photos }
  await withShopOrder(db, { ...work, action: 'ready', said }, async (tx, order) => {
    await assertShopPhotos(tx, { photos, merchantId: order.merchantId })
    const ready = await takeStep(tx, order, { action: 'ready', actorId: staff.id, ...said, now })
    const way = order.handIn === 'COURIER' ? '即将送回' : '可到店取拍'
    await notifyPlayer(tx, ready, { title: '球拍已穿好', text: `已穿好，${way}，取拍码 ${order.pickupCode}` })
  })
}

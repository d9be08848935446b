import type { Database } from '../../db/database.ts'
import { assertShopPhotos } from './assert-shop-photos.ts'
import { doForShop, type ShopWork } from './do-for-shop.ts'
import { takeStep } from './take-step.ts'
import { tellPlayer } from './tell-player.ts'

type Finishing = ShopWork & { remark: string | undefined; photos: readonly string[] }

/**
 * The racket is strung and waits to be fetched; its player is told the code that fetches it. Doing it again in the same words
 * changes nothing.
 *
 * @throws ApiError file_not_found, and as doForShop
 */
export async function finishStringing(db: Database, { remark, photos, ...work }: Finishing): Promise<void> {
  const { staff, now } = work
  const said = { remark, photos }
  await doForShop(db, { ...work, deed: 'ready', said }, async (tx, order) => {
    await assertShopPhotos(tx, { photos, merchantId: order.merchantId })
    const ready = await takeStep(tx, order, { deed: 'ready', actorId: staff.id, ...said, now })
    const way = order.handIn === 'COURIER' ? '即将送回' : '可到店取拍'
    await tellPlayer(tx, ready, { title: '球拍已穿好', text: `已穿好，${way}，取拍码 ${order.pickupCode}` })
  })
}

import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { assertShopPhotos } from './assert-shop-photos.ts'
import { doForShop, expectation, type ShopWork } from './do-for-shop.ts'
import { takeStep } from './take-step.ts'
import { tellPlayer } from './tell-player.ts'

type Receiving = ShopWork & { condition: string; photos: readonly string[]; expectedAt: string | undefined }

/**
 * The racket is in the shop, which says and shows how it looks. Receiving again in the same words changes nothing.
 *
 * @throws ApiError stringing_condition_missing, stringing_due_invalid, file_not_found, and as doForShop
 */
export async function receiveRacket(
  db: Database,
  { condition, photos, expectedAt, ...work }: Receiving,
): Promise<void> {
  const { staff, now } = work
  if (condition.trim() === '') throw new ApiError('stringing_condition_missing')
  const said = { remark: condition, photos, change: expectation(expectedAt, now) }
  await doForShop(db, { ...work, deed: 'receive', said }, async (tx, order) => {
    await assertShopPhotos(tx, { photos, merchantId: order.merchantId })
    const received = await takeStep(tx, order, { deed: 'receive', actorId: staff.id, ...said, now })
    await tellPlayer(tx, received, { title: '商家已收拍', text: `商家已收到球拍，${condition.trim()}` })
  })
}

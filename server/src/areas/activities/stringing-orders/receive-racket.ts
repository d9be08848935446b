import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { assertShopPhotos } from './assert-shop-photos.ts'
import { notifyPlayer } from './notify-player.ts'
import { takeStep } from './take-step.ts'
import { expectation, type ShopWork, withShopOrder } from './with-shop-order.ts'

type Receiving = ShopWork & { condition: string; photos: readonly string[]; expectedAt: string | undefined }

/**
 * Records that the racket is in the shop, with its condition and photos. Repeating it with the same text changes
 * nothing.
 *
 * @throws ApiError stringing_condition_missing, stringing_due_invalid, file_not_found, and as withShopOrder
 */
export async function receiveRacket(
  db: Database,
  { condition, photos, expectedAt, ...work }: Receiving,
): Promise<void> {
  const { staff, now } = work
  if (condition.trim() === '') throw new ApiError('stringing_condition_missing')
  const said = { remark: condition, photos, change: expectation(expectedAt, now) }
  await withShopOrder(db, { ...work, action: 'receive', said }, async (tx, order) => {
    await assertShopPhotos(tx, { photos, merchantId: order.merchantId })
    const received = await takeStep(tx, order, { action: 'receive', actorId: staff.id, ...said, now })
    await notifyPlayer(tx, received, { title: '商家已收拍', text: `商家已收到球拍，${condition.trim()}` })
  })
}

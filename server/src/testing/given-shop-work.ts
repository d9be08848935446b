import { STRINGING_STATUSES, type StringingStatus } from '@paidang/domain/areas/stringing/order-status'
import type { Database } from '../db/database.ts'
import { merchantPhotos } from '../tables/stringing-orders.ts'
import { type GivenShop, givenRacket } from './given-stringing.ts'
import { givenStringingOrder } from './given-stringing-order.ts'

/**
 * Paths of two photos. The first is the shop's photo of the racket that is ready for pick-up. No step shows the second.
 */
export const RACKET_PHOTO = 'private/stringing/shown.webp'
export const UNUSED_PHOTO = 'private/stringing/unused.webp'

const PICKUP_CODE = '0042'
const RETURN_CODE = '0043'

/**
 * The work of a shop: a player's racket, and an order of it in each status. Two orders are ready and have pick-up
 * codes.
 */
export type GivenShopWork = {
  racketId: string
  /** A racket without an open order. */
  idleRacketId: string
  orderIds: Record<StringingStatus, string>
  pickupCode: string
  returnCode: string
}

/**
 * Adds such work at a shop. The racket of the cancelled order is still in the shop. Every order takes mains of the
 * shop's first string. No order has a review yet.
 */
export async function givenShopWork(
  db: Database,
  { userId, shop, staffId }: { userId: string; shop: GivenShop; staffId: string },
): Promise<GivenShopWork> {
  const { merchantId } = shop
  const racketId = await givenRacket(db, { userId, model: '重力 MP', isMain: false })
  for (const relativePath of [RACKET_PHOTO, UNUSED_PHOTO]) {
    await db.insert(merchantPhotos).values({ relativePath, merchantId, staffId })
  }
  const job = { userId, merchantId, racketId, mains: { stringId: shop.polyId } }
  const idOf = async (status: StringingStatus) =>
    (
      await givenStringingOrder(db, {
        ...job,
        status,
        ...(status === 'READY' && { photos: [RACKET_PHOTO], pickupCode: PICKUP_CODE }),
        ...(status === 'CANCELLED' && { wasReceived: true, pickupCode: RETURN_CODE }),
      })
    ).id
  const orderIds: Partial<Record<StringingStatus, string>> = {}
  for (const status of STRINGING_STATUSES) orderIds[status] = await idOf(status)
  return {
    racketId,
    idleRacketId: await givenRacket(db, { userId, model: '闲置', isMain: false }),
    pickupCode: PICKUP_CODE,
    returnCode: RETURN_CODE,
    orderIds: orderIds as Record<StringingStatus, string>,
  }
}

import { STRINGING_STATUSES, type StringingStatus } from '@paidang/domain/areas/stringing/order-status'
import { merchantPhotos } from '../areas/stringing-orders/tables.ts'
import type { Database } from '../db/database.ts'
import { type GivenShop, givenRacket } from './given-stringing.ts'
import { givenStringingOrder } from './given-stringing-order.ts'

/** Where a photo lies that the shop took of the racket which waits to be fetched, and one that no step shows. */
export const RACKET_PHOTO = 'private/stringing/shown.webp'
export const UNUSED_PHOTO = 'private/stringing/unused.webp'

const PICKUP_CODE = '0042'
const RETURN_CODE = '0043'

/** What a shop has to do: a player's racket, an order of it in each status, and the codes of the two that are to be fetched. */
export type GivenShopWork = {
  racketId: string
  /** One of which no order runs. */
  idleRacketId: string
  orderIds: Record<StringingStatus, string>
  pickupCode: string
  returnCode: string
}

/** Such work at a shop: of the cancelled order the racket still lies there; every order takes mains of its first string, and none was praised yet. */
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

import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { doForShop, type ShopWork } from './do-for-shop.ts'
import { takeStep } from './take-step.ts'

type HandingOver = ShopWork & {
  pickupCode: string | undefined
  trackingNo: string | undefined
  remark: string | undefined
}

/**
 * The racket goes back to its player: who fetches it says his code; what a courier brings has a number instead. Doing it again
 * in the same words changes nothing.
 *
 * @throws ApiError stringing_code_wrong, stringing_tracking_missing (a courier, and neither), and as doForShop
 */
export async function handOverRacket(
  db: Database,
  { pickupCode = '', trackingNo = '', remark, ...work }: HandingOver,
): Promise<void> {
  const { staff, now } = work
  const [code, number] = [pickupCode.trim(), trackingNo.trim()]
  const said = { remark, change: code === '' && number !== '' ? { trackingNo: number } : {} }
  await doForShop(db, { ...work, deed: 'handOver', said }, async (tx, order) => {
    const isBrought = order.handIn === 'COURIER' && code === ''
    if (isBrought && number === '') throw new ApiError('stringing_tracking_missing')
    if (!isBrought && code !== order.pickupCode) throw new ApiError('stringing_code_wrong')
    await takeStep(tx, order, { deed: 'handOver', actorId: staff.id, ...said, now })
  })
}

import { ApiError } from '@paidang/api/catalogue/errors'
import { afterWrongCode, isCodePaused } from '@paidang/domain/areas/stringing/pickup-code'
import type { Database } from '../../db/database.ts'
import { queueShipment } from '../payments/queue-shipment.ts'
import { doForShop, type ShopWork } from './do-for-shop.ts'
import { updateStringingOrder } from './order-queries.ts'
import { takeStep } from './take-step.ts'
import { tellPlayer } from './tell-player.ts'

type HandingOver = ShopWork & {
  deed: 'handOver' | 'giveBack'
  pickupCode: string | undefined
  trackingNo: string | undefined
  remark: string | undefined
}

/**
 * The racket goes back to its player, strung (`handOver`) or not, since its order came to nothing (`giveBack`): who fetches it
 * says his code; what a courier brings has a number instead. Doing it again in the same words changes nothing.
 *
 * @param db no transaction: a wrong code stays counted although the call is refused
 * @throws ApiError stringing_code_wrong, stringing_code_too_often (five wrong codes, until they are forgotten),
 *   stringing_tracking_missing (a courier, and neither), and as doForShop
 * Source: decision record 014
 */
export async function handOverRacket(
  db: Database,
  { deed, pickupCode = '', trackingNo = '', remark, ...work }: HandingOver,
): Promise<void> {
  const { staff, now } = work
  const [code, number] = [pickupCode.trim(), trackingNo.trim()]
  const said = { remark, change: code === '' && number !== '' ? { trackingNo: number } : {} }
  const refusal = await doForShop(db, { ...work, deed, said }, async (tx, order) => {
    const isBrought = order.handIn === 'COURIER' && code === ''
    if (isBrought && number === '') throw new ApiError('stringing_tracking_missing')
    if (!isBrought && isCodePaused(order, now)) throw new ApiError('stringing_code_too_often')
    if (!isBrought && code !== order.pickupCode) {
      await updateStringingOrder(tx, order.id, afterWrongCode(order, now))
      // Thrown only after the commit, else nothing would be counted.
      return 'stringing_code_wrong' as const
    }
    const gone = await takeStep(tx, order, { deed, actorId: staff.id, ...said, now })
    if (deed === 'handOver') {
      const logistics = isBrought ? 'LOCAL' : 'PICKUP'
      await queueShipment(tx, { orderId: order.paymentOrderId, logistics, now })
    } else {
      await tellPlayer(tx, gone, { title: '球拍已退还', text: isBrought ? `已寄回，运单号 ${number}` : '已到店取回' })
    }
    return undefined
  })
  if (refusal) throw new ApiError(refusal)
}

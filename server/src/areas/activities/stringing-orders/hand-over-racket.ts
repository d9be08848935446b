import { ApiError } from '@paidang/api/catalogue/errors'
import { afterWrongCode, isCodePaused } from '@paidang/domain/areas/stringing/pickup-code'
import type { Database } from '../../../db/database.ts'
import { queueShipment } from '../../money/payments/queue-shipment.ts'
import { notifyPlayer } from './notify-player.ts'
import { updateStringingOrder } from './order-queries.ts'
import { takeStep } from './take-step.ts'
import { type ShopWork, withShopOrder } from './with-shop-order.ts'

type HandingOver = ShopWork & {
  action: 'handOver' | 'giveBack'
  pickupCode: string | undefined
  trackingNo: string | undefined
  remark: string | undefined
}

/**
 * Returns the racket to its player: strung (`handOver`), or unstrung after the order was cancelled (`giveBack`). For a
 * pickup the player gives the code. A courier return has a tracking number instead. Repeating it with the same text
 * changes nothing.
 *
 * @param db no transaction: a wrong code stays counted although the call is refused
 * @throws ApiError stringing_code_wrong, stringing_code_too_often (five wrong codes, until their window ends);
 * stringing_tracking_missing (courier without code and number), and as withShopOrder
 * Source: decision record 014
 */
export async function handOverRacket(
  db: Database,
  { action, pickupCode = '', trackingNo = '', remark, ...work }: HandingOver,
): Promise<void> {
  const { staff, now } = work
  const [code, number] = [pickupCode.trim(), trackingNo.trim()]
  const said = { remark, change: code === '' && number !== '' ? { trackingNo: number } : {} }
  const refusal = await withShopOrder(db, { ...work, action, said }, async (tx, order) => {
    const isBrought = order.handIn === 'COURIER' && code === ''
    if (isBrought && number === '') throw new ApiError('stringing_tracking_missing')
    if (!isBrought && isCodePaused(order, now)) throw new ApiError('stringing_code_too_often')
    if (!isBrought && code !== order.pickupCode) {
      await updateStringingOrder(tx, order.id, afterWrongCode(order, now))
      // Thrown only after the commit; otherwise the count would be rolled back.
      return 'stringing_code_wrong' as const
    }
    const gone = await takeStep(tx, order, { action, actorId: staff.id, ...said, now })
    if (action === 'handOver') {
      const logistics = isBrought ? 'LOCAL' : 'PICKUP'
      await queueShipment(tx, { orderId: order.paymentOrderId, logistics, now })
    } else {
      await notifyPlayer(tx, gone, { title: '球拍已退还', text: isBrought ? `已寄回，运单号 ${number}` : '已到店取回' })
    }
    return undefined
  })
  if (refusal) throw new ApiError(refusal)
}

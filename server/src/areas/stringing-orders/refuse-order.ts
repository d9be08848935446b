import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { doForShop, type ShopWork } from './do-for-shop.ts'
import { takeStep } from './take-step.ts'
import { refundWhole, returnWords, tellPlayer } from './tell-player.ts'

/**
 * The shop cannot do it: what was paid goes back whole, its strings are free, and a racket that lies there is to be given back. Refusing again in the same words
 * changes nothing.
 *
 * @throws ApiError stringing_reason_missing, and as doForShop
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
  await doForShop(db, { ...work, deed: 'refuse', said }, async (tx, order) => {
    const refused = await takeStep(tx, order, { deed: 'refuse', actorId: staff.id, ...said, now })
    const money = await refundWhole(tx, refused, { cause: 'refused', reason: `商家拒单：${reason}`, now })
    await tellPlayer(tx, refused, { title: '商家已拒单', text: `${reason}，${money}${returnWords(refused)}` })
  })
}

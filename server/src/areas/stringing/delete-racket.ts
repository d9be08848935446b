import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { hasOrders, lockRacket, lockRacketsOf, updateRacketRow } from './racket-queries.ts'
import { handOver } from './save-racket.ts'

/**
 * The caller puts a racket of his away; its jobs stay. When he played with it, the latest of the others of its sport is the
 * one now. Doing it again changes nothing.
 *
 * @throws ApiError racket_not_found also for another's, racket_in_use while an order of it is running
 */
export async function deleteRacket(
  db: Database,
  { racketId: id, by, now }: { racketId: string; by: string; now: Date },
): Promise<null> {
  await db.transaction(async (tx) => {
    await lockRacketsOf(tx, by)
    const racket = await lockRacket(tx, { id, userId: by })
    if (!racket) throw new ApiError('racket_not_found')
    if (racket.retiredAt) return
    if (await hasOrders(tx, id, 'running')) throw new ApiError('racket_in_use')
    await updateRacketRow(tx, id, { isMain: false, retiredAt: now })
    if (racket.isMain) await handOver(tx, { userId: by, sport: racket.sport })
  })
  return null
}

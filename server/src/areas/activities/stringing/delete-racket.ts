import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { hasOrders, lockRacket, lockRacketsOf, updateRacketRow } from './racket-queries.ts'
import { readRacket } from './read-rackets.ts'
import { handOver } from './save-racket.ts'

/**
 * Retires a racket of the caller. Its jobs stay. If it was the main racket, the latest other racket of its sport
 * becomes the main one. A repeat changes nothing.
 *
 * @throws ApiError racket_not_found, also for a racket of another person; racket_in_use while an order of it is running;
 *   revision_outdated
 */
export async function deleteRacket(
  db: Database,
  { racketId: id, seen, actorId, now }: { racketId: string; seen: number | undefined; actorId: string; now: Date },
): Promise<null> {
  await db.transaction(async (tx) => {
    await lockRacketsOf(tx, actorId)
    const racket = await lockRacket(tx, { id, userId: actorId })
    if (!racket) throw new ApiError('racket_not_found')
    if (racket.retiredAt) return
    await assertSeen(tx, 'rackets', { seen, row: racket }, () => readRacket(tx, { racketId: id, actorId, now }))
    if (await hasOrders(tx, id, 'running')) throw new ApiError('racket_in_use')
    await updateRacketRow(tx, id, { isMain: false, retiredAt: now })
    if (racket.isMain) await handOver(tx, { userId: actorId, sport: racket.sport })
  })
  return null
}

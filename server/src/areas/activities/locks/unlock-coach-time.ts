import { ApiError } from '@paidang/api/catalogue/errors'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { gridTopics } from '../../../db/topics.ts'
import { deleteCoachLocks, lockCoachLocks, queueForCoach } from './lock-queries.ts'

/**
 * A coach deletes an own lock, with `series` the later ones of its repetition too. A class to which it gave way
 * continues. When that class is cancelled, the half-hours are free.
 *
 * @throws ApiError lock_not_found, the same for an absent lock and a lock of another coach.
 * Source: permission matrix
 */
export async function unlockCoachTime(
  db: Database,
  { lockId, actorId, series }: { lockId: string; actorId: string; series: boolean },
): Promise<{ removed: number }> {
  return db.transaction(async (tx) => {
    // A repetition that is being extended at this moment is deleted with its extension, or before it.
    await queueForCoach(tx, actorId)
    const locks = await lockCoachLocks(tx, { lockId, coachId: actorId, series })
    if (locks.length === 0) throw new ApiError('lock_not_found')
    await deleteCoachLocks(
      tx,
      locks.map(({ id }) => id),
    )
    await publishChanges(
      tx,
      locks.map(({ day }) => gridTopics.coach(actorId, day)),
    )
    return { removed: locks.length }
  })
}

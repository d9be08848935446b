import { ApiError } from '@paidang/api/catalogue/errors'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { gridTopics } from './grid-cache.ts'
import { deleteCoachLocks, lockCoachLocks, queueForCoach } from './lock-queries.ts'

/**
 * A coach gives up a lock of his own, with `series` the later ones of its repetition too. A class for which it gave way
 * stands as before, and when it is cancelled the half-hours are free.
 *
 * @throws ApiError lock_not_found, the same for one that is absent and one of somebody else
 * Source: permission matrix
 */
export async function unlockCoachTime(
  db: Database,
  { lockId, by, series }: { lockId: string; by: string; series: boolean },
): Promise<{ removed: number }> {
  return db.transaction(async (tx) => {
    // A repetition that is being extended at this moment is given up with its extension, or before it.
    await queueForCoach(tx, by)
    const locks = await lockCoachLocks(tx, { lockId, coachId: by, series })
    if (locks.length === 0) throw new ApiError('lock_not_found')
    await deleteCoachLocks(
      tx,
      locks.map(({ id }) => id),
    )
    await publishChanges(
      tx,
      locks.map(({ day }) => gridTopics.coach(by, day)),
    )
    return { removed: locks.length }
  })
}

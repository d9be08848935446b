import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { hasLiveClass } from '../../ground/live-classes/has-live-class.ts'
import { deleteRelation, hasHoursWith, lockRelationOfPlayer } from '../../people/relations/student-relations.ts'
import { deleteFind } from './find-queries.ts'

/**
 * Ends a player's relation with a coach. They must have no live class and no usable lesson hours. Contracts and past
 * classes remain. The coach must then find the player by number again, unless the two had a class or contract.
 *
 * @throws ApiError relation_not_found, classes_unfinished, hours_unfinished
 * Source: decision record 031
 */
export async function leaveCoach(
  db: Database,
  { coachId, actorId, now }: { coachId: string; actorId: string; now: Date },
): Promise<null> {
  return db.transaction(async (tx) => {
    const relation = await lockRelationOfPlayer(tx, { coachId, playerId: actorId })
    if (!relation) throw new ApiError('relation_not_found')
    // The checks run under the lock. A coach who makes a class or gives hours holds a lock on the relation until
    // commit.
    if (await hasLiveClass(tx, { coachIds: [coachId], playerId: actorId, now }))
      throw new ApiError('classes_unfinished')
    if (await hasHoursWith(tx, { coachId, playerId: actorId, today: dayOf(now) }))
      throw new ApiError('hours_unfinished')
    await deleteRelation(tx, relation.id)
    await deleteFind(tx, { coachId, playerId: actorId })
    return null
  })
}

import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { hasLiveClass } from '../../ground/live-classes/has-live-class.ts'
import { deleteRelation, lockRelation } from '../../people/relations/student-relations.ts'

/**
 * Ends a coach's relation with a student. They must have no live class. Contracts and past classes remain.
 *
 * @throws ApiError relation_not_found, also for another coach's student; classes_unfinished.
 * Source: specification §7 "Students", permission matrix
 */
export async function removeStudent(
  db: Database,
  { relationId, actorId, now }: { relationId: string; actorId: string; now: Date },
): Promise<null> {
  return db.transaction(async (tx) => {
    const relation = await lockRelation(tx, { id: relationId, coachId: actorId })
    if (!relation) throw new ApiError('relation_not_found')
    // The check runs under the lock. A coach who makes a class for a student holds a lock on the relation until commit.
    if (await hasLiveClass(tx, { coachIds: [actorId], playerId: relation.playerId, now }))
      throw new ApiError('classes_unfinished')
    await deleteRelation(tx, relation.id)
    return null
  })
}

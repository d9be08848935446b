import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { hasLiveClass } from '../classes/has-live-class.ts'
import { deleteRelation, lockRelation } from './relation-queries.ts'

/**
 * A coach parts from a student with whom he has no live class; contracts and past classes stay.
 *
 * @throws ApiError relation_not_found, the same for an absent one and for somebody else's; classes_unfinished
 * Source: specification §7 "Students", permission matrix
 */
export async function removeStudent(
  db: Database,
  { relationId, by, now }: { relationId: string; by: string; now: Date },
): Promise<null> {
  return db.transaction(async (tx) => {
    const relation = await lockRelation(tx, { id: relationId, coachId: by })
    if (!relation) throw new ApiError('relation_not_found')
    // Looked at under the lock: who makes a class for a student of his keeps the relation until that is written.
    if (await hasLiveClass(tx, { coachIds: [by], playerId: relation.playerId, now }))
      throw new ApiError('classes_unfinished')
    await deleteRelation(tx, relation.id)
    return null
  })
}

import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { hasLiveClass } from '../classes/has-live-class.ts'
import { deleteFind } from './find-queries.ts'
import { deleteRelation, hasHoursWith, lockRelationOfPlayer } from './relation-queries.ts'

/**
 * A player parts from a coach with whom no class and no lesson hours are under way; contracts and past classes stay. The coach
 * has to find them by number anew, unless the two had a class or contract.
 *
 * @throws ApiError relation_not_found, classes_unfinished, hours_unfinished
 * Source: decision record 031
 */
export async function leaveCoach(
  db: Database,
  { coachId, by, now }: { coachId: string; by: string; now: Date },
): Promise<null> {
  return db.transaction(async (tx) => {
    const relation = await lockRelationOfPlayer(tx, { coachId, playerId: by })
    if (!relation) throw new ApiError('relation_not_found')
    // Looked at under the lock: a coach who makes a class or gives hours keeps the relation until that is written.
    if (await hasLiveClass(tx, { coachIds: [coachId], playerId: by, now })) throw new ApiError('classes_unfinished')
    if (await hasHoursWith(tx, { coachId, playerId: by, today: dayOf(now) })) throw new ApiError('hours_unfinished')
    await deleteRelation(tx, relation.id)
    await deleteFind(tx, { coachId, playerId: by })
    return null
  })
}

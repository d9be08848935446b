import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { STRANGERS_PER_DAY } from './look-ups.ts'
import { countLookUp } from './student-relations.ts'
import { listTied } from './tie-queries.ts'

/**
 * Those of these people who are connected with the caller. These are the caller, their coaches and students, and
 * participants of common classes or games. All others count towards the caller's daily limit, whether or not they
 * exist.
 *
 * @throws ApiError strangers_too_many
 * Source: decision record 023
 */
export async function lookAtPeople(
  db: Database,
  { userIds, actorId, now }: { userIds: readonly string[]; actorId: string; now: Date },
): Promise<Set<string>> {
  const others = [...new Set(userIds)].filter((id) => id !== actorId)
  if (others.length === 0) return new Set([actorId])
  const tied = new Set([actorId, ...(await listTied(db, actorId, others))])
  const count = others.filter((id) => !tied.has(id)).length
  if (count > 0) {
    const looks = await countLookUp(db, { coachId: actorId, kind: 'stranger', count, now })
    if (looks > STRANGERS_PER_DAY) throw new ApiError('strangers_too_many')
  }
  return tied
}

import type { LevelChange } from '@paidang/api/areas/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isId } from '@paidang/domain/kernel/id'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import { isStudentOf, type LevelChangeRow, pageLevelChanges } from './profile-queries.ts'

/**
 * Lists how a user's level came about, for the user and for a coach of the user. The assessing coach is not named to a
 * reader when either has blocked the other.
 *
 * @throws ApiError data_of_others
 * Source: permission matrix, decision record 018
 */
export async function listLevels(
  db: Database,
  { userId, actorId, ...page }: Page & { userId: string; actorId: string },
): Promise<{ rows: LevelChange[]; total: number }> {
  const isHis = isId(userId) && (await isStudentOf(db, actorId, userId))
  if (userId !== actorId && !isHis) throw new ApiError('data_of_others')
  const { rows, total } = await pageLevelChanges(db, {
    userId,
    viewerId: actorId,
    limit: page.rows,
    offset: offsetOf(page),
  })
  return { rows: rows.map(presentLevelChange), total }
}

/** A change of a level as answers show it. */
export function presentLevelChange({ change, actor }: LevelChangeRow): LevelChange {
  const { id, source, level, note, createdAt } = change
  return { id, source, level, by: actor, note, createTime: createdAt.toISOString() }
}

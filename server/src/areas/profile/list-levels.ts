import type { LevelChange } from '@paidang/api/areas/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isId } from '@paidang/domain/kernel/id'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import type { Database } from '../../db/database.ts'
import { isStudentOf, type LevelChangeRow, pageLevelChanges } from './profile-queries.ts'

/**
 * How a user's level came about, for himself and for a coach whose student he is. Who assessed is not named to somebody who is kept
 * apart from him.
 *
 * @throws ApiError data_of_others
 * Source: permission matrix, decision record 018
 */
export async function listLevels(
  db: Database,
  { userId, by, ...page }: Page & { userId: string; by: string },
): Promise<{ rows: LevelChange[]; total: number }> {
  const isHis = isId(userId) && (await isStudentOf(db, by, userId))
  if (userId !== by && !isHis) throw new ApiError('data_of_others')
  const { rows, total } = await pageLevelChanges(db, {
    userId,
    viewerId: by,
    limit: page.rows,
    offset: offsetOf(page),
  })
  return { rows: rows.map(presentLevelChange), total }
}

/** A change as answers show it. */
export function presentLevelChange({ change, by }: LevelChangeRow): LevelChange {
  const { id, source, level, note, createdAt } = change
  return { id, source, level, by, note, createTime: createdAt.toISOString() }
}

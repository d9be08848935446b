import type { LevelChange } from '@paidang/api/areas/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isLevel } from '@paidang/domain/areas/profile/level'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { presentLevelChange } from './list-levels.ts'
import { findLevelChange, insertLevelChange, keepStudentOf, lockUser, updateUser } from './profile-queries.ts'

type Assessing = { playerId: string; level: number; note: string; by: string; now: Date }

/**
 * A coach assesses the level of his student, which from then on rests on his word and on results; the student is told.
 *
 * @throws ApiError action_forbidden (no student of his), level_invalid
 * Source: specification §3 "User info", issue "People"
 */
export async function assessLevel(db: Database, { playerId, level, note, by, now }: Assessing): Promise<LevelChange> {
  if (!isLevel(level)) throw new ApiError('level_invalid')
  return db.transaction(async (tx) => {
    if (!(await keepStudentOf(tx, by, playerId))) throw new ApiError('action_forbidden')
    await lockUser(tx, playerId)
    await updateUser(tx, playerId, { level, rating: level })
    const change = { userId: playerId, source: 'COACH' as const, level, byUserId: by, note: note.trim() }
    const id = await insertLevelChange(tx, { ...change, createdAt: now })
    const row = await findLevelChange(tx, { id, viewerId: by })
    if (!row) throw new Error('a row vanished inside its transaction')
    await tell(tx, {
      receiverIds: [playerId],
      senderId: by,
      category: 'classNotice',
      title: '教练评定了您的等级',
      content: `${row.by?.nickname} 教练评定您的等级为 ${level.toFixed(1)}${change.note && `：${change.note}`}`,
      about: { kind: 'level', id: playerId },
    })
    return presentLevelChange(row)
  })
}

import type { LevelChange } from '@paidang/api/areas/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isLevel } from '@paidang/domain/areas/profile/level'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { presentLevelChange } from './list-levels.ts'
import { findLevelChange, insertLevelChange, lockStudentForShare, lockUser, updateUser } from './profile-queries.ts'

type Assessing = { playerId: string; level: number; note: string; actorId: string; now: Date }

/**
 * A coach assesses the level of their student. From then on the level rests on assessments and results. The student is
 * notified.
 *
 * @throws ApiError action_forbidden (not a student of this coach), level_invalid
 * Source: specification §3 "User info", issue "People"
 */
export async function assessLevel(
  db: Database,
  { playerId, level, note, actorId, now }: Assessing,
): Promise<LevelChange> {
  if (!isLevel(level)) throw new ApiError('level_invalid')
  return db.transaction(async (tx) => {
    if (!(await lockStudentForShare(tx, actorId, playerId))) throw new ApiError('action_forbidden')
    await lockUser(tx, playerId)
    await updateUser(tx, playerId, { level, rating: level })
    const change = { userId: playerId, source: 'COACH' as const, level, byUserId: actorId, note: note.trim() }
    const id = await insertLevelChange(tx, { ...change, createdAt: now })
    const row = await findLevelChange(tx, { id, viewerId: actorId })
    if (!row) throw new Error('a row vanished inside its transaction')
    await notify(tx, {
      receiverIds: [playerId],
      senderId: actorId,
      category: 'classNotice',
      title: '教练评定了您的等级',
      content: `${row.actor?.nickname} 教练评定您的等级为 ${level.toFixed(1)}${change.note && `：${change.note}`}`,
      about: { kind: 'level', id: playerId },
    })
    return presentLevelChange(row)
  })
}

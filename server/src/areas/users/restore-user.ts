import type { UserDetail } from '@paidang/api/areas/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { readUser } from './read-user.ts'
import { endSuspension, findSuspension } from './suspension-queries.ts'
import { lockUser } from './user-queries.ts'

/**
 * Lets a suspended user in again, who is told; one who is not suspended stays as he is.
 *
 * @throws ApiError user_not_found
 */
export async function restoreUser(
  db: Database,
  { userId, by, now }: { userId: string; by: string; now: Date },
): Promise<UserDetail> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new ApiError('user_not_found')
    const suspension = await findSuspension(tx, userId, now)
    if (suspension) {
      await endSuspension(tx, { id: suspension.id, staffId: by, now })
      await tell(tx, {
        receiverIds: [userId],
        senderId: null,
        category: 'systemNotice',
        title: '账号已恢复',
        content: '您的账号已恢复，可以正常登录和使用',
        about: { kind: 'account', id: userId },
      })
      await recordDeed(tx, {
        by,
        action: 'user.restore',
        objectId: userId,
        summary: `恢复用户「${user.nickname}」`,
        now,
      })
    }
    return readUser(tx, { userId, now })
  })
}

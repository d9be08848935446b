import type { UserDetail } from '@paidang/api/areas/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notify } from '../../ground/messages/notify.ts'
import { readSuspension } from '../../people/auth/sessions.ts'
import { readUser } from './read-user.ts'
import { endSuspension } from './suspension-queries.ts'
import { lockUser } from './user-queries.ts'

/**
 * Ends a user's suspension and notifies the user. A user who is not suspended stays unchanged.
 *
 * @throws ApiError user_not_found
 */
export async function restoreUser(
  db: Database,
  { userId, actorId, now }: { userId: string; actorId: string; now: Date },
): Promise<UserDetail> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new ApiError('user_not_found')
    const suspension = await readSuspension(tx, userId, now)
    if (suspension) {
      await endSuspension(tx, { id: suspension.id, staffId: actorId, now })
      await notify(tx, {
        receiverIds: [userId],
        senderId: null,
        category: 'systemNotice',
        title: '账号已恢复',
        content: '您的账号已恢复，可以正常登录和使用',
        about: { kind: 'account', id: userId },
      })
      await recordAuditEvent(tx, {
        actorId,
        action: 'user.restore',
        objectId: userId,
        summary: `恢复用户「${user.nickname}」`,
        now,
      })
    }
    return readUser(tx, { userId, now })
  })
}

import type { OneTimePassword } from '@paidang/api/areas/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notify } from '../../ground/messages/notify.ts'
import { giveOneTimePassword } from '../../people/auth/password.ts'
import { lockUser } from './user-queries.ts'

/**
 * Gives a user a password for a single log-in, after support has verified who they are. The user is notified.
 *
 * @throws ApiError user_not_found, account_closed, account_without_password
 */
export async function resetUserPassword(
  db: Database,
  { userId, actorId, now }: { userId: string; actorId: string; now: Date },
): Promise<OneTimePassword> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new ApiError('user_not_found')
    if (user.closedAt) throw new ApiError('account_closed')
    const given = await giveOneTimePassword(tx, { userId, now })
    await notify(tx, {
      receiverIds: [userId],
      senderId: null,
      category: 'systemNotice',
      title: '密码已由客服重置',
      content: '客服为您发放了一次性密码，登录后请尽快在账号设置里修改。如非本人操作，请联系客服',
      about: { kind: 'account', id: userId },
    })
    const summary = `为用户「${user.nickname}」发放一次性密码`
    await recordAuditEvent(tx, { actorId, action: 'user.reset-password', objectId: userId, summary, now })
    return given
  })
}

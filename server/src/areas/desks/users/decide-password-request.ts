import type { decidePasswordRequest as endpoint } from '@paidang/api/areas/admin-password-requests'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data, Input } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settlePasswordRequest } from '../../people/auth/password-requests.ts'
import { readPasswordRequest } from './read-password-request.ts'
import { resetUserPassword } from './reset-user-password.ts'

type Deciding = Input<typeof endpoint>['body'] & { id: string; actorId: string; now: Date }

/**
 * An operator gives a one-time password for a password request, or refuses it with a reason. The account's owner is
 * notified.
 *
 * @throws ApiError password_request_not_found, password_request_decided, password_request_reason_missing,
 *   account_without_password
 * Source: decision record 030
 */
export async function decidePasswordRequest(
  db: Database,
  { id, approve: isGiven, reason = '', actorId, now }: Deciding,
): Promise<Data<typeof endpoint>> {
  const why = isGiven ? '' : reason.trim()
  if (!isGiven && why === '') throw new ApiError('password_request_reason_missing')
  return db.transaction(async (tx) => {
    const { userId } = await settlePasswordRequest(tx, { id, isGiven, reason: why, now })
    const given = isGiven ? await resetUserPassword(tx, { userId, actorId, now }) : null
    const request = await readPasswordRequest(tx, id)
    const whose = `用户「${request.user.nickname}」的找回密码申请`
    await recordAuditEvent(tx, {
      actorId,
      action: isGiven ? 'password-request.give' : 'password-request.refuse',
      objectId: id,
      summary: isGiven ? `通过${whose}` : `拒绝${whose}：${why}`,
      now,
    })
    if (!isGiven) await notifyOwner(tx, userId, why)
    return { request: await readPasswordRequest(tx, id), given }
  })
}

async function notifyOwner(tx: Database, userId: string, why: string): Promise<void> {
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title: '找回密码申请未通过',
    content: `原因：${why}。密码没有改变`,
    about: { kind: 'account', id: userId },
  })
}

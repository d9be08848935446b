import type { KEPT_WECHATS, UserDetail } from '@paidang/api/areas/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { assertSeenRows } from '../../../db/revision-queries.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notify } from '../../ground/messages/notify.ts'
import { mergeUsers } from '../../people/auth/merge-users.ts'
import { readUser } from './read-user.ts'
import { findUser } from './user-queries.ts'

type Merging = {
  fromId: string
  intoId: string
  wechatToKeep?: (typeof KEPT_WECHATS)[number] | undefined
  /** The sum of the revisions of both. */
  seen: number | undefined
  actorId: string
  now: Date
}

/**
 * Merges two accounts of one person on behalf of an operator. The owner is notified, and the audit log records it.
 *
 * @throws ApiError as mergeUsers; revision_outdated
 * Source: decision record 017
 */
export async function mergeUsersByOperator(
  db: Database,
  { fromId, intoId, wechatToKeep, seen, actorId, now }: Merging,
): Promise<UserDetail> {
  return db.transaction(async (tx) => {
    const [from, into] = [await findUser(tx, fromId, now), await findUser(tx, intoId, now)]
    if (!from || !into) throw new ApiError('user_not_found')
    await assertSeenRows(tx, 'users', { ids: [intoId, fromId], seen, nameOf: ({ nickname }) => `「${nickname}」` })
    await mergeUsers(tx, { fromId, intoId, wechatToKeep, now })
    await notify(tx, {
      receiverIds: [intoId],
      senderId: null,
      category: 'systemNotice',
      title: '账号已合并',
      content: `您的另一个账号「${from.nickname}」已并入当前账号`,
      about: { kind: 'account', id: intoId },
    })
    const summary = `将用户「${from.nickname}」（编号 ${fromId}）并入「${into.nickname}」（编号 ${intoId}）`
    await recordAuditEvent(tx, { actorId, action: 'user.merge', objectId: intoId, summary, now })
    return readUser(tx, { userId: intoId, now })
  })
}

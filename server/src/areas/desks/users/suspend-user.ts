import type { UserDetail } from '@paidang/api/areas/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import { endOfSuspension, whyNotSuspendUntil } from '@paidang/domain/areas/auth/suspension'
import type { Database } from '../../../db/database.ts'
import { notifyGamesOfSuspension } from '../../activities/balls/notify-of-suspension.ts'
import { notifyClassesOfSuspension } from '../../activities/classes/notify-of-suspension.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notify } from '../../ground/messages/notify.ts'
import { endSessionsOf, readSuspension } from '../../people/auth/sessions.ts'
import { readUser } from './read-user.ts'
import { endExpired, insertSuspension } from './suspension-queries.ts'
import { lockUser } from './user-queries.ts'

type Suspending = { userId: string; reason: string; lastDay: string | null; actorId: string; now: Date }

/**
 * Suspends a user until the end of a day or for good, and ends all their log-ins. Agreements stay: classes, hours and
 * money are untouched. Players of future classes and games are notified. The user reads the message too, once the
 * suspension is over.
 *
 * @throws ApiError user_not_found, account_closed, account_suspended_already, suspension_day_past, input_invalid (no
 *   reason)
 * Source: issue "The operators' and merchants' console"
 */
export async function suspendUser(
  db: Database,
  { userId, reason, lastDay, actorId, now }: Suspending,
): Promise<UserDetail> {
  const [words, refusal] = [reason.trim(), whyNotSuspendUntil(lastDay, now)]
  if (words === '') throw new ApiError('input_invalid')
  if (refusal) throw new ApiError(refusal)
  const until = lastDay === null ? null : endOfSuspension(lastDay)
  return db.transaction(async (tx) => {
    // A log-in that begins now either waits for this lock, or is found below and ended.
    const user = await lockUser(tx, userId)
    if (!user) throw new ApiError('user_not_found')
    if (user.closedAt) throw new ApiError('account_closed')
    await endExpired(tx, userId, now)
    if (await readSuspension(tx, userId, now)) throw new ApiError('account_suspended_already')
    await insertSuspension(tx, { userId, reason: words, staffId: actorId, until, createdAt: now })
    await endSessionsOf(tx, { userId, because: 'account suspended', now })
    const howLong = lastDay === null ? '长期' : `至 ${lastDay}`
    await notify(tx, {
      receiverIds: [userId],
      senderId: null,
      category: 'systemNotice',
      title: '账号已停用',
      content: `您的账号已停用（${howLong}），原因：${words}`,
      about: { kind: 'account', id: userId },
    })
    await notifyClassesOfSuspension(tx, { coachId: userId, now })
    await notifyGamesOfSuspension(tx, userId)
    const summary = `停用用户「${user.nickname}」（${howLong}），原因：${words}`
    await recordAuditEvent(tx, { actorId, action: 'user.suspend', objectId: userId, summary, now })
    return readUser(tx, { userId, now })
  })
}

import type { UserDetail } from '@paidang/api/areas/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import { endOfSuspension, whyNotSuspendUntil } from '@paidang/domain/areas/auth/suspension'
import type { Database } from '../../db/database.ts'
import { endSessionsOf } from '../auth/end-sessions.ts'
import { notifyOfSuspension } from '../balls/notify-of-suspension.ts'
import { tellOfSuspension } from '../classes/tell-of-suspension.ts'
import { tell } from '../messages/tell.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { readUser } from './read-user.ts'
import { endExpired, findSuspension, insertSuspension } from './suspension-queries.ts'
import { lockUser } from './user-queries.ts'

type Suspending = { userId: string; reason: string; lastDay: string | null; by: string; now: Date }

/**
 * Lets a user in no more, until the end of a day or for good, and ends all their log-ins. What is agreed stands: their classes,
 * hours and money are untouched. Players in classes and games to come are told. The user reads it too, once let in again.
 *
 * @throws ApiError user_not_found, account_closed, account_suspended_already, suspension_day_past, input_invalid (no reason)
 * Source: issue "The operators' and merchants' console"
 */
export async function suspendUser(db: Database, { userId, reason, lastDay, by, now }: Suspending): Promise<UserDetail> {
  const [words, refusal] = [reason.trim(), whyNotSuspendUntil(lastDay, now)]
  if (words === '') throw new ApiError('input_invalid')
  if (refusal) throw new ApiError(refusal)
  const until = lastDay === null ? null : endOfSuspension(lastDay)
  return db.transaction(async (tx) => {
    // A log-in that begins at this moment waits for the row, or is seen below and ended.
    const user = await lockUser(tx, userId)
    if (!user) throw new ApiError('user_not_found')
    if (user.closedAt) throw new ApiError('account_closed')
    await endExpired(tx, userId, now)
    if (await findSuspension(tx, userId, now)) throw new ApiError('account_suspended_already')
    await insertSuspension(tx, { userId, reason: words, staffId: by, until, createdAt: now })
    await endSessionsOf(tx, { userId, because: 'account suspended', now })
    const howLong = lastDay === null ? '长期' : `至 ${lastDay}`
    await tell(tx, {
      receiverIds: [userId],
      senderId: null,
      category: 'systemNotice',
      title: '账号已停用',
      content: `您的账号已停用（${howLong}），原因：${words}`,
      about: { kind: 'account', id: userId },
    })
    await tellOfSuspension(tx, { coachId: userId, now })
    await notifyOfSuspension(tx, userId)
    const summary = `停用用户「${user.nickname}」（${howLong}），原因：${words}`
    await recordDeed(tx, { by, action: 'user.suspend', objectId: userId, summary, now })
    return readUser(tx, { userId, now })
  })
}

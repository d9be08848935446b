import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { findUser } from './user-queries.ts'

/** Returns the whole number of a user, and records that in the audit log. @throws ApiError user_not_found */
export async function revealUserPhone(
  db: Database,
  { userId, actorId, now }: { userId: string; actorId: string; now: Date },
): Promise<{ phone: string | null }> {
  return db.transaction(async (tx) => {
    const user = await findUser(tx, userId, now)
    if (!user) throw new ApiError('user_not_found')
    const summary = `查看用户「${user.nickname}」的完整手机号`
    await recordAuditEvent(tx, { actorId, action: 'user.read', objectId: userId, summary, now })
    return { phone: user.phone }
  })
}

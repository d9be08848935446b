import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { findUser } from './user-queries.ts'

/** The whole number of a user; that somebody read it is written down. @throws ApiError user_not_found */
export async function revealUserPhone(
  db: Database,
  { userId, by, now }: { userId: string; by: string; now: Date },
): Promise<{ phone: string | null }> {
  return db.transaction(async (tx) => {
    const user = await findUser(tx, userId, now)
    if (!user) throw new ApiError('user_not_found')
    const summary = `查看用户「${user.nickname}」的完整手机号`
    await recordDeed(tx, { by, action: 'user.read', objectId: userId, summary, now })
    return { phone: user.phone }
  })
}

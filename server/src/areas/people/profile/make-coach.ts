import { USER_TYPES } from '@paidang/domain/kernel/access'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { SESSION_TOPIC } from '../../../http/session.ts'
import { listSessionIds, lockUserWhole, updateUser } from './profile-queries.ts'

/** Source: specification §3 "Enumerations", Verification */
const VERIFIED = 1

/**
 * Makes a player a verified coach from now on, also in their current sessions.
 *
 * @returns the nickname
 */
export async function makeCoach(tx: Database, userId: string): Promise<{ nickname: string }> {
  const user = await lockUserWhole(tx, userId)
  if (!user) throw new Error(`user ${userId} is gone`)
  await updateUser(tx, userId, { userType: USER_TYPES.COACH, verified: VERIFIED })
  const sessionIds = await listSessionIds(tx, userId)
  await publishChanges(
    tx,
    sessionIds.map((id) => SESSION_TOPIC + id),
  )
  return { nickname: user.nickname }
}

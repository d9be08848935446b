import type { StaffInfo } from '@paidang/api/areas/staff'
import type { Database } from '../../db/database.ts'
import { ACCESS_TOKEN_SECONDS, type Sessions } from '../../http/session.ts'
import { guardLogIn } from './guard-log-in.ts'
import { findStaff, insertStaffSession } from './queries.ts'

type StaffLogIn = { token: string; expiresIn: number; staff: StaffInfo }

/**
 * Logs an operator or a merchant in, for two hours and without refresh. His failures are counted apart from those of a user
 * of the same name.
 *
 * @throws ApiError login_wrong (data: triesLeft), login_too_often
 * Source: permission matrix
 */
export async function logInStaff(
  db: Database,
  sessions: Sessions,
  { username, password, now }: { username: string; password: string; now: Date },
): Promise<StaffLogIn> {
  const find = () => findStaff(db, username)
  return guardLogIn(db, { countedAs: `staff:${username}`, find, password, now }, async (tx, account) => {
    const { id: staffId, kind, nickname, merchantId } = account
    const sessionId = await insertStaffSession(tx, staffId)
    const token = sessions.signStaff({ staffId, sessionId })
    return { token, expiresIn: ACCESS_TOKEN_SECONDS, staff: { staffId, kind, nickname, merchantId } }
  })
}

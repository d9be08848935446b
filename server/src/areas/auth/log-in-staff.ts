import type { StaffLogIn } from '@paidang/api/areas/staff'
import { ApiError } from '@paidang/api/catalogue/errors'
import { plainUsername } from '@paidang/domain/areas/auth/credentials'
import { isWorkingDayOver } from '@paidang/domain/areas/auth/session'
import type { Database } from '../../db/database.ts'
import { ACCESS_TOKEN_SECONDS, type Sessions } from '../../http/session.ts'
import { guardLogIn } from './guard-log-in.ts'
import { clearFailures, findStaff, findStaffOfSession, insertStaffSession } from './queries.ts'
import { staffRole } from './staff-role.ts'

/** Under which name the failures of somebody of the staff are counted; no user name has a colon. */
export const staffPurse = (username: string) => `staff:${username}`

/** Ends the pause after wrong passwords of somebody of the staff, who has another one now. */
export async function forgiveStaffFailures(tx: Database, username: string): Promise<void> {
  await clearFailures(tx, staffPurse(username))
}

/**
 * Logs an operator or a merchant in, for two hours at a time, however his user name is spelt. His failures are counted apart from
 * those of a user of the same name.
 *
 * @throws ApiError login_wrong (data: triesLeft; also where nobody may log in any more), login_too_often
 * Source: permission matrix
 */
export async function logInStaff(
  db: Database,
  sessions: Sessions,
  { username, password, now }: { username: string; password: string; now: Date },
): Promise<StaffLogIn> {
  const name = plainUsername(username)
  const find = () => findStaff(db, name)
  return guardLogIn(db, { countedAs: () => staffPurse(name), find, password, now }, async (tx, { id }) => {
    const sessionId = await insertStaffSession(tx, id, now)
    return issueStaffToken(tx, sessions, { sessionId, now })
  })
}

/**
 * The next token of a log-in of the staff.
 *
 * @throws ApiError session_expired once its working day is over
 * Source: decision record 021
 */
export async function issueStaffToken(
  db: Database,
  sessions: Sessions,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<StaffLogIn> {
  const found = await findStaffOfSession(db, sessionId)
  if (!found || isWorkingDayOver(found.beganAt.getTime(), now.getTime())) throw new ApiError('session_expired')
  const { id, nickname, merchantId, merchantName: placeName, isPasswordGiven } = found
  return {
    token: sessions.signStaff({ staffId: id, sessionId }),
    expiresIn: ACCESS_TOKEN_SECONDS,
    staff: { id, role: staffRole(found), nickname, merchantId, companyId: null, placeName, isPasswordGiven },
  }
}

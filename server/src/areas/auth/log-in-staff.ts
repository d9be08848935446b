import type { StaffLogIn } from '@paidang/api/areas/staff'
import { ApiError } from '@paidang/api/catalogue/errors'
import { plainUsername } from '@paidang/domain/areas/auth/credentials'
import { isWorkingDayOver } from '@paidang/domain/areas/auth/session'
import type { Database } from '../../db/database.ts'
import { ACCESS_TOKEN_SECONDS, type Sessions } from '../../http/session.ts'
import { guardLogIn } from './guard-log-in.ts'
import { findStaff, findStaffOfSession, insertStaffSession } from './queries.ts'
import { staffRole } from './staff-role.ts'
import { accountOfStaff, type LogInSource, purseOfCode, purseOfOwn, pursesOfLogIn } from './tries.ts'
import { forgetTries, forgetTriesOfNames } from './tries-queries.ts'

/** Under which name the failures of somebody of the staff are counted; no user name has a colon. */
const staffName = (username: string) => `staff:${username}`

/** Ends the pause after wrong passwords of somebody of the staff, who has another one now. */
export async function forgiveStaffFailures(
  tx: Database,
  { id, username }: { id: string; username: string },
): Promise<void> {
  await forgetTriesOfNames(tx, [staffName(username)])
  await forgetTries(tx, [purseOfOwn(accountOfStaff(id))[0].key, purseOfCode(id).key])
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
  { username, password, source, now }: { username: string; password: string; source: LogInSource; now: Date },
): Promise<StaffLogIn> {
  const name = plainUsername(username)
  const find = () => findStaff(db, name)
  const pursesOf = (account: { id: string } | undefined) =>
    pursesOfLogIn(staffName(name), source, account && accountOfStaff(account.id))
  return guardLogIn(db, { pursesOf, find, password, now }, async (tx, { id }) => {
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

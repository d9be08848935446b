import type { StaffLogIn } from '@paidang/api/areas/staff'
import { ApiError } from '@paidang/api/catalogue/errors'
import { plainUsername } from '@paidang/domain/areas/auth/credentials'
import { isWorkingDayOver } from '@paidang/domain/areas/auth/session'
import type { Database } from '../../../db/database.ts'
import { ACCESS_TOKEN_SECONDS, type Sessions } from '../../../http/session.ts'
import type { SecretBox } from '../../../process/secret-box.ts'
import { guardLogIn } from './guard-log-in.ts'
import { findStaff, findStaffOfSession, insertStaffSession } from './queries.ts'
import { staffRole } from './staff-role.ts'
import { countWrongCode, takeCode } from './take-code.ts'
import { accountOfStaff, type LogInSource, limitOfCode, limitOfOwn, limitsOfLogIn } from './tries.ts'
import { forgetTries, forgetTriesOfNames } from './tries-queries.ts'

/** The name under which failures of a staff member are counted. User names contain no colon, so they cannot clash. */
const staffName = (username: string) => `staff:${username}`

/** Ends the pause after wrong passwords for a staff member who has a new password. */
export async function forgiveStaffFailures(
  tx: Database,
  { id, username }: { id: string; username: string },
): Promise<void> {
  await forgetTriesOfNames(tx, [staffName(username)])
  await forgetTries(tx, [limitOfOwn(accountOfStaff(id))[0].key, limitOfCode(id).key])
}

type Wish = { username: string; password: string; code?: string; source: LogInSource; now: Date }

/**
 * Logs an operator or a merchant in, for two hours at a time. The spelling of the user name does not matter. Failures
 * are counted separately from those of an app user with the same name.
 *
 * @throws ApiError login_wrong (data: triesLeft; also for a disabled account), login_too_often, factor_missing,
 * factor_wrong (data: triesLeft)
 * Source: permission matrix, decision record 027
 */
export async function logInStaff(
  db: Database,
  { sessions, factorBox }: { sessions: Sessions; factorBox: SecretBox },
  { username, password, code, source, now }: Wish,
): Promise<StaffLogIn> {
  const name = plainUsername(username)
  const find = () => findStaff(db, name)
  const limitsOf = (account: { id: string } | undefined) =>
    limitsOfLogIn(staffName(name), source, account && accountOfStaff(account.id))
  try {
    return await guardLogIn(db, { limitsOf, find, password, now }, async (tx, { id }) => {
      await takeCode(tx, factorBox, { staffId: id, code, now })
      const sessionId = await insertStaffSession(tx, id, now)
      return issueStaffToken(tx, sessions, { sessionId, now })
    })
  } catch (error) {
    throw await countWrongCode(db, error, now)
  }
}

/**
 * Issues the next token of a staff log-in.
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
  const { id, nickname, merchantId, merchantName: placeName, isPasswordGiven, hasFactor } = found
  const role = staffRole(found)
  const needsFactor = sessions.lacksFactor({ role, hasFactor })
  return {
    token: sessions.signStaff({ staffId: id, sessionId }),
    expiresIn: ACCESS_TOKEN_SECONDS,
    staff: { id, role, nickname, merchantId, companyId: null, placeName, isPasswordGiven, needsFactor },
  }
}

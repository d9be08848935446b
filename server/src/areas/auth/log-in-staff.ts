import type { StaffLogIn } from '@paidang/api/areas/staff'
import { ApiError } from '@paidang/api/catalogue/errors'
import { plainUsername } from '@paidang/domain/areas/auth/credentials'
import { isWorkingDayOver } from '@paidang/domain/areas/auth/session'
import type { Database } from '../../db/database.ts'
import { ACCESS_TOKEN_SECONDS, type Sessions } from '../../http/session.ts'
import { guardLogIn } from './guard-log-in.ts'
import { findStaff, findStaffOfSession, insertStaffSession } from './queries.ts'
import type { SecretBox } from './secret-box.ts'
import { staffRole } from './staff-role.ts'
import { countWrongCode, takeCode } from './take-code.ts'
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

type Wish = { username: string; password: string; code?: string; source: LogInSource; now: Date }

/**
 * Logs an operator or a merchant in, for two hours at a time, however his user name is spelt. His failures are counted apart from
 * those of a user of the same name.
 *
 * @throws ApiError login_wrong (data: triesLeft; also where nobody may log in any more), login_too_often, factor_missing,
 *   factor_wrong (data: triesLeft)
 * Source: permission matrix, decision record 027
 */
export async function logInStaff(
  db: Database,
  { sessions, factorBox }: { sessions: Sessions; factorBox: SecretBox },
  { username, password, code, source, now }: Wish,
): Promise<StaffLogIn> {
  const name = plainUsername(username)
  const find = () => findStaff(db, name)
  const pursesOf = (account: { id: string } | undefined) =>
    pursesOfLogIn(staffName(name), source, account && accountOfStaff(account.id))
  try {
    return await guardLogIn(db, { pursesOf, find, password, now }, async (tx, { id }) => {
      await takeCode(tx, factorBox, { staffId: id, code, now })
      const sessionId = await insertStaffSession(tx, id, now)
      return issueStaffToken(tx, sessions, { sessionId, now })
    })
  } catch (error) {
    throw await countWrongCode(db, error, now)
  }
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
  const { id, nickname, merchantId, merchantName: placeName, isPasswordGiven, hasFactor } = found
  const role = staffRole(found)
  const needsFactor = sessions.lacksFactor({ role, hasFactor })
  return {
    token: sessions.signStaff({ staffId: id, sessionId }),
    expiresIn: ACCESS_TOKEN_SECONDS,
    staff: { id, role, nickname, merchantId, companyId: null, placeName, isPasswordGiven, needsFactor },
  }
}

import type { LogIn } from '@paidang/api/areas/auth'
import { ApiError } from '@paidang/api/catalogue/errors'
import { LOGIN_TRIES } from '@paidang/domain/areas/auth/session'
import type { Database } from '../../db/database.ts'
import type { Sessions } from '../../http/session.ts'
import { issueTokens } from './issue-tokens.ts'
import { isPassword } from './password.ts'
import { addFailure, clearFailures, countFailures, findCredentials, insertSession } from './queries.ts'

/**
 * Logs a user in by name and password. An unknown name and a wrong password are one answer, after the same time; five
 * failures for a name within 15 minutes close it for the rest of them.
 *
 * @throws ApiError login_wrong (data: triesLeft), login_too_often
 * Source: specification §7 "Auth", permission matrix
 */
export async function logIn(
  db: Database,
  sessions: Sessions,
  { username, password, now }: { username: string; password: string; now: Date },
): Promise<LogIn> {
  if ((await countFailures(db, username, now)) >= LOGIN_TRIES) throw new ApiError('login_too_often')
  const found = await findCredentials(db, username)
  const isRight = await isPassword(found?.passwordHash, password)
  if (!found || !isRight) {
    const failures = await addFailure(db, username, now)
    // Guesses that come at once all pass the look above; the count tells which of them were too many.
    if (failures > LOGIN_TRIES) throw new ApiError('login_too_often')
    throw new ApiError('login_wrong', { data: { triesLeft: Math.max(0, LOGIN_TRIES - failures) } })
  }
  return db.transaction(async (tx) => {
    if ((await countFailures(tx, username, now)) >= LOGIN_TRIES) throw new ApiError('login_too_often')
    await clearFailures(tx, username)
    const sessionId = await insertSession(tx, found.userId)
    return issueTokens(tx, sessions, { userId: found.userId, sessionId, now })
  })
}

import type { LogIn } from '@paidang/api/areas/auth'
import type { Database } from '../../db/database.ts'
import type { Sessions } from '../../http/session.ts'
import { guardLogIn } from './guard-log-in.ts'
import { issueTokens } from './issue-tokens.ts'
import { findCredentials, insertSession } from './queries.ts'

/**
 * Logs a user in by name and password.
 *
 * @throws ApiError login_wrong (data: triesLeft), login_too_often
 * Source: specification §7 "Auth", permission matrix
 */
export async function logIn(
  db: Database,
  sessions: Sessions,
  { username, password, now }: { username: string; password: string; now: Date },
): Promise<LogIn> {
  const find = () => findCredentials(db, username)
  return guardLogIn(db, { countedAs: username, find, password, now }, async (tx, { userId }) => {
    const sessionId = await insertSession(tx, userId)
    return issueTokens(tx, sessions, { userId, sessionId, now })
  })
}

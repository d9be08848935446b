import type { LogIn } from '@paidang/api/areas/auth'
import { plainUsername } from '@paidang/domain/areas/auth/credentials'
import type { Database } from '../../db/database.ts'
import type { Sessions } from '../../http/session.ts'
import { beginSession } from './begin-session.ts'
import type { Device } from './device-of.ts'
import { guardLogIn, purseOf } from './guard-log-in.ts'
import { findCredentials } from './queries.ts'
import { useUpPassword } from './use-up-password.ts'

/**
 * Logs a user in by user name or phone number, and password.
 *
 * @throws ApiError login_wrong (data: triesLeft), login_too_often, one_time_password_used, account_suspended (data: until)
 * Source: specification §7 "Auth", permission matrix, decision record 017
 */
export async function logIn(
  db: Database,
  sessions: Sessions,
  { username, password, device, now }: { username: string; password: string; device: Device; now: Date },
): Promise<LogIn> {
  const unknown = `name:${plainUsername(username)}`
  return guardLogIn(
    db,
    {
      find: () => findCredentials(db, username),
      countedAs: (account) => (account ? purseOf(account.userId) : unknown),
      password,
      now,
    },
    async (tx, account) => {
      const passwordUsedUp = await useUpPassword(tx, account, now)
      const logIn = await beginSession(tx, sessions, { userId: account.userId, device, now })
      return passwordUsedUp ? { ...logIn, passwordUsedUp } : logIn
    },
  )
}

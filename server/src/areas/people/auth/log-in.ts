import type { LogIn } from '@paidang/api/areas/auth'
import { plainUsername } from '@paidang/domain/areas/auth/credentials'
import type { Database } from '../../../db/database.ts'
import type { Sessions } from '../../../http/session.ts'
import { type Agreed, beginSession } from './begin-session.ts'
import type { Device } from './device-of.ts'
import { guardLogIn } from './guard-log-in.ts'
import { findCredentials } from './queries.ts'
import { accountOfUser, type LogInSource, limitsOfLogIn } from './tries.ts'
import { useUpPassword } from './use-up-password.ts'

type Wish = Agreed & { username: string; password: string; source: LogInSource; device: Device; now: Date }

/**
 * Logs a user in with a password, by user name or phone number.
 *
 * @throws ApiError login_wrong (data: triesLeft), login_too_often, one_time_password_used, account_suspended (data:
 * until)
 * Source: specification §7 "Auth", permission matrix, decision records 017 and 027
 */
export async function logIn(
  db: Database,
  sessions: Sessions,
  { username, password, source, device, agreementVersion, now }: Wish,
): Promise<LogIn> {
  const name = plainUsername(username)
  return guardLogIn(
    db,
    {
      find: () => findCredentials(db, username),
      limitsOf: (account) => limitsOfLogIn(name, source, account && accountOfUser(account.userId)),
      password,
      now,
    },
    async (tx, account) => {
      const passwordUsedUp = await useUpPassword(tx, account, now)
      const logIn = await beginSession(tx, sessions, { userId: account.userId, device, agreementVersion, now })
      return passwordUsedUp ? { ...logIn, passwordUsedUp } : logIn
    },
  )
}

import { ApiError } from '@paidang/api/catalogue/errors'
import { LOGIN_TRIES } from '@paidang/domain/areas/auth/session'
import type { Database } from '../../db/database.ts'
import { isPassword } from './password.ts'
import { addFailure, clearFailures, countFailures } from './queries.ts'

type Attempt<Account> = {
  find(): Promise<Account | undefined>
  /** Under which name failures are counted: one for an account, however it was named, so that none has two purses of tries. */
  countedAs(account: Account | undefined): string
  password: string
  /** What a wrong password is answered. */
  wrong?: 'login_wrong' | 'password_wrong' | 'password_incorrect'
  now: Date
}

/** Under which name the failures of a user are counted; no user name has a colon. */
export const purseOf = (userId: string) => `user:${userId}`

/**
 * Lets in who knows the password of an account, and does what it opens in a transaction. An unknown name and a wrong password
 * are one answer, after the same time; five failures for a name within 15 minutes close it for the rest of them.
 *
 * @param db no transaction: a failure stays counted although the call is refused
 * @throws ApiError login_wrong, or as `wrong` says (data: triesLeft), login_too_often
 * Source: specification §7 "Auth", permission matrix
 */
export async function guardLogIn<Account extends { passwordHash: string }, Session>(
  db: Database,
  { find, countedAs, password, wrong = 'login_wrong', now }: Attempt<Account>,
  begin: (tx: Database, account: Account) => Promise<Session>,
): Promise<Session> {
  const found = await find()
  const purse = countedAs(found)
  if ((await countFailures(db, purse, now)) >= LOGIN_TRIES) throw new ApiError('login_too_often')
  const isRight = await isPassword(found?.passwordHash, password)
  if (!found || !isRight) {
    const failures = await addFailure(db, purse, now)
    // Guesses that come at once all pass the look above; the count tells which of them were too many.
    if (failures > LOGIN_TRIES) throw new ApiError('login_too_often')
    throw new ApiError(wrong, { data: { triesLeft: Math.max(0, LOGIN_TRIES - failures) } })
  }
  return db.transaction(async (tx) => {
    if ((await countFailures(tx, purse, now)) >= LOGIN_TRIES) throw new ApiError('login_too_often')
    await clearFailures(tx, purse)
    return begin(tx, found)
  })
}

import { ApiError } from '@paidang/api/catalogue/errors'
import { LOGIN_TRIES } from '@paidang/domain/areas/auth/session'
import type { Database } from '../../db/database.ts'
import { isPassword } from './password.ts'
import { addFailure, clearFailures, countFailures } from './queries.ts'

type Attempt<Account> = {
  /** Under which name failures are counted. */
  countedAs: string
  find(): Promise<Account | undefined>
  password: string
  now: Date
}

/**
 * Lets in who knows the password of an account, and begins his session in a transaction. An unknown name and a wrong password
 * are one answer, after the same time; five failures for a name within 15 minutes close it for the rest of them.
 *
 * @throws ApiError login_wrong (data: triesLeft), login_too_often
 * Source: specification §7 "Auth", permission matrix
 */
export async function guardLogIn<Account extends { passwordHash: string }, Session>(
  db: Database,
  { countedAs, find, password, now }: Attempt<Account>,
  begin: (tx: Database, account: Account) => Promise<Session>,
): Promise<Session> {
  if ((await countFailures(db, countedAs, now)) >= LOGIN_TRIES) throw new ApiError('login_too_often')
  const found = await find()
  const isRight = await isPassword(found?.passwordHash, password)
  if (!found || !isRight) {
    const failures = await addFailure(db, countedAs, now)
    // Guesses that come at once all pass the look above; the count tells which of them were too many.
    if (failures > LOGIN_TRIES) throw new ApiError('login_too_often')
    throw new ApiError('login_wrong', { data: { triesLeft: Math.max(0, LOGIN_TRIES - failures) } })
  }
  return db.transaction(async (tx) => {
    if ((await countFailures(tx, countedAs, now)) >= LOGIN_TRIES) throw new ApiError('login_too_often')
    await clearFailures(tx, countedAs)
    return begin(tx, found)
  })
}

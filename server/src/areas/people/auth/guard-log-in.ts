import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { isPassword } from './password.ts'
import { type AttemptLimit, areUsedUp, countFailureIn, triesLeftOf } from './tries.ts'
import { forgetTries } from './tries-queries.ts'

type Attempt<Account> = {
  find(): Promise<Account | undefined>
  /**
   * The limits that a failure counts against. The refusal reports the tries left of the first one; a success resets it.
   */
  limitsOf(account: NoInfer<Account> | undefined): [AttemptLimit, ...AttemptLimit[]]
  password: string
  /** The refusal of a wrong password. */
  wrong?: 'login_wrong' | 'password_wrong' | 'password_incorrect'
  now: Date
}

/**
 * Verifies the password of an account, then runs `begin` in a transaction. An unknown name and a wrong password get the
 * same answer after the same time. After too many failures the limit is closed for the rest of its window. The next
 * window in a row is longer.
 *
 * @param db no transaction: a failure stays counted although the call is refused
 * @throws ApiError login_wrong, or as `wrong` says (data: triesLeft), login_too_often
 * Source: specification §7 "Auth", permission matrix, decision record 027
 */
export async function guardLogIn<Account extends { passwordHash: string }, Session>(
  db: Database,
  { find, limitsOf, password, wrong = 'login_wrong', now }: Attempt<Account>,
  begin: (tx: Database, account: Account) => Promise<Session>,
): Promise<Session> {
  const found = await find()
  const limits = limitsOf(found)
  if (await areUsedUp(db, limits, now)) throw new ApiError('login_too_often')
  const isRight = await isPassword(found?.passwordHash, password)
  if (!found || !isRight) {
    const left = await countFailureIn(db, limits, now)
    // Concurrent guesses all pass the check above. The count decides which of them were too many.
    if (left.some(({ tries }) => tries < 0)) throw new ApiError('login_too_often')
    throw new ApiError(wrong, { data: triesLeftOf(left[0]) })
  }
  return db.transaction(async (tx) => {
    if (await areUsedUp(tx, limits, now)) throw new ApiError('login_too_often')
    await forgetTries(tx, [limits[0].key])
    return begin(tx, found)
  })
}

import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { isPassword } from './password.ts'
import { areUsedUp, countFailureIn, type Purse, triesLeftOf } from './tries.ts'
import { forgetTries } from './tries-queries.ts'

type Attempt<Account> = {
  find(): Promise<Account | undefined>
  /** What a failure counts for. How many tries are left is told of the first, which a success forgets. */
  pursesOf(account: NoInfer<Account> | undefined): [Purse, ...Purse[]]
  password: string
  /** What a wrong password is answered. */
  wrong?: 'login_wrong' | 'password_wrong' | 'password_incorrect'
  now: Date
}

/**
 * Lets in who knows the password of an account, and does what it opens in a transaction. An unknown name and a wrong password
 * are one answer, after the same time; what was tried too often is closed for the rest of its window, and the next window that
 * follows is longer.
 *
 * @param db no transaction: a failure stays counted although the call is refused
 * @throws ApiError login_wrong, or as `wrong` says (data: triesLeft), login_too_often
 * Source: specification §7 "Auth", permission matrix, decision record 027
 */
export async function guardLogIn<Account extends { passwordHash: string }, Session>(
  db: Database,
  { find, pursesOf, password, wrong = 'login_wrong', now }: Attempt<Account>,
  begin: (tx: Database, account: Account) => Promise<Session>,
): Promise<Session> {
  const found = await find()
  const purses = pursesOf(found)
  if (await areUsedUp(db, purses, now)) throw new ApiError('login_too_often')
  const isRight = await isPassword(found?.passwordHash, password)
  if (!found || !isRight) {
    const left = await countFailureIn(db, purses, now)
    // Guesses that come at once all pass the look above; the count tells which of them were too many.
    if (left.some(({ tries }) => tries < 0)) throw new ApiError('login_too_often')
    throw new ApiError(wrong, { data: triesLeftOf(left[0]) })
  }
  return db.transaction(async (tx) => {
    if (await areUsedUp(tx, purses, now)) throw new ApiError('login_too_often')
    await forgetTries(tx, [purses[0].key])
    return begin(tx, found)
  })
}

import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { OneTimePassword } from '@paidang/api/areas/desks/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import { ONE_TIME_HOURS, plainUsername } from '@paidang/domain/areas/people/auth/credentials'
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { credentials } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { endSessionsOf } from './sessions.ts'
import {
  type AttemptLimit,
  accountOfUser,
  areUsedUp,
  countFailureIn,
  forgetTries,
  forgetTriesOfNames,
  limitOfOwn,
  triesLeftOf,
} from './tries.ts'

/** Hashes with Argon2id and the library's defaults (19 MiB, two passes). The hash contains its salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** Verified when the user name is unknown, so that an unknown name takes as long as a wrong password. */
const NOBODYS_HASH = hash('nobody knows this password')

/** Whether the password matches the hash. A missing hash never matches, and takes the same time. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isMatch = await verify(passwordHash ?? (await NOBODYS_HASH), password)
  return passwordHash !== undefined && isMatch
}

/** A user who has a password. `oneTimeUntil` is set for a one-time password that support gave out. */
type Credentials = Omit<typeof credentials.$inferSelect, 'oneTimeUsedAt'>

async function findCredentialsWhere(db: Database, condition: SQL): Promise<Credentials | undefined> {
  const { userId, username, passwordHash, oneTimeUntil } = credentials
  const [row] = await db
    .select({ userId, username, passwordHash, oneTimeUntil })
    .from(credentials)
    .innerJoin(users, eq(users.id, userId))
    .where(condition)
  return row
}

/** Finds credentials by the user name in any spelling, or by the phone number of the user. */
export async function findCredentials(db: Database, name: string): Promise<Credentials | undefined> {
  const username = plainUsername(name)
  // No user name looks like a number.
  const isNumber = /^\+?[0-9]+$/.test(username)
  return findCredentialsWhere(db, isNumber ? eq(users.phone, username) : eq(credentials.username, username))
}

/** Reads a user's credentials. Undefined for a user without a password. */
export async function findCredentialsOf(db: Database, userId: string): Promise<Credentials | undefined> {
  return findCredentialsWhere(db, eq(credentials.userId, userId))
}

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
    await forgetTries(tx, [limits[0]])
    return begin(tx, found)
  })
}

/**
 * Runs `work` in a transaction after the user confirms it with a password. A user without a password needs none. Wrong
 * passwords count together with those of a password change.
 *
 * @param db no transaction: a wrong password stays counted
 * @throws ApiError password_incorrect (data: triesLeft), login_too_often; what `work` throws
 */
export async function withPassword<T>(
  db: Database,
  { userId, password = '', now }: { userId: string; password?: string | undefined; now: Date },
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  const find = () => findCredentialsOf(db, userId)
  if (!(await find())) return db.transaction(work)
  const limitsOf = () => limitOfOwn(accountOfUser(userId))
  return guardLogIn(db, { find, limitsOf, password, wrong: 'password_incorrect', now }, work)
}

/** Ends the pause after wrong passwords for a user who has a new password, under every name of that user. */
export async function forgiveUserFailures(
  tx: Database,
  { userId, username }: { userId: string; username: string },
): Promise<void> {
  const [user] = await tx.select({ phone: users.phone }).from(users).where(eq(users.id, userId))
  const phone = user?.phone ?? null
  await forgetTriesOfNames(tx, phone === null ? [username] : [username, phone])
  await forgetTries(tx, limitOfOwn(accountOfUser(userId)))
}

/** Letters and digits that are not confused when read aloud. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const DIGITS = '23456789'

const some = (signs: string, count: number) =>
  Array.from({ length: count }, () => signs[randomInt(signs.length)]).join('')

/**
 * Gives a user who forgot the password a one-time password that is valid for a day. The old password and all log-ins
 * end, and the wrong tries are forgotten.
 *
 * @throws ApiError account_without_password
 */
export async function giveOneTimePassword(
  tx: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<OneTimePassword> {
  const password = `${some(LETTERS, 6)}${some(DIGITS, 4)}`
  const oneTimeUntil = new Date(now.getTime() + ONE_TIME_HOURS * 3_600_000)
  const [given] = await tx
    .update(credentials)
    .set({ passwordHash: await hashPassword(password), oneTimeUntil, oneTimeUsedAt: null })
    .where(eq(credentials.userId, userId))
    .returning({ username: credentials.username })
  if (!given) throw new ApiError('account_without_password')
  await forgiveUserFailures(tx, { userId, ...given })
  await endSessionsOf(tx, { userId, because: 'password reset by support', now })
  return { ...given, password, validUntil: oneTimeUntil.toISOString() }
}

/**
 * Lets a one-time password from support open one log-in. Any other password may be used again and again.
 *
 * @returns whether it was a one-time password
 * @throws ApiError one_time_password_used, also when it has expired
 */
export async function useUpPassword(
  tx: Database,
  { userId, oneTimeUntil }: { userId: string; oneTimeUntil: Date | null },
  now: Date,
): Promise<boolean> {
  if (oneTimeUntil === null) return false
  const isGood = and(
    eq(credentials.userId, userId),
    isNull(credentials.oneTimeUsedAt),
    gt(credentials.oneTimeUntil, now),
  )
  const { rowCount } = await tx.update(credentials).set({ oneTimeUsedAt: now }).where(isGood)
  if (!rowCount) throw new ApiError('one_time_password_used')
  return true
}

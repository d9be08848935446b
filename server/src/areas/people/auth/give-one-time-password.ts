import { randomInt } from 'node:crypto'
import type { OneTimePassword } from '@paidang/api/areas/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import { ONE_TIME_HOURS } from '@paidang/domain/areas/auth/credentials'
import type { Database } from '../../../db/database.ts'
import { setOneTimePassword } from './account-queries.ts'
import { endSessionsOf } from './end-sessions.ts'
import { forgiveUserFailures } from './forgive-user-failures.ts'
import { hashPassword } from './password.ts'

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
  const validUntil = new Date(now.getTime() + ONE_TIME_HOURS * 3_600_000)
  const passwordHash = await hashPassword(password)
  const username = await setOneTimePassword(tx, { userId, passwordHash, validUntil })
  if (username === undefined) throw new ApiError('account_without_password')
  await forgiveUserFailures(tx, { userId, username })
  await endSessionsOf(tx, { userId, because: 'password reset by support', now })
  return { username, password, validUntil: validUntil.toISOString() }
}

import type { Database } from '../../../db/database.ts'
import { guardLogIn } from './guard-log-in.ts'
import { findCredentialsOf } from './queries.ts'
import { accountOfUser, limitOfOwn } from './tries.ts'

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
  if (!(await findCredentialsOf(db, userId))) return db.transaction(work)
  const attempt = {
    find: () => findCredentialsOf(db, userId),
    limitsOf: () => limitOfOwn(accountOfUser(userId)),
    password,
    wrong: 'password_incorrect' as const,
    now,
  }
  return guardLogIn(db, attempt, work)
}

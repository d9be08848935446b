import type { Database } from '../../db/database.ts'
import { guardLogIn } from './guard-log-in.ts'
import { findCredentialsOf } from './queries.ts'
import { accountOfUser, purseOfOwn } from './tries.ts'

/**
 * Does in a transaction what a user must confirm with a password; who has none needs none. Wrong ones are counted with
 * those of a change of password.
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
    pursesOf: () => purseOfOwn(accountOfUser(userId)),
    password,
    wrong: 'password_incorrect' as const,
    now,
  }
  return guardLogIn(db, attempt, work)
}

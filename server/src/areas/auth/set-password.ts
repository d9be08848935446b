import type { Account } from '@paidang/api/areas/accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { passwordFault, plainUsername, usernameFault } from '@paidang/domain/areas/auth/credentials'
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/faults.ts'
import type { AppUser } from '../../http/session.ts'
import { findPasswordUsedUp, insertCredentials, updatePassword } from './account-queries.ts'
import { endSessionsOf } from './end-sessions.ts'
import { guardLogIn } from './guard-log-in.ts'
import { hashPassword } from './password.ts'
import { findCredentialsOf } from './queries.ts'
import { readAccount } from './read-account.ts'
import { accountOfUser, purseOfOwn } from './tries.ts'

type NewPassword = { username?: string; oldPassword?: string; newPassword: string }

/**
 * The caller's new password, or his first one with a user name; he is logged out everywhere else. Who came in by a one-time
 * password just used it up, and is not asked for it again in that session.
 *
 * @param db no transaction: a wrong old password stays counted, apart from those of the log-in
 * @throws ApiError password_weak, password_wrong (data: triesLeft), login_too_often; for the first one username_missing,
 *   username_invalid, username_taken
 * Source: decision record 017
 */
export async function setPassword(
  db: Database,
  { by, now, ...wish }: NewPassword & { by: AppUser; now: Date },
): Promise<Account> {
  const weak = passwordFault(wish.newPassword)
  if (weak) throw new ApiError(weak)
  const endOthers = (tx: Database) =>
    endSessionsOf(tx, { userId: by.id, sparedId: by.sessionId, because: 'password changed', now })

  const change = async (tx: Database, from: string) => {
    const to = await hashPassword(wish.newPassword)
    if (!(await updatePassword(tx, { userId: by.id, from, to }))) throw new ApiError('password_wrong')
    await endOthers(tx)
  }
  const usedUp = wish.oldPassword === undefined ? await findPasswordUsedUp(db, by) : undefined
  if (usedUp !== undefined) {
    await db.transaction((tx) => change(tx, usedUp))
  } else if (await findCredentialsOf(db, by.id)) {
    await guardLogIn(
      db,
      {
        find: () => findCredentialsOf(db, by.id),
        pursesOf: () => purseOfOwn(accountOfUser(by.id)),
        password: wish.oldPassword ?? '',
        wrong: 'password_wrong',
        now,
      },
      (tx, { passwordHash }) => change(tx, passwordHash),
    )
  } else {
    const username = firstUsername(wish.username)
    const passwordHash = await hashPassword(wish.newPassword)
    await db
      .transaction(async (tx) => {
        await insertCredentials(tx, { userId: by.id, username, passwordHash })
        await endOthers(tx)
      })
      .catch((error: unknown) => {
        if (isUniqueViolation(error, 'credentials_username_unique')) throw new ApiError('username_taken')
        // Another call of his gave him his first one just now.
        throw isUniqueViolation(error, 'credentials_pkey') ? new ApiError('password_wrong') : error
      })
  }
  return readAccount(db, by)
}

function firstUsername(wanted = ''): string {
  const fault = usernameFault(wanted)
  if (fault) throw new ApiError(fault)
  return plainUsername(wanted)
}

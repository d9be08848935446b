import type { Account } from '@paidang/api/areas/accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { passwordFault, plainUsername, usernameFault } from '@paidang/domain/areas/auth/credentials'
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/faults.ts'
import type { AppUser } from '../../http/session.ts'
import type { WechatClient } from '../wechat/wechat-client.ts'
import { findPasswordUsedUp, insertCredentials, lockUserOfWechat, updatePassword } from './account-queries.ts'
import { endSessionsOf } from './end-sessions.ts'
import { exchangeCode } from './exchange-code.ts'
import { forgiveUserFailures } from './forgive-user-failures.ts'
import { guardLogIn } from './guard-log-in.ts'
import { hashPassword } from './password.ts'
import { withdrawRequestOf } from './password-request-queries.ts'
import { findCredentialsOf } from './queries.ts'
import { readAccount } from './read-account.ts'
import { accountOfUser, purseOfOwn } from './tries.ts'

type NewPassword = { username?: string; oldPassword?: string; wechatCode?: string; newPassword: string }
type Asking = { by: AppUser; wechat: WechatClient; address: string; now: Date }

/**
 * The caller's new password, or a first one with a user name; they are logged out everywhere else. Who came in by a one-time
 * password just used it up, and is not asked for it again in that session. Who forgot the old one brings a fresh code of the
 * WeChat that opens the account. A request to the operators for another password is needed no more.
 *
 * @param db no transaction: a wrong old password stays counted, apart from those of the log-in, and WeChat is asked
 * @throws ApiError password_weak, password_wrong (data: triesLeft), login_too_often; for the first one username_missing,
 *   username_invalid, username_taken; with a code wechat_login_failed, wechat_busy, wechat_of_others
 * Source: decision records 017 and 030
 */
export async function setPassword(
  db: Database,
  { by, wechat, address, now, ...wish }: NewPassword & Asking,
): Promise<Account> {
  const weak = passwordFault(wish.newPassword)
  if (weak) throw new ApiError(weak)
  const endOthers = async (tx: Database) => {
    await withdrawRequestOf(tx, by.id, now)
    await endSessionsOf(tx, { userId: by.id, sparedId: by.sessionId, because: 'password changed', now })
  }

  const change = async (tx: Database, from: string) => {
    const to = await hashPassword(wish.newPassword)
    if (!(await updatePassword(tx, { userId: by.id, from, to }))) throw new ApiError('password_wrong')
    await endOthers(tx)
  }
  const changeByWechat = async (tx: Database, openId: string) => {
    const own = await lockUserOfWechat(tx, openId)
    if (own?.id !== by.id) throw new ApiError('wechat_of_others')
    const account = await findCredentialsOf(tx, by.id)
    if (!account) throw new ApiError('password_wrong')
    await change(tx, account.passwordHash)
    await forgiveUserFailures(tx, account)
  }
  const usedUp = wish.oldPassword === undefined ? await findPasswordUsedUp(db, by) : undefined
  if (usedUp !== undefined) {
    await db.transaction((tx) => change(tx, usedUp))
  } else if (await findCredentialsOf(db, by.id)) {
    if (wish.wechatCode !== undefined) {
      const { openId } = await exchangeCode(db, { wechat, code: wish.wechatCode, address, now })
      await db.transaction((tx) => changeByWechat(tx, openId))
      return readAccount(db, by)
    }
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

import type { Account } from '@paidang/api/areas/accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { passwordFault, plainUsername, usernameFault } from '@paidang/domain/areas/auth/credentials'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import type { AppUser } from '../../../http/session.ts'
import type { WechatClient } from '../../ground/wechat/wechat-client.ts'
import {
  findPasswordUsedUp,
  insertCredentials,
  lockOwnAccount,
  lockUserOfWechat,
  updatePassword,
} from './account-queries.ts'
import { endSessionsOf } from './end-sessions.ts'
import { exchangeCode } from './exchange-code.ts'
import { forgiveUserFailures } from './forgive-user-failures.ts'
import { guardLogIn } from './guard-log-in.ts'
import { hashPassword } from './password.ts'
import { withdrawRequestOf } from './password-request-queries.ts'
import { findCredentialsOf } from './queries.ts'
import { readAccount } from './read-account.ts'
import { accountOfUser, limitOfOwn } from './tries.ts'

type NewPassword = { username?: string; oldPassword?: string; wechatCode?: string; newPassword: string }
type Asking = {
  actor: AppUser
  wechat: WechatClient
  address: string
  now: Date
  /** Ends what the caller opened from a log-in of theirs, such as the console. It belongs to an area above this one. */
  endOpened: (tx: Database, userId: string, now: Date) => Promise<void>
}

/**
 * Sets a new password of the caller, or a first one with a user name. All other log-ins of the caller end, and what they opened from
 * any. A caller who logged in by a one-time password need not repeat it in that session. A caller who forgot the old password sends a
 * fresh code of the WeChat account that opens the account. A waiting password request to the operators is withdrawn.
 *
 * @param db no transaction: a wrong old password stays counted, apart from the log-in, and WeChat is asked
 * @throws ApiError password_weak, password_wrong (data: triesLeft), login_too_often;
 * for the first one username_missing, username_invalid, username_taken;
 * with a code wechat_login_failed, wechat_busy, wechat_of_others
 * Source: decision records 017 and 030
 */
export async function setPassword(
  db: Database,
  { actor, wechat, address, now, endOpened, ...wish }: NewPassword & Asking,
): Promise<Account> {
  const weak = passwordFault(wish.newPassword)
  if (weak) throw new ApiError(weak)
  const endOthers = async (tx: Database) => {
    await withdrawRequestOf(tx, actor.id, now)
    await endSessionsOf(tx, { userId: actor.id, sparedId: actor.sessionId, because: 'password changed', now })
    await endOpened(tx, actor.id, now)
  }

  const change = async (tx: Database, from: string) => {
    const to = await hashPassword(wish.newPassword)
    await lockOwnAccount(tx, actor.id)
    if (!(await updatePassword(tx, { userId: actor.id, from, to }))) throw new ApiError('password_wrong')
    await endOthers(tx)
  }
  const changeByWechat = async (tx: Database, openId: string) => {
    const own = await lockUserOfWechat(tx, openId)
    if (own?.id !== actor.id) throw new ApiError('wechat_of_others')
    const account = await findCredentialsOf(tx, actor.id)
    if (!account) throw new ApiError('password_wrong')
    await change(tx, account.passwordHash)
    await forgiveUserFailures(tx, account)
  }
  const usedUp = wish.oldPassword === undefined ? await findPasswordUsedUp(db, actor) : undefined
  if (usedUp !== undefined) {
    await db.transaction((tx) => change(tx, usedUp))
  } else if (await findCredentialsOf(db, actor.id)) {
    if (wish.wechatCode !== undefined) {
      const { openId } = await exchangeCode(db, { wechat, code: wish.wechatCode, address, now })
      await db.transaction((tx) => changeByWechat(tx, openId))
      return readAccount(db, actor)
    }
    await guardLogIn(
      db,
      {
        find: () => findCredentialsOf(db, actor.id),
        limitsOf: () => limitOfOwn(accountOfUser(actor.id)),
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
        await insertCredentials(tx, { userId: actor.id, username, passwordHash })
        await endOthers(tx)
      })
      .catch((error: unknown) => {
        if (isUniqueViolation(error, 'credentials_username_unique')) throw new ApiError('username_taken')
        // A concurrent call of the same user has just set the first password.
        throw isUniqueViolation(error, 'credentials_pkey') ? new ApiError('password_wrong') : error
      })
  }
  return readAccount(db, actor)
}

function firstUsername(input = ''): string {
  const fault = usernameFault(input)
  if (fault) throw new ApiError(fault)
  return plainUsername(input)
}

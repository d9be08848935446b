import * as api from '@paidang/api/areas/desks/accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { passwordFault, plainUsername, usernameFault } from '@paidang/domain/areas/people/auth/credentials'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { networkOf } from '../../../http/network-of.ts'
import type { Handled } from '../../../http/serve.ts'
import type { AppUser } from '../../../http/session.ts'
import { analyticsSessions } from '../../../tables/analytics.ts'
import { credentials, loginSessions } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { saveSessionKey } from '../../ground/wechat/session-keys.ts'
import { maskedPhone } from '../profile/mask-phone.ts'
import { dissolveUser, linkWithRetry, lockUsers, setWechat } from './merge-users.ts'
import { findCredentialsOf, forgiveUserFailures, guardLogIn, hashPassword } from './password.ts'
import { withdrawRequestOf } from './password-requests.ts'
import { endSessionsOf } from './sessions.ts'
import { accountOfUser, limitOfOwn } from './tries.ts'
import { exchangeCode, lockUserOfWechat } from './wechat-account.ts'

/** Reads the hash of the one-time password that opened this session. Undefined for a session opened in another way. */
async function findPasswordUsedUp(db: Database, { id, sessionId }: AppUser): Promise<string | undefined> {
  const [row] = await db
    .select({ passwordHash: credentials.passwordHash })
    .from(credentials)
    // A one-time password is used up at the instant at which its session begins.
    .innerJoin(
      loginSessions,
      and(eq(loginSessions.userId, credentials.userId), eq(loginSessions.createdAt, credentials.oneTimeUsedAt)),
    )
    .where(and(eq(credentials.userId, id), eq(loginSessions.id, sessionId)))
  return row?.passwordHash
}

/** Reads how the caller logs in, with the phone number masked. @throws ApiError user_not_found */
async function readAccount(db: Database, actor: AppUser): Promise<api.Account> {
  const [found] = await db
    .select({
      username: credentials.username,
      phone: users.phone,
      phoneVerified: users.phoneVerified,
      openId: users.openId,
    })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.id, actor.id))
  if (!found) throw new ApiError('user_not_found')
  const { username, phone, phoneVerified, openId } = found
  const passwordUsedUp = (await findPasswordUsedUp(db, actor)) !== undefined
  return { username, phone: phone && maskedPhone(phone), phoneVerified, hasWechat: openId !== null, passwordUsedUp }
}

function firstUsername(input = ''): string {
  const fault = usernameFault(input)
  if (fault) throw new ApiError(fault)
  return plainUsername(input)
}

/**
 * Sets a user's password. Every other log-in ends, that of the console too, and a waiting request to the operators is
 * withdrawn.
 *
 * @param from the hash that was verified, which must still be the present one
 * @param sparedId the log-in that goes on
 * @throws ApiError password_wrong
 */
export async function changePassword(
  tx: Database,
  {
    userId,
    newPassword,
    from,
    sparedId,
    now,
  }: { userId: string; newPassword: string; from?: string; sparedId?: string; now: Date },
): Promise<void> {
  const own = { passwordHash: await hashPassword(newPassword), oneTimeUntil: null, oneTimeUsedAt: null }
  // The user before anything else that belongs to the user, in the order of closing an account.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const isUnchanged = and(
    eq(credentials.userId, userId),
    from === undefined ? undefined : eq(credentials.passwordHash, from),
  )
  const { rowCount } = await tx.update(credentials).set(own).where(isUnchanged)
  if (!rowCount) throw new ApiError('password_wrong')
  await endOthers(tx, { userId, sparedId, now })
}

/** Ends every log-in but one after a new password. */
async function endOthers(
  tx: Database,
  { userId, sparedId, now }: { userId: string; sparedId?: string | undefined; now: Date },
): Promise<void> {
  await withdrawRequestOf(tx, userId, now)
  await endSessionsOf(tx, { userId, ...(sparedId && { sparedId }), because: 'password changed', now })
  // The console, which a link opens from any log-in.
  const opened = and(eq(analyticsSessions.userId, userId), isNull(analyticsSessions.revokedAt))
  await tx.update(analyticsSessions).set({ revokedAt: now }).where(opened)
}

/**
 * A caller who logged in by a one-time password need not repeat it in that session. A waiting password request to the
 * operators is withdrawn. No transaction around it: a wrong old password stays counted, apart from the log-in, and
 * WeChat is asked.
 */
async function setPassword({
  body: { username: firstName, oldPassword, wechatCode, newPassword },
  user: actor,
  db,
  now,
  app,
  request,
}: Handled<typeof api.setPassword>): Promise<api.Account> {
  const weak = passwordFault(newPassword)
  if (weak) throw new ApiError(weak)
  const caller = { userId: actor.id, sparedId: actor.sessionId, now }
  const change = (tx: Database, from: string) => changePassword(tx, { ...caller, newPassword, from })

  const usedUp = oldPassword === undefined ? await findPasswordUsedUp(db, actor) : undefined
  if (usedUp !== undefined) {
    await db.transaction((tx) => change(tx, usedUp))
  } else if (!(await findCredentialsOf(db, actor.id))) {
    const username = firstUsername(firstName)
    const passwordHash = await hashPassword(newPassword)
    await db
      .transaction(async (tx) => {
        await tx.insert(credentials).values({ userId: actor.id, username, passwordHash })
        await endOthers(tx, caller)
      })
      .catch((error: unknown) => {
        if (isUniqueViolation(error, 'credentials_username_unique')) throw new ApiError('username_taken')
        // A concurrent call of the same user has just set the first password.
        throw isUniqueViolation(error, 'credentials_pkey') ? new ApiError('password_wrong') : error
      })
  } else if (wechatCode !== undefined) {
    const address = networkOf(request.ip)
    const { openId } = await exchangeCode(db, { wechat: app.wechat, code: wechatCode, address, now })
    await db.transaction(async (tx) => {
      const own = await lockUserOfWechat(tx, openId)
      if (own?.id !== actor.id) throw new ApiError('wechat_of_others')
      const account = await findCredentialsOf(tx, actor.id)
      if (!account) throw new ApiError('password_wrong')
      await change(tx, account.passwordHash)
      await forgiveUserFailures(tx, account)
    })
  } else {
    const attempt = {
      find: () => findCredentialsOf(db, actor.id),
      limitsOf: () => limitOfOwn(accountOfUser(actor.id)),
      password: oldPassword ?? '',
      wrong: 'password_wrong' as const,
      now,
    }
    await guardLogIn(db, attempt, (tx, { passwordHash }) => change(tx, passwordHash))
  }
  return readAccount(db, actor)
}

export default plugin([
  handle(api.readAccount, ({ user, db }) => readAccount(db, user)),

  handle(api.setPassword, setPassword),

  // A user who came through that WeChat account before and did nothing is merged into the caller.
  handle(api.bindWechat, async ({ body: { code }, user, db, now, app, request }) => {
    const address = networkOf(request.ip)
    const { openId, unionId, sessionKey } = await exchangeCode(db, { wechat: app.wechat, code, address, now })
    const link = async (tx: Database) => {
      const locked = await lockUsers(tx, eq(users.id, user.id), eq(users.openId, openId))
      const caller = locked.find(({ id }) => id === user.id)
      const holder = locked.find((other) => other.openId === openId)
      if (!caller || caller.closedAt) throw new ApiError('session_expired')
      if (holder && holder.id !== user.id) {
        if (holder.phone !== null) throw new ApiError('wechat_bound')
        const refusal = () => new ApiError('wechat_bound')
        await dissolveUser(tx, { from: holder, into: user.id, takesWechat: true, refusal, now })
      }
      await setWechat(tx, user.id, { openId, unionId })
      await saveSessionKey(tx, { userId: user.id, sessionKey, now })
    }
    await linkWithRetry(() => db.transaction(link))
    return readAccount(db, user)
  }),
])

import { randomInt } from 'node:crypto'
import * as accounts from '@paidang/api/areas/desks/accounts'
import * as auth from '@paidang/api/areas/people/auth'
import { ApiError } from '@paidang/api/catalogue/errors'
import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import { passwordFault, plainUsername, usernameFault } from '@paidang/domain/areas/people/auth/credentials'
import { REGISTRATIONS_PER_HOUR } from '@paidang/domain/areas/people/auth/session'
import { nicknameFault } from '@paidang/domain/areas/people/profile/nickname'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { and, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { networkOf } from '../../../http/network-of.ts'
import type { Handled } from '../../../http/serve.ts'
import {
  agreementConsents,
  credentials,
  loginSessions,
  refreshTokens,
  registrationCounts,
} from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { checkContent, type Verdicts } from '../../ground/content/check-content.ts'
import { holdBack, oneValue, sortOut } from '../../ground/content/hold-content.ts'
import { saveSessionKey } from '../../ground/wechat/session-keys.ts'
import type { WechatSession } from '../../ground/wechat/wechat-client.ts'
import { deviceOf } from './devices.ts'
import { findCredentials, guardLogIn, hashPassword, useUpPassword } from './password.ts'
import { beginSession, endSession, hashOfToken, issueTokens, listLogIns, setLastSeen } from './sessions.ts'
import { accountOfUser, limitsOfLogIn } from './tries.ts'
import { exchangeCode, lockUserOfWechat } from './wechat-account.ts'

/** Counts one more registration from an address, in windows of an hour. Returns the new count. */
async function addRegistration(db: Database, address: string, now: Date): Promise<number> {
  const windowEndsAt = new Date(now.getTime() + 3_600_000)
  const runs = sql`${registrationCounts.windowEndsAt} > ${now}`
  const [row] = await db
    .insert(registrationCounts)
    .values({ address, registrations: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: registrationCounts.address,
      set: {
        registrations: sql`case when ${runs} then ${registrationCounts.registrations} + 1 else 1 end`,
        windowEndsAt: sql`case when ${runs} then ${registrationCounts.windowEndsAt} else ${windowEndsAt} end`,
      },
    })
    .returning({ registrations: registrationCounts.registrations })
  return row?.registrations ?? 1
}

/** The nickname of a new player while the chosen one waits for approval. */
const PLAIN_NICKNAME = '球友'

/**
 * The new account is a player's without profile. Its phone number is only claimed, and must be free. No transaction
 * around it: an attempt stays counted although the call is refused.
 */
async function registerAccount({
  body: form,
  prepared: verdicts,
  db,
  now,
  app,
  request,
  reply,
}: Handled<typeof accounts.registerAccount> & { prepared: Verdicts }) {
  const nickname = form.nickname.trim()
  const phone = plainPhone(form.phone ?? '') || null
  const fault = usernameFault(form.username) ?? passwordFault(form.password) ?? nicknameFault(form.nickname)
  if (fault) throw new ApiError(fault)
  if (phone !== null && !isMobile(phone)) throw new ApiError('phone_invalid')
  const sorted = sortOut({
    kind: 'user',
    submitted: { nickname: oneValue(nickname) },
    present: { nickname: [PLAIN_NICKNAME] },
    verdicts,
  })
  // Counted even when the call is refused, because "the name is taken" reveals something too.
  const registrations = await addRegistration(db, networkOf(request.ip), now)
  if (registrations > REGISTRATIONS_PER_HOUR) throw new ApiError('registrations_too_many')
  const [username, passwordHash] = [plainUsername(form.username), await hashPassword(form.password)]
  try {
    const begun = await db.transaction(async (tx) => {
      const user = { nickname: sorted.applied.nickname?.[0] ?? PLAIN_NICKNAME, phone }
      const [made] = await tx.insert(users).values(user).returning({ userId: users.id })
      if (!made) throw new Error('insert returned no row')
      const { userId } = made
      await holdBack(tx, sorted, { objectId: userId, actorId: userId, now })
      await tx.insert(credentials).values({ userId, username, passwordHash })
      const { agreementVersion } = form
      return beginSession(tx, app.sessions, { userId, device: deviceOf(request), agreementVersion, now })
    })
    app.deviceCookies.remember(request, reply, accountOfUser(begun.userInfo.userId))
    return begun
  } catch (error) {
    if (isUniqueViolation(error, 'credentials_username_unique')) throw new ApiError('username_taken')
    if (isUniqueViolation(error, 'users_phone')) throw new ApiError('phone_taken')
    throw error
  }
}

async function logInByPassword({
  body: { username, password, agreementVersion },
  db,
  now,
  app,
  request,
  reply,
}: Handled<typeof auth.h5Login>) {
  const source = app.deviceCookies.sourceOf(request)
  const name = plainUsername(username)
  const attempt = {
    find: () => findCredentials(db, username),
    limitsOf: (account: { userId: string } | undefined) =>
      limitsOfLogIn(name, source, account && accountOfUser(account.userId)),
    password,
    now,
  }
  const begun = await guardLogIn(db, attempt, async (tx, account) => {
    const passwordUsedUp = await useUpPassword(tx, account, now)
    const device = deviceOf(request)
    const logIn = await beginSession(tx, app.sessions, { userId: account.userId, device, agreementVersion, now })
    return passwordUsedUp ? { ...logIn, passwordUsedUp } : logIn
  })
  app.deviceCookies.remember(request, reply, accountOfUser(begun.userInfo.userId))
  return begun
}

/**
 * Finds or creates the user of an openid, locked until the transaction ends. The account is a player's without phone or
 * profile. Of two concurrent first log-ins one creates it.
 */
async function userOfWechat(tx: Database, { openId, unionId }: Omit<WechatSession, 'sessionKey'>): Promise<string> {
  const known = await lockUserOfWechat(tx, openId)
  if (known) {
    if (unionId !== null && unionId !== known.unionId) {
      await tx.update(users).set({ unionId }).where(eq(users.id, known.id))
    }
    return known.id
  }
  const nickname = `微信用户${String(randomInt(10_000)).padStart(4, '0')}`
  const [made] = await tx
    .insert(users)
    .values({ openId, unionId, nickname })
    .onConflictDoNothing({ target: users.openId })
    .returning({ id: users.id })
  return made?.id ?? userOfWechat(tx, { openId, unionId })
}

/**
 * Locks a refresh token's session, then reads the token. Undefined when the hash is unknown. `isOvertaken`: the token
 * was used, and another token of its family was used after it.
 */
async function lockRefreshToken(tx: Database, tokenHash: string) {
  const ofToken = eq(refreshTokens.tokenHash, tokenHash)
  const [session] = await tx
    .select({ sessionId: loginSessions.id, userId: loginSessions.userId, revokedAt: loginSessions.revokedAt })
    .from(loginSessions)
    .where(inArray(loginSessions.id, tx.select({ id: refreshTokens.sessionId }).from(refreshTokens).where(ofToken)))
    .for('update')
  if (!session) return undefined
  // A separate statement, so that it sees what the previous holder of the lock wrote.
  const [token] = await tx
    .select({
      expiresAt: refreshTokens.expiresAt,
      usedAt: refreshTokens.usedAt,
      isOvertaken: sql<boolean>`coalesce(${refreshTokens.usedAt} <
        (select max(o.used_at) from ${refreshTokens} o where o.session_id = ${session.sessionId}), false)`,
    })
    .from(refreshTokens)
    .where(ofToken)
  return token && { ...session, ...token }
}

/** How long a used refresh token may be repeated, because its answer may have been lost. */
const REPEAT_SECONDS = 60

/**
 * Each token works once. A used token that returns means that two parties hold it. Then its whole family is revoked,
 * and both have to log in again. The exception: within a minute, and while no token from the exchange was used, the
 * answer may have been lost. Then a new pair replaces the lost one.
 */
async function refreshTokenPair({ body: { refreshToken }, db, now, app }: Handled<typeof auth.refreshToken>) {
  if (refreshToken === '') throw new ApiError('refresh_token_missing')
  // The revocation must stay although the call is refused, so the refusal is thrown after the commit.
  const tokens = await db.transaction(async (tx) => {
    const token = await lockRefreshToken(tx, hashOfToken(refreshToken))
    if (!token || token.revokedAt || token.expiresAt <= now) return undefined
    const { sessionId, userId } = token
    const usedAt = token.usedAt ?? now
    if (token.isOvertaken || now.getTime() - usedAt.getTime() > REPEAT_SECONDS * 1000) {
      await endSession(tx, { sessionId, because: 'refresh token used twice', now })
      return undefined
    }
    const [agreed] = await tx
      .select({ version: max(agreementConsents.version) })
      .from(agreementConsents)
      .where(eq(agreementConsents.userId, userId))
    if (agreed?.version && agreed.version < AGREEMENT_VERSION) {
      await endSession(tx, { sessionId, because: 'agreements changed', now })
      return 'agreement_changed'
    }
    // A lost token is replaced for good. It is marked as used before this one, so it counts as overtaken if it arrives.
    await tx
      .update(refreshTokens)
      .set({ usedAt: token.usedAt ? new Date(usedAt.getTime() - 1) : usedAt })
      .where(and(eq(refreshTokens.sessionId, sessionId), isNull(refreshTokens.usedAt)))
    await tx.update(loginSessions).set({ lastSeenAt: now }).where(eq(loginSessions.id, sessionId))
    await setLastSeen(tx, userId, now)
    return issueTokens(tx, app.sessions, { userId, sessionId, now })
  })
  if (!tokens) throw new ApiError('session_expired')
  if (tokens === 'agreement_changed') throw new ApiError(tokens)
  return tokens
}

export default plugin([
  handle(accounts.registerAccount, {
    prepare: ({ body: { nickname }, app, request }) => {
      const values = { nickname: oneValue(nickname) }
      return checkContent(app, { kind: 'user', objectId: undefined, values, actorId: undefined, request })
    },
    handle: registerAccount,
  }),

  handle(auth.h5Login, logInByPassword),

  handle(auth.wxLogin, async ({ body: { code, agreementVersion }, db, now, app, request }) => {
    const { wechat, sessions } = app
    const session = await exchangeCode(db, { wechat, code, address: networkOf(request.ip), now })
    return db.transaction(async (tx) => {
      const userId = await userOfWechat(tx, session)
      await saveSessionKey(tx, { userId, sessionKey: session.sessionKey, now })
      const device = { ...deviceOf(request), platform: 'weapp' as const }
      return beginSession(tx, sessions, { userId, device, agreementVersion, now })
    })
  }),

  handle(auth.refreshToken, refreshTokenPair),

  handle(auth.logOut, async ({ user, db, now }) => {
    await endSession(db, { sessionId: user.sessionId, because: 'logged out', now })
    return null
  }),

  handle(accounts.listDevices, async ({ user, db, now }) => {
    const logIns = await listLogIns(db, { userId: user.id, ownId: user.sessionId, now })
    return logIns.map((logIn) => ({ ...logIn, isThis: logIn.id === user.sessionId }))
  }),

  handle(accounts.logOutDevice, async ({ params: { id }, user, db, now }) => {
    const isOwn = and(eq(loginSessions.id, id), eq(loginSessions.userId, user.id))
    if ((await db.$count(loginSessions, isOwn)) === 0) throw new ApiError('device_not_found')
    await endSession(db, { sessionId: id, because: 'logged out elsewhere', now })
    return null
  }),

  handle(auth.readOperator, async ({ app }) => app.operator),

  handle(auth.features, async ({ app }) => app.features),

  handle(auth.demoAccounts, async ({ app }) => [...app.demoAccounts]),
])

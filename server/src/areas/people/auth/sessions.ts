import { createHash, randomBytes } from 'node:crypto'
import type { UserDetail } from '@paidang/api/areas/desks/admin-users'
import type { LogIn } from '@paidang/api/areas/people/auth'
import { ApiError } from '@paidang/api/catalogue/errors'
import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import type { Day } from '@paidang/domain/kernel/day'
import { and, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { ACCESS_TOKEN_SECONDS, SESSION_TOPIC, type Sessions } from '../../../http/session.ts'
import { agreementConsents, loginSessions, refreshTokens, userSuspensions } from '../../../tables/auth.ts'
import { companies } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import type { Device } from './devices.ts'

/** Reads the user of a session. Undefined when the id is unknown. */
export async function lookUpSession(
  db: Database,
  sessionId: string,
): Promise<{ userId: string; userType: number; isRevoked: boolean } | undefined> {
  const [row] = await db
    .select({ userId: loginSessions.userId, userType: users.userType, revokedAt: loginSessions.revokedAt })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(eq(loginSessions.id, sessionId))
  return row && { userId: row.userId, userType: row.userType, isRevoked: row.revokedAt !== null }
}

/** The active suspension of a user; undefined for a user who may log in. */
export async function readSuspension(
  db: Database,
  userId: string,
  now: Date,
): Promise<{ id: string; until: Date | null } | undefined> {
  const { id, until, endedAt } = userSuspensions
  const [row] = await db
    .select({ id, until })
    .from(userSuspensions)
    .where(and(eq(userSuspensions.userId, userId), isNull(endedAt), or(isNull(until), gt(until, now))))
  return row
}

/** Records when a user was last seen. */
export async function setLastSeen(tx: Database, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ lastSeenAt: now }).where(eq(users.id, userId))
}

/** The lifetime of an unused refresh token. */
const REFRESH_TOKEN_DAYS = 30

/** The hash under which a refresh token is stored. The token itself is not stored. */
export function hashOfToken(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('base64')
}

/** Reads the data of the user that a log-in returns. */
async function readUserInfo(db: Database, userId: string): Promise<LogIn['userInfo']> {
  const [row] = await db
    .select({
      userId: users.id,
      userType: users.userType,
      nickname: users.nickname,
      avatar: users.avatar,
      sport: users.sport,
      isCompanyAdmin: sql<boolean>`exists (select 1 from ${companies} c where c.admin_id = ${userId} and not c.is_person and c.closed_at is null)`,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!row) throw new Error('a session without its user')
  const { sport, ...info } = row
  return { ...info, ...(sport && { sport }) }
}

/**
 * Issues the next pair of tokens of a session, with the data of its user. Every log-in uses it.
 *
 * @throws ApiError account_suspended (data: until, null for good) for a user whom an operator suspended
 */
export async function issueTokens(
  tx: Database,
  sessions: Sessions,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
): Promise<LogIn> {
  const suspension = await readSuspension(tx, userId, now)
  if (suspension) {
    throw new ApiError('account_suspended', { data: { until: suspension.until?.toISOString() ?? null } })
  }
  const refreshToken = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + REFRESH_TOKEN_DAYS * 86_400_000)
  await tx.insert(refreshTokens).values({ tokenHash: hashOfToken(refreshToken), sessionId, expiresAt })
  return {
    tokens: { token: sessions.sign({ userId, sessionId }), refreshToken, expiresIn: ACCESS_TOKEN_SECONDS },
    userInfo: await readUserInfo(tx, userId),
  }
}

/**
 * Logs a user in on a device, with a new session and its first pair of tokens. `agreementVersion` is the version of the
 * agreements that the user accepts, if this log-in asked for it.
 */
export async function beginSession(
  tx: Database,
  sessions: Sessions,
  {
    userId,
    device,
    agreementVersion,
    now,
  }: { userId: string; device: Device; agreementVersion?: Day | undefined; now: Date },
): Promise<LogIn> {
  const [session] = await tx
    .insert(loginSessions)
    .values({ userId, ...device, createdAt: now, lastSeenAt: now })
    .returning({ id: loginSessions.id })
  if (!session) throw new Error('insert returned no row')
  await setLastSeen(tx, userId, now)
  // A future version cannot have been read, so it is not recorded. If a version is repeated, the first time counts.
  if (agreementVersion !== undefined && agreementVersion <= AGREEMENT_VERSION) {
    const consent = { userId, version: agreementVersion, createdAt: now }
    await tx.insert(agreementConsents).values(consent).onConflictDoNothing()
  }
  return issueTokens(tx, sessions, { userId, sessionId: session.id, now })
}

/** Ends one log-in with all its tokens. Every process drops it, and its live connection closes. */
export async function endSession(
  tx: Database,
  { sessionId, because, now }: { sessionId: string; because: string; now: Date },
): Promise<void> {
  await tx
    .update(loginSessions)
    .set({ revokedAt: now, revokedBecause: because })
    .where(and(eq(loginSessions.id, sessionId), isNull(loginSessions.revokedAt)))
  await tx.delete(refreshTokens).where(and(eq(refreshTokens.sessionId, sessionId), isNull(refreshTokens.usedAt)))
  await publishChanges(tx, [`${SESSION_TOPIC}${sessionId}`])
}

/** Ends every log-in of a user, except `sparedId`. */
export async function endSessionsOf(
  tx: Database,
  { userId, sparedId = '0', because, now }: { userId: string; sparedId?: string; because: string; now: Date },
): Promise<void> {
  const sessions = await tx
    .select({ sessionId: loginSessions.id })
    .from(loginSessions)
    .where(and(eq(loginSessions.userId, userId), isNull(loginSessions.revokedAt), ne(loginSessions.id, sparedId)))
  for (const { sessionId } of sessions) await endSession(tx, { sessionId, because, now })
}

/**
 * Lists the devices on which a user is logged in: the session `ownId` and those that can still be refreshed. `ownId` is
 * first, then the one seen last.
 */
export async function listLogIns(
  db: Database,
  { userId, ownId = '0', now }: { userId: string; ownId?: string; now: Date },
): Promise<UserDetail['logIns']> {
  const { id, platform, device, createdAt, lastSeenAt, revokedAt } = loginSessions
  const lives = sql`exists (select 1 from ${refreshTokens} t
    where t.session_id = ${loginSessions.id} and t.used_at is null and t.expires_at > ${now})`
  const sessions = await db
    .select({ id, platform, device, loggedInAt: createdAt, lastSeenAt })
    .from(loginSessions)
    .where(and(eq(loginSessions.userId, userId), isNull(revokedAt), or(eq(id, ownId), lives)))
    .orderBy(desc(sql`${id} = ${ownId}`), desc(lastSeenAt), desc(id))
  return sessions.map(({ loggedInAt, lastSeenAt, ...session }) => ({
    ...session,
    loggedInAt: loggedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }))
}

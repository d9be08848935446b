import { LOGIN_WINDOW_MINUTES } from '@paidang/domain/areas/auth/session'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { companies } from '../companies/tables.ts'
import { users } from '../profile/tables.ts'
import { credentials, loginFailures, loginSessions, refreshTokens, staff, staffSessions } from './tables.ts'

/** What a session stands for; undefined when the id is unknown. */
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

/** What a staff session stands for; undefined when the id is unknown. */
export async function lookUpStaffSession(
  db: Database,
  sessionId: string,
): Promise<
  { staffId: string; kind: 'operator' | 'merchant'; merchantId: string | null; isRevoked: boolean } | undefined
> {
  const [row] = await db
    .select({
      staffId: staffSessions.staffId,
      kind: staff.kind,
      merchantId: staff.merchantId,
      revokedAt: staffSessions.revokedAt,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(eq(staffSessions.id, sessionId))
  return row && { staffId: row.staffId, kind: row.kind, merchantId: row.merchantId, isRevoked: row.revokedAt !== null }
}

/** The credentials behind a user name. */
export async function findCredentials(
  db: Database,
  username: string,
): Promise<{ userId: string; passwordHash: string } | undefined> {
  const [row] = await db
    .select({ userId: credentials.userId, passwordHash: credentials.passwordHash })
    .from(credentials)
    .where(eq(credentials.username, username))
  return row
}

/** The staff account behind a user name. */
export async function findStaff(db: Database, username: string): Promise<typeof staff.$inferSelect | undefined> {
  const [row] = await db.select().from(staff).where(eq(staff.username, username))
  return row
}

/** Failures of a user name in the window that runs at `now`. */
export async function countFailures(db: Database, username: string, now: Date): Promise<number> {
  const [row] = await db.select().from(loginFailures).where(eq(loginFailures.username, username))
  return row && row.windowEndsAt > now ? row.failures : 0
}

/** Counts one more failure, beginning a new window when the last has ended; answers the new count. */
export async function addFailure(db: Database, username: string, now: Date): Promise<number> {
  const windowEndsAt = new Date(now.getTime() + LOGIN_WINDOW_MINUTES * 60_000)
  const [row] = await db
    .insert(loginFailures)
    .values({ username, failures: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: loginFailures.username,
      set: {
        failures: sql`case when ${loginFailures.windowEndsAt} > ${now} then ${loginFailures.failures} + 1 else 1 end`,
        windowEndsAt: sql`case when ${loginFailures.windowEndsAt} > ${now} then ${loginFailures.windowEndsAt} else ${windowEndsAt} end`,
      },
    })
    .returning({ failures: loginFailures.failures })
  return row?.failures ?? 1
}

/** Forgets the failures after a good log-in. */
export async function clearFailures(db: Database, username: string): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.username, username))
}

/** Begins a session; answers its id. */
export async function insertSession(tx: Database, userId: string): Promise<string> {
  const [row] = await tx.insert(loginSessions).values({ userId }).returning({ id: loginSessions.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Begins a session of a staff member; answers its id. */
export async function insertStaffSession(tx: Database, staffId: string): Promise<string> {
  const [row] = await tx.insert(staffSessions).values({ staffId }).returning({ id: staffSessions.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Keeps a refresh token's hash. */
export async function insertRefreshToken(
  tx: Database,
  token: { tokenHash: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await tx.insert(refreshTokens).values(token)
}

/** Locks a refresh token's session and reads the token with it; undefined when the hash is unknown. */
export async function lockRefreshToken(tx: Database, tokenHash: string) {
  const [row] = await tx
    .select({
      sessionId: refreshTokens.sessionId,
      expiresAt: refreshTokens.expiresAt,
      usedAt: refreshTokens.usedAt,
      userId: loginSessions.userId,
      revokedAt: loginSessions.revokedAt,
    })
    .from(refreshTokens)
    .innerJoin(loginSessions, eq(loginSessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.tokenHash, tokenHash))
    .for('update')
  return row
}

/** Marks a refresh token as used. */
export async function useRefreshToken(tx: Database, tokenHash: string, now: Date): Promise<void> {
  await tx.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.tokenHash, tokenHash))
}

/** Ends a token family: no token of it works any more. */
export async function revokeSession(tx: Database, sessionId: string, because: string, now: Date): Promise<void> {
  await tx
    .update(loginSessions)
    .set({ revokedAt: now, revokedBecause: because })
    .where(and(eq(loginSessions.id, sessionId), isNull(loginSessions.revokedAt)))
  await tx.delete(refreshTokens).where(and(eq(refreshTokens.sessionId, sessionId), isNull(refreshTokens.usedAt)))
}

/** What a log-in tells of its user. */
export async function findUserInfo(db: Database, userId: string) {
  const [row] = await db
    .select({
      userId: users.id,
      userType: users.userType,
      nickname: users.nickname,
      avatar: users.avatar,
      isCompanyAdmin: sql<boolean>`exists (select 1 from ${companies} c where c.admin_id = ${userId} and not c.is_person and c.closed_at is null)`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

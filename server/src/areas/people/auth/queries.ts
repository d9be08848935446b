import { plainUsername } from '@paidang/domain/areas/auth/credentials'
import { MAX_PAUSE_MINUTES } from '@paidang/domain/areas/auth/tries'
import type { StaffRole } from '@paidang/domain/kernel/access'
import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import {
  credentials,
  loginFailures,
  loginSessions,
  refreshTokens,
  registrationCounts,
  staffFactors,
  staffSessions,
} from '../../../tables/auth.ts'
import { companies } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchants } from '../../../tables/stringing.ts'
import type { Device } from './device-of.ts'
import { staffRole } from './staff-role.ts'

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

/** Whether a colleague set the password of an account, and so knows it. */
const isPasswordGiven = sql<boolean>`${staff.passwordBy} is not null`
/** Whether the log-in also asks for a code. */
const hasFactor = sql<boolean>`exists (select 1 from ${staffFactors} f where f.staff_id = ${staff}.id)`

/** Reads the staff member of a staff session. Undefined when the id is unknown. */
export async function lookUpStaffSession(
  db: Database,
  sessionId: string,
): Promise<
  | {
      staffId: string
      role: Exclude<StaffRole, 'company'>
      merchantId: string | null
      isPasswordGiven: boolean
      hasFactor: boolean
      isRevoked: boolean
    }
  | undefined
> {
  const [row] = await db
    .select({
      staffId: staffSessions.staffId,
      kind: staff.kind,
      isLead: staff.isLead,
      merchantId: staff.merchantId,
      isPasswordGiven,
      hasFactor,
      isRevoked: sql<boolean>`${staffSessions.revokedAt} is not null or ${staff.disabledAt} is not null`,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(eq(staffSessions.id, sessionId))
  if (!row) return undefined
  const { kind, isLead, ...facts } = row
  return { ...facts, role: staffRole({ kind, isLead }) }
}

/** A user who has a password. `oneTimeUntil` is set for a one-time password that support gave out. */
type CredentialsRow = Omit<typeof credentials.$inferSelect, 'oneTimeUsedAt'>

/** Finds credentials by the user name in any spelling, or by the phone number of the user. */
export async function findCredentials(db: Database, name: string): Promise<CredentialsRow | undefined> {
  const username = plainUsername(name)
  // No user name looks like a number.
  const isNumber = /^\+?[0-9]+$/.test(username)
  return findCredentialsWhere(db, isNumber ? eq(users.phone, username) : eq(credentials.username, username))
}

/** Reads a user's credentials. Undefined for a user without a password. */
export async function findCredentialsOf(db: Database, userId: string): Promise<CredentialsRow | undefined> {
  return findCredentialsWhere(db, eq(credentials.userId, userId))
}

async function findCredentialsWhere(db: Database, condition: SQL): Promise<CredentialsRow | undefined> {
  const [row] = await db
    .select({
      userId: credentials.userId,
      username: credentials.username,
      passwordHash: credentials.passwordHash,
      oneTimeUntil: credentials.oneTimeUntil,
    })
    .from(credentials)
    .innerJoin(users, eq(users.id, credentials.userId))
    .where(condition)
  return row
}

/** Reads the staff account of a user name, unless it is disabled. */
export async function findStaff(db: Database, username: string): Promise<typeof staff.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(staff)
    .where(and(eq(staff.username, username), isNull(staff.disabledAt)))
  return row
}

/** Reads the staff member of a session, the workplace, and when the session began. */
export async function findStaffOfSession(db: Database, sessionId: string) {
  const [row] = await db
    .select({
      id: staff.id,
      kind: staff.kind,
      isLead: staff.isLead,
      nickname: staff.nickname,
      merchantId: staff.merchantId,
      isPasswordGiven,
      hasFactor,
      merchantName: merchants.name,
      beganAt: staffSessions.createdAt,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .leftJoin(merchants, eq(merchants.id, staff.merchantId))
    .where(eq(staffSessions.id, sessionId))
  return row
}

/** Ends a staff session. */
export async function revokeStaffSession(tx: Database, sessionId: string, now: Date): Promise<void> {
  await tx
    .update(staffSessions)
    .set({ revokedAt: now })
    .where(and(eq(staffSessions.id, sessionId), isNull(staffSessions.revokedAt)))
}

/** Counts one more registration from an address, in windows of an hour. Returns the new count. */
export async function addRegistration(db: Database, address: string, now: Date): Promise<number> {
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

/**
 * Deletes up to `limit` expired windows of failures and as many ended windows of registrations. Windows that are being
 * counted in right now are skipped. Returns the larger of the two numbers deleted.
 */
export async function deleteEndedWindows(db: Database, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const forgottenAt = new Date(now.getTime() - MAX_PAUSE_MINUTES * 60_000)
  const deleted = [
    await db.execute(sql`
      delete from ${loginFailures} where username in (
        select username from ${loginFailures} where window_ends_at <= ${forgottenAt} limit ${limit} for update skip locked)`),
    await db.execute(sql`
      delete from ${registrationCounts} where address in (
        select address from ${registrationCounts} where window_ends_at <= ${now} limit ${limit} for update skip locked)`),
  ]
  return Math.max(...deleted.map(({ rowCount }) => rowCount ?? 0))
}

/** Begins a session. Returns its id. */
export async function insertSession(
  tx: Database,
  { userId, now, platform, device }: Device & { userId: string; now: Date },
): Promise<string> {
  const [row] = await tx
    .insert(loginSessions)
    .values({ userId, platform, device, createdAt: now, lastSeenAt: now })
    .returning({ id: loginSessions.id })
  if (!row) throw new Error('insert returned no row')
  await setLastSeen(tx, userId, now)
  return row.id
}

/** Begins a staff session. Returns its id. */
export async function insertStaffSession(tx: Database, staffId: string, now: Date): Promise<string> {
  const [row] = await tx.insert(staffSessions).values({ staffId, createdAt: now }).returning({ id: staffSessions.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Stores a refresh token's hash. */
export async function insertRefreshToken(
  tx: Database,
  token: { tokenHash: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await tx.insert(refreshTokens).values(token)
}

/**
 * Locks a refresh token's session, then reads the token. Undefined when the hash is unknown. `isOvertaken`: the token
 * was used, and another token of its family was used after it.
 */
export async function lockRefreshToken(tx: Database, tokenHash: string) {
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

/** Marks the only unused token of a family as used. */
export async function useUnusedToken(tx: Database, sessionId: string, usedAt: Date): Promise<void> {
  const isUnused = and(eq(refreshTokens.sessionId, sessionId), isNull(refreshTokens.usedAt))
  await tx.update(refreshTokens).set({ usedAt }).where(isUnused)
}

/** Ends a token family. None of its tokens works any more. */
export async function revokeSession(tx: Database, sessionId: string, because: string, now: Date): Promise<void> {
  await tx
    .update(loginSessions)
    .set({ revokedAt: now, revokedBecause: because })
    .where(and(eq(loginSessions.id, sessionId), isNull(loginSessions.revokedAt)))
  await tx.delete(refreshTokens).where(and(eq(refreshTokens.sessionId, sessionId), isNull(refreshTokens.usedAt)))
}

/** Records that a session's tokens were issued now, and with it when its user was last seen. */
export async function touchSession(
  tx: Database,
  { sessionId, userId, now }: { sessionId: string; userId: string; now: Date },
): Promise<void> {
  await tx.update(loginSessions).set({ lastSeenAt: now }).where(eq(loginSessions.id, sessionId))
  await setLastSeen(tx, userId, now)
}

async function setLastSeen(tx: Database, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ lastSeenAt: now }).where(eq(users.id, userId))
}

/**
 * Lists the active sessions of a user: `ownId` and those that can still be refreshed. `ownId` is first, then the one
 * seen last.
 */
export async function listSessions(db: Database, { userId, ownId, now }: { userId: string; ownId: string; now: Date }) {
  const lives = sql`exists (select 1 from ${refreshTokens} t
    where t.session_id = ${loginSessions.id} and t.used_at is null and t.expires_at > ${now})`
  return db
    .select({
      id: loginSessions.id,
      platform: loginSessions.platform,
      device: loginSessions.device,
      loggedInAt: loginSessions.createdAt,
      lastSeenAt: loginSessions.lastSeenAt,
    })
    .from(loginSessions)
    .where(
      and(eq(loginSessions.userId, userId), isNull(loginSessions.revokedAt), or(eq(loginSessions.id, ownId), lives)),
    )
    .orderBy(desc(sql`${loginSessions.id} = ${ownId}`), desc(loginSessions.lastSeenAt), desc(loginSessions.id))
}

/** Whether a session belongs to this user, revoked or not. */
export async function isSessionOf(db: Database, own: { id: string; userId: string }): Promise<boolean> {
  const isOwn = and(eq(loginSessions.id, own.id), eq(loginSessions.userId, own.userId))
  return (await db.$count(loginSessions, isOwn)) > 0
}

/** Lists the sessions of a user that were not revoked, except `sparedId`. */
export async function listSessionIds(db: Database, userId: string, sparedId = '0'): Promise<string[]> {
  const rows = await db
    .select({ id: loginSessions.id })
    .from(loginSessions)
    .where(and(eq(loginSessions.userId, userId), isNull(loginSessions.revokedAt), ne(loginSessions.id, sparedId)))
  return rows.map(({ id }) => id)
}

/** Reads the data of the user that a log-in returns. */
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

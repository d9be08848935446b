import { plainUsername } from '@paidang/domain/areas/auth/credentials'
import { MAX_PAUSE_MINUTES } from '@paidang/domain/areas/auth/tries'
import type { StaffRole } from '@paidang/domain/kernel/access'
import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { companies } from '../companies/tables.ts'
import { users } from '../profile/tables.ts'
import { merchants } from '../stringing/tables.ts'
import type { Device } from './device-of.ts'
import { staffRole } from './staff-role.ts'
import {
  credentials,
  loginFailures,
  loginSessions,
  refreshTokens,
  registrationCounts,
  staff,
  staffFactors,
  staffSessions,
} from './tables.ts'

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

/** Whether a colleague made the password of an account, and so knows it. */
const isPasswordGiven = sql<boolean>`${staff.passwordBy} is not null`
/** Whether its log-in asks for a code as well. */
const hasFactor = sql<boolean>`exists (select 1 from ${staffFactors} f where f.staff_id = ${staff}.id)`

/** What a staff session stands for; undefined when the id is unknown. */
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

/** A user who has a password; `oneTimeUntil` is set while it is one that support gave out. */
type CredentialsRow = Omit<typeof credentials.$inferSelect, 'oneTimeUsedAt'>

/** The credentials behind a user name, however it is spelt, or behind the phone number of their user. */
export async function findCredentials(db: Database, name: string): Promise<CredentialsRow | undefined> {
  const username = plainUsername(name)
  // No user name looks like a number.
  const isNumber = /^\+?[0-9]+$/.test(username)
  return findCredentialsWhere(db, isNumber ? eq(users.phone, username) : eq(credentials.username, username))
}

/** A user's credentials; undefined for who has no password. */
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

/** The staff account behind a user name, unless nobody may log in with it any more. */
export async function findStaff(db: Database, username: string): Promise<typeof staff.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(staff)
    .where(and(eq(staff.username, username), isNull(staff.disabledAt)))
  return row
}

/** Who is behind a session of the staff, where he works, and when it began. */
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

/** Ends a session of the staff. */
export async function revokeStaffSession(tx: Database, sessionId: string, now: Date): Promise<void> {
  await tx
    .update(staffSessions)
    .set({ revokedAt: now })
    .where(and(eq(staffSessions.id, sessionId), isNull(staffSessions.revokedAt)))
}

/** Counts one more account registered from an address, in windows of an hour; answers the new count. */
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
 * Forgets up to `limit` windows of failures that are remembered no more, and as many of registrations that have ended, but for
 * those that somebody is counting in right now; answers how many of the longer list.
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

/** Begins a session; answers its id. */
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

/** Begins a session of a staff member; answers its id. */
export async function insertStaffSession(tx: Database, staffId: string, now: Date): Promise<string> {
  const [row] = await tx.insert(staffSessions).values({ staffId, createdAt: now }).returning({ id: staffSessions.id })
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

/**
 * Locks a refresh token's session, then reads the token; undefined when the hash is unknown. `isOvertaken` says of a used one
 * that another of its family was used after it.
 */
export async function lockRefreshToken(tx: Database, tokenHash: string) {
  const ofToken = eq(refreshTokens.tokenHash, tokenHash)
  const [session] = await tx
    .select({ sessionId: loginSessions.id, userId: loginSessions.userId, revokedAt: loginSessions.revokedAt })
    .from(loginSessions)
    .where(inArray(loginSessions.id, tx.select({ id: refreshTokens.sessionId }).from(refreshTokens).where(ofToken)))
    .for('update')
  if (!session) return undefined
  // A statement of its own: it sees what whoever held the lock has done.
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

/** Marks the one token of a family that is unused as used. */
export async function useUnusedToken(tx: Database, sessionId: string, usedAt: Date): Promise<void> {
  const isUnused = and(eq(refreshTokens.sessionId, sessionId), isNull(refreshTokens.usedAt))
  await tx.update(refreshTokens).set({ usedAt }).where(isUnused)
}

/** Ends a token family: no token of it works any more. */
export async function revokeSession(tx: Database, sessionId: string, because: string, now: Date): Promise<void> {
  await tx
    .update(loginSessions)
    .set({ revokedAt: now, revokedBecause: because })
    .where(and(eq(loginSessions.id, sessionId), isNull(loginSessions.revokedAt)))
  await tx.delete(refreshTokens).where(and(eq(refreshTokens.sessionId, sessionId), isNull(refreshTokens.usedAt)))
}

/** Writes down that a session's tokens were given out now, and so that its user is there. */
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

/** The sessions of a user that stand, `ownId` and those that can still be refreshed: that one first, then the one seen last. */
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

/** Whether a session is this user's, revoked or not. */
export async function isSessionOf(db: Database, own: { id: string; userId: string }): Promise<boolean> {
  const isOwn = and(eq(loginSessions.id, own.id), eq(loginSessions.userId, own.userId))
  return (await db.$count(loginSessions, isOwn)) > 0
}

/** The sessions of a user that were not revoked, but for one that is spared. */
export async function listSessionIds(db: Database, userId: string, sparedId = '0'): Promise<string[]> {
  const rows = await db
    .select({ id: loginSessions.id })
    .from(loginSessions)
    .where(and(eq(loginSessions.userId, userId), isNull(loginSessions.revokedAt), ne(loginSessions.id, sparedId)))
  return rows.map(({ id }) => id)
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

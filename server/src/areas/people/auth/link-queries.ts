import { and, eq, inArray, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { credentials, loginSessions, phoneConflicts, refreshTokens } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'

/** The columns of a user that say how this user logs in. */
export type LinkedUser = Pick<
  typeof users.$inferSelect,
  'id' | 'nickname' | 'phone' | 'phoneVerified' | 'openId' | 'unionId' | 'closedAt'
>

const LINKED = {
  id: users.id,
  nickname: users.nickname,
  phone: users.phone,
  phoneVerified: users.phoneVerified,
  openId: users.openId,
  unionId: users.unionId,
  closedAt: users.closedAt,
}

/** Locks a user and the holder of a number, in the order of their ids. */
export async function lockForPhone(tx: Database, { userId, phone }: { userId: string; phone: string }) {
  return lockUsers(tx, or(eq(users.id, userId), eq(users.phone, phone)))
}

/** Locks a user and the user with an openid, in the order of their ids. */
export async function lockForWechat(tx: Database, { userId, openId }: { userId: string; openId: string }) {
  return lockUsers(tx, or(eq(users.id, userId), eq(users.openId, openId)))
}

/** Locks two users in the order of their ids. */
export async function lockBoth(tx: Database, one: string, other: string) {
  return lockUsers(tx, or(eq(users.id, one), eq(users.id, other)))
}

async function lockUsers(tx: Database, condition: ReturnType<typeof or>): Promise<LinkedUser[]> {
  return tx.select(LINKED).from(users).where(condition).orderBy(users.id).for('update')
}

export async function setPhone(
  tx: Database,
  userId: string,
  phone: { phone: string | null; phoneVerified: boolean },
): Promise<void> {
  await tx.update(users).set(phone).where(eq(users.id, userId))
}

export async function setWechat(
  tx: Database,
  userId: string,
  wechat: { openId: string; unionId: string | null },
): Promise<void> {
  await tx.update(users).set(wechat).where(eq(users.id, userId))
}

/** Reads the user name of a user. Undefined for a user without a password. */
export async function findUsername(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ username: credentials.username })
    .from(credentials)
    .where(eq(credentials.userId, userId))
  return row?.username
}

/** Deletes every log-in of a user. @returns their ids */
export async function deleteSessions(tx: Database, userId: string): Promise<string[]> {
  const own = tx.select({ id: loginSessions.id }).from(loginSessions).where(eq(loginSessions.userId, userId))
  await tx.delete(refreshTokens).where(inArray(refreshTokens.sessionId, own))
  const gone = await tx
    .delete(loginSessions)
    .where(eq(loginSessions.userId, userId))
    .returning({ id: loginSessions.id })
  return gone.map(({ id }) => id)
}

/** Deletes a user. The database refuses it while any row still refers to the user. */
export async function deleteUser(tx: Database, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId))
}

/** Records that WeChat vouched to a user for a number that stays with another account. */
export async function upsertPhoneConflict(
  db: Database,
  { userId, phone, now }: { userId: string; phone: string; now: Date },
): Promise<void> {
  await db
    .insert(phoneConflicts)
    .values({ userId, phone, createdAt: now })
    .onConflictDoUpdate({ target: phoneConflicts.userId, set: { phone, createdAt: now } })
}

export async function deletePhoneConflict(tx: Database, userId: string): Promise<void> {
  await tx.delete(phoneConflicts).where(eq(phoneConflicts.userId, userId))
}

/** Moves the password log-in of one user to another who has none. Otherwise it is deleted. */
export async function handOverCredentials(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const other = alias(credentials, 'other')
  const isFree = notExists(tx.select({ one: sql`1` }).from(other).where(eq(other.userId, to)))
  await tx
    .update(credentials)
    .set({ userId: to })
    .where(and(eq(credentials.userId, from), isFree))
  await tx.delete(credentials).where(eq(credentials.userId, from))
}

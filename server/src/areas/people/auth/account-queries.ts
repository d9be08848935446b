import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { credentials, loginSessions } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'

/** Creates a user who registers on the web. A given phone number is only claimed. @returns the id of the user */
export async function insertWebUser(tx: Database, user: { nickname: string; phone: string | null }): Promise<string> {
  const [row] = await tx.insert(users).values(user).returning({ id: users.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

export async function insertCredentials(tx: Database, account: typeof credentials.$inferInsert): Promise<void> {
  await tx.insert(credentials).values(account)
}

/** Locks a user's row, before anything else that belongs to the user. Closing an account takes it first, too. */
export async function lockOwnAccount(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Changes a password whose hash is still `from`. @returns whether it was */
export async function updatePassword(
  tx: Database,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<boolean> {
  const isUnchanged = and(eq(credentials.userId, userId), eq(credentials.passwordHash, from))
  const own = { passwordHash: to, oneTimeUntil: null, oneTimeUsedAt: null }
  return (await tx.update(credentials).set(own).where(isUnchanged).returning()).length > 0
}

/**
 * Sets a one-time password that is valid until an instant.
 *
 * @returns the user name; undefined for a user without a password
 */
export async function setOneTimePassword(
  tx: Database,
  { userId, passwordHash, validUntil }: { userId: string; passwordHash: string; validUntil: Date },
): Promise<string | undefined> {
  const [row] = await tx
    .update(credentials)
    .set({ passwordHash, oneTimeUntil: validUntil, oneTimeUsedAt: null })
    .where(eq(credentials.userId, userId))
    .returning({ username: credentials.username })
  return row?.username
}

/** Uses up a one-time password. @returns whether it was unused and valid at `now` */
export async function useOneTimePassword(tx: Database, userId: string, now: Date): Promise<boolean> {
  const isGood = and(
    eq(credentials.userId, userId),
    isNull(credentials.oneTimeUsedAt),
    gt(credentials.oneTimeUntil, now),
  )
  return (await tx.update(credentials).set({ oneTimeUsedAt: now }).where(isGood).returning()).length > 0
}

/** Reads the hash of the one-time password that opened this session. Undefined for a session opened in another way. */
export async function findPasswordUsedUp(
  db: Database,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<string | undefined> {
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

/** Reads how a user logs in. Undefined for an unknown user. */
export async function findAccount(db: Database, userId: string) {
  const [row] = await db
    .select({
      username: credentials.username,
      phone: users.phone,
      phoneVerified: users.phoneVerified,
      openId: users.openId,
    })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.id, userId))
  return row
}

/** Reads and locks the user of an openid until the transaction ends. Undefined when no user has it. */
export async function lockUserOfWechat(
  tx: Database,
  openId: string,
): Promise<{ id: string; unionId: string | null } | undefined> {
  const [row] = await tx
    .select({ id: users.id, unionId: users.unionId })
    .from(users)
    .where(eq(users.openId, openId))
    .for('no key update')
  return row
}

/** Creates a user who comes through WeChat. Undefined when a concurrent call has just created that user. */
export async function insertWechatUser(
  tx: Database,
  user: { openId: string; unionId: string | null; nickname: string },
): Promise<string | undefined> {
  const [row] = await tx
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.openId })
    .returning({ id: users.id })
  return row?.id
}

export async function setUnionId(tx: Database, userId: string, unionId: string): Promise<void> {
  await tx.update(users).set({ unionId }).where(eq(users.id, userId))
}

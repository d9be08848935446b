import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import { credentials, loginSessions } from './tables.ts'

/** Makes a user who came through the web; his phone is claimed, if he says one. @returns his id */
export async function insertWebUser(tx: Database, user: { nickname: string; phone: string | null }): Promise<string> {
  const [row] = await tx.insert(users).values(user).returning({ id: users.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

export async function insertCredentials(tx: Database, account: typeof credentials.$inferInsert): Promise<void> {
  await tx.insert(credentials).values(account)
}

/** Changes a password that is still the one it was taken for; tells whether it was. */
export async function updatePassword(
  tx: Database,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<boolean> {
  const isUnchanged = and(eq(credentials.userId, userId), eq(credentials.passwordHash, from))
  const own = { passwordHash: to, oneTimeUntil: null, oneTimeUsedAt: null }
  return (await tx.update(credentials).set(own).where(isUnchanged).returning()).length > 0
}

/** Sets a password that opens one log-in until an instant. @returns the user name; undefined for who has no password */
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

/** Uses up a password that opens one log-in; tells whether it still did at `now`. */
export async function useOneTimePassword(tx: Database, userId: string, now: Date): Promise<boolean> {
  const isGood = and(
    eq(credentials.userId, userId),
    isNull(credentials.oneTimeUsedAt),
    gt(credentials.oneTimeUntil, now),
  )
  return (await tx.update(credentials).set({ oneTimeUsedAt: now }).where(isGood).returning()).length > 0
}

/** The hash of the password that was used up to open this session; undefined for a session that was opened in another way. */
export async function findPasswordUsedUp(
  db: Database,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ passwordHash: credentials.passwordHash })
    .from(credentials)
    // It is used up in the moment in which its session begins.
    .innerJoin(
      loginSessions,
      and(eq(loginSessions.userId, credentials.userId), eq(loginSessions.createdAt, credentials.oneTimeUsedAt)),
    )
    .where(and(eq(credentials.userId, id), eq(loginSessions.id, sessionId)))
  return row?.passwordHash
}

/** How a user gets in; undefined for nobody. */
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

/** The user of an openid, who stays its user until the transaction ends; undefined when it is nobody's. */
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

/** Makes a user who came through WeChat; undefined when somebody else just did. */
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

import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { wechatAccessTokens, wechatKeys, wechatUsedCodes } from '../../../tables/wechat.ts'

/** Marks a code as used. @returns false when somebody has used it before */
export async function insertUsedCode(db: Database, code: { codeHash: string; usedAt: Date }): Promise<boolean> {
  const taken = await db.insert(wechatUsedCodes).values(code).onConflictDoNothing().returning()
  return taken.length === 1
}

/** Deletes the codes that were used before an instant. */
export async function deleteUsedCodes(db: Database, usedBefore: Date): Promise<void> {
  await db.delete(wechatUsedCodes).where(lt(wechatUsedCodes.usedAt, usedBefore))
}

/** The access token that was stored last; undefined when none was stored yet. */
export async function findAccessToken(db: Database, appId: string) {
  const [row] = await db
    .select({ token: wechatAccessTokens.token, expiresAt: wechatAccessTokens.expiresAt })
    .from(wechatAccessTokens)
    .where(eq(wechatAccessTokens.appId, appId))
  return row
}

/**
 * Reserves the renewal of the access token for this process, for the given seconds. The lease uses the database's
 * clock, which all processes share.
 *
 * @returns false while another process holds the lease, or when the stored token differs from `seen` (empty text: none)
 */
export async function leaseRenewal(
  db: Database,
  { appId, seen, expiresAt, seconds }: { appId: string; seen: string; expiresAt: Date; seconds: number },
): Promise<boolean> {
  const renewingUntil = sql`now() + make_interval(secs => ${seconds})`
  const leased = await db
    .insert(wechatAccessTokens)
    .values({ appId, token: '', expiresAt, renewingUntil })
    .onConflictDoUpdate({
      target: wechatAccessTokens.appId,
      set: { renewingUntil },
      setWhere: sql`${wechatAccessTokens.token} = ${seen}
        and (${wechatAccessTokens.renewingUntil} is null or ${wechatAccessTokens.renewingUntil} < now())`,
    })
    .returning()
  return leased.length === 1
}

/** Ends a lease, and stores the new token when there is one. */
export async function endRenewal(
  db: Database,
  appId: string,
  renewed: { token: string; expiresAt: Date } | undefined,
): Promise<void> {
  await db
    .update(wechatAccessTokens)
    .set({ ...renewed, renewingUntil: null })
    .where(eq(wechatAccessTokens.appId, appId))
}

/** Stores the session key of a user's latest log-in code. */
export async function upsertSessionKey(
  tx: Database,
  key: { userId: string; sessionKey: string; receivedAt: Date },
): Promise<void> {
  const { sessionKey, receivedAt } = key
  await tx
    .insert(wechatKeys)
    .values(key)
    .onConflictDoUpdate({ target: wechatKeys.userId, set: { sessionKey, receivedAt } })
}

/** The key that WeChat encrypts with for a user; undefined for a user who never logged in through WeChat. */
export async function findSessionKey(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ sessionKey: wechatKeys.sessionKey })
    .from(wechatKeys)
    .where(eq(wechatKeys.userId, userId))
  return row?.sessionKey
}

/** Removes a user's session key and returns it; undefined when there is none. */
export async function takeSessionKey(tx: Database, userId: string): Promise<string | undefined> {
  const [row] = await tx.delete(wechatKeys).where(eq(wechatKeys.userId, userId)).returning()
  return row?.sessionKey
}

import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { wechatKeys } from '../../../tables/wechat.ts'

/** Stores the key of a user's latest log-in code. Earlier keys no longer decrypt anything. */
export async function saveSessionKey(
  tx: Database,
  { userId, sessionKey, now: receivedAt }: { userId: string; sessionKey: string; now: Date },
): Promise<void> {
  await tx
    .insert(wechatKeys)
    .values({ userId, sessionKey, receivedAt })
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

/** Removes a user's session key. @returns the key; undefined for a user who never logged in through WeChat */
export async function dropSessionKey(tx: Database, userId: string): Promise<string | undefined> {
  const [row] = await tx.delete(wechatKeys).where(eq(wechatKeys.userId, userId)).returning()
  return row?.sessionKey
}

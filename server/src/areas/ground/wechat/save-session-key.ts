import type { Database } from '../../../db/database.ts'
import { takeSessionKey, upsertSessionKey } from './queries.ts'

/** Stores the key of a user's latest log-in code. Earlier keys no longer decrypt anything. */
export async function saveSessionKey(
  tx: Database,
  { userId, sessionKey, now }: { userId: string; sessionKey: string; now: Date },
): Promise<void> {
  await upsertSessionKey(tx, { userId, sessionKey, receivedAt: now })
}

/** Removes a user's session key. @returns the key; undefined for a user who never logged in through WeChat */
export async function dropSessionKey(tx: Database, userId: string): Promise<string | undefined> {
  return takeSessionKey(tx, userId)
}

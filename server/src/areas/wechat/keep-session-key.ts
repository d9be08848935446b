import type { Database } from '../../db/database.ts'
import { takeSessionKey, upsertSessionKey } from './queries.ts'

/** Keeps the key that came with a user's latest log-in code; the ones before decrypt nothing any more. */
export async function keepSessionKey(
  tx: Database,
  { userId, sessionKey, now }: { userId: string; sessionKey: string; now: Date },
): Promise<void> {
  await upsertSessionKey(tx, { userId, sessionKey, receivedAt: now })
}

/** Takes a user's key away. @returns it; undefined for who never came through WeChat */
export async function dropSessionKey(tx: Database, userId: string): Promise<string | undefined> {
  return takeSessionKey(tx, userId)
}

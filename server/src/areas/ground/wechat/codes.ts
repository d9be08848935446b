import { createHash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { wechatUsedCodes } from '../../../tables/wechat.ts'

/**
 * What a client may send only once: a log-in code, a phone code, data that WeChat encrypted for it, or the ticket of a
 * picture.
 */
type CodeKind = 'login' | 'phone' | 'data' | 'picture'

/**
 * Marks a code as used before it is looked at, permanently. It takes effect at once, so it must run outside any
 * transaction that may be rolled back.
 *
 * @returns false when anybody used the code before
 */
export async function claimCode(
  db: Database,
  { kind, code, now }: { kind: CodeKind; code: string; now: Date },
): Promise<boolean> {
  const codeHash = createHash('sha256').update(`${kind}|${code}`).digest('base64')
  const claimed = await db.insert(wechatUsedCodes).values({ codeHash, usedAt: now }).onConflictDoNothing().returning()
  return claimed.length === 1
}

/** Deletes the codes that were used more than a day ago. */
export async function cleanupCodes({ db, now }: JobContext): Promise<void> {
  await db.delete(wechatUsedCodes).where(lt(wechatUsedCodes.usedAt, keptSince('wechatCodes', now)))
}

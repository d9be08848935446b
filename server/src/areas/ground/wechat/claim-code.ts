import { createHash } from 'node:crypto'
import type { Database } from '../../../db/database.ts'
import { insertUsedCode } from './queries.ts'

/** What a client may send only once: a log-in code, a phone code, or data that WeChat encrypted for it. */
type CodeKind = 'login' | 'phone' | 'data'

/**
 * Marks a code as used before WeChat is asked for it, permanently. It takes effect at once, so it must run outside any
 * transaction that may be rolled back.
 *
 * @returns false when anybody used the code before
 */
export async function claimCode(
  db: Database,
  { kind, code, now }: { kind: CodeKind; code: string; now: Date },
): Promise<boolean> {
  const codeHash = createHash('sha256').update(`${kind}|${code}`).digest('base64')
  return insertUsedCode(db, { codeHash, usedAt: now })
}

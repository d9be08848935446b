import { createHash } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { insertUsedCode } from './queries.ts'

/** What a client hands in once: a log-in code, a phone code, or what WeChat encrypted for it. */
type CodeKind = 'login' | 'phone' | 'data'

/**
 * Takes a code before WeChat is asked for it, and for good: false when it was handed in before, whoever did. At once, and so
 * not inside a transaction that may be undone.
 */
export async function claimCode(
  db: Database,
  { kind, code, now }: { kind: CodeKind; code: string; now: Date },
): Promise<boolean> {
  const codeHash = createHash('sha256').update(`${kind}|${code}`).digest('base64')
  return insertUsedCode(db, { codeHash, usedAt: now })
}

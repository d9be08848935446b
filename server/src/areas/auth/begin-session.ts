import type { LogIn } from '@paidang/api/areas/auth'
import type { Database } from '../../db/database.ts'
import type { Sessions } from '../../http/session.ts'
import type { Device } from './device-of.ts'
import { issueTokens } from './issue-tokens.ts'
import { insertSession } from './queries.ts'

/** Logs a user in on a device: a session of its own, with its first pair of tokens. */
export async function beginSession(
  tx: Database,
  sessions: Sessions,
  { userId, device, now }: { userId: string; device: Device; now: Date },
): Promise<LogIn> {
  const sessionId = await insertSession(tx, { userId, now, ...device })
  return issueTokens(tx, sessions, { userId, sessionId, now })
}

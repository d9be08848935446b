import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { SESSION_TOPIC } from '../../../http/session.ts'
import { listSessionIds, revokeSession } from './queries.ts'

/** Ends one log-in with all its tokens. Every process drops it, and its live connection closes. */
export async function endSession(
  tx: Database,
  { sessionId, because, now }: { sessionId: string; because: string; now: Date },
): Promise<void> {
  await revokeSession(tx, sessionId, because, now)
  await publishChanges(tx, [`${SESSION_TOPIC}${sessionId}`])
}

/** Ends every log-in of a user, except `sparedId`. */
export async function endSessionsOf(
  tx: Database,
  { userId, sparedId, because, now }: { userId: string; sparedId?: string; because: string; now: Date },
): Promise<void> {
  for (const sessionId of await listSessionIds(tx, userId, sparedId)) await endSession(tx, { sessionId, because, now })
}

import type { Database } from '../../db/database.ts'
import { revokeStaffSession } from './queries.ts'

/** Ends a log-in of the staff; its tokens open nothing any more. */
export async function logOutStaff(db: Database, own: { sessionId: string; now: Date }): Promise<void> {
  await revokeStaffSession(db, own.sessionId, own.now)
}

import type { Database } from '../../../db/database.ts'
import { revokeStaffSession } from './queries.ts'

/** Ends a staff log-in. Its tokens no longer open anything. */
export async function logOutStaff(db: Database, own: { sessionId: string; now: Date }): Promise<void> {
  await revokeStaffSession(db, own.sessionId, own.now)
}

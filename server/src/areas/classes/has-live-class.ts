import type { Database } from '../../db/database.ts'
import { findsLive, type WhichClasses } from './live-queries.ts'

/**
 * Whether one of these classes is live. A live class waits for an answer in time, or is active and neither completed
 * nor cancelled. That includes a class whose time has passed: its hours are still held, and only its coach can settle
 * them. Code that removes a coach's venue, company, course or student asks after locking that row. So concurrent
 * bookings are finished first.
 *
 * Source: decision record 011
 */
export async function hasLiveClass(db: Database, which: WhichClasses & { now: Date }): Promise<boolean> {
  if (which.coachIds?.length === 0) return false
  return findsLive(db, which)
}

import type { Database } from '../../db/database.ts'
import { findsLive, type WhichClasses } from './live-queries.ts'

/**
 * Whether one of these classes is live: it waits for an answer and its time to be answered is not over, or it stands and is
 * neither completed nor cancelled, also when its hour has passed: its hours are still held, and only its coach can settle
 * them. Who takes away what a class rests on (a coach's venue, company, course or student) asks once he holds its row, so that
 * whoever books at this moment has been waited for.
 *
 * Source: decision record 011
 */
export async function hasLiveClass(db: Database, which: WhichClasses & { now: Date }): Promise<boolean> {
  if (which.coachIds?.length === 0) return false
  return findsLive(db, which)
}

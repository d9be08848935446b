import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { endSession } from './end-sessions.ts'
import { isSessionOf } from './queries.ts'

/**
 * Logs the caller out on one device. A repeat does nothing.
 *
 * @throws ApiError device_not_found, also for a device of another person
 */
export async function logOutDevice(
  db: Database,
  { sessionId, actorId, now }: { sessionId: string; actorId: string; now: Date },
): Promise<null> {
  if (!(await isSessionOf(db, { id: sessionId, userId: actorId }))) throw new ApiError('device_not_found')
  await endSession(db, { sessionId, because: 'logged out elsewhere', now })
  return null
}

import type { UserDetail } from '@paidang/api/areas/admin-users'
import type { Database } from '../../../db/database.ts'
import { listSessions } from './queries.ts'

/** Lists the devices on which a user is logged in, the one seen last first. */
export async function listLogIns(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<UserDetail['logIns']> {
  const sessions = await listSessions(db, { userId, ownId: '0', now })
  return sessions.map(({ loggedInAt, lastSeenAt, ...session }) => ({
    ...session,
    loggedInAt: loggedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }))
}

import type { Device } from '@paidang/api/areas/accounts'
import type { Database } from '../../../db/database.ts'
import type { AppUser } from '../../../http/session.ts'
import { listSessions } from './queries.ts'

/** Lists where the caller is logged in: this device first, then the one seen last. */
export async function listDevices(db: Database, { actor, now }: { actor: AppUser; now: Date }): Promise<Device[]> {
  const sessions = await listSessions(db, { userId: actor.id, ownId: actor.sessionId, now })
  return sessions.map(({ id, platform, device, loggedInAt, lastSeenAt }) => ({
    id,
    platform,
    device,
    loggedInAt: loggedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isThis: id === actor.sessionId,
  }))
}

import type { StaffAuditEvent } from '@paidang/domain/areas/people/auth/staff-audit-events'
import type { Database } from '../../../db/database.ts'
import { insertAuditEvent } from './audit-event-queries.ts'

/**
 * An action of a staff member. `action` names the kind of object and the action, as in venue.approve. `summary` is
 * Chinese.
 */
export type AuditEvent = {
  actorId: string
  action: StaffAuditEvent
  objectId: string
  summary: string
  now: Date
}

/** Records an action of a staff member in the audit log, in the transaction of that action. */
export async function recordAuditEvent(
  tx: Database,
  { actorId, action, objectId, summary, now }: AuditEvent,
): Promise<void> {
  const [objectKind = ''] = action.split('.')
  await insertAuditEvent(tx, { staffId: actorId, action, objectKind, objectId, summary, createdAt: now })
}

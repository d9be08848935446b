import type { StaffAuditEvent } from '@paidang/api/areas/ground/admin-audit'
import type { Database } from '../../../db/database.ts'
import { listAuditEventsOf } from './audit-event-queries.ts'

/** The page of an object shows this many of its audit events. The audit log has all of them. */
const MAX_AUDIT_EVENTS = 20

/**
 * Lists the audit events of an object, the latest first. `kind` is the first part of their action, as in venue.approve.
 */
export async function listAuditEventsAbout(
  db: Database,
  about: { kind: string; id: string },
): Promise<StaffAuditEvent[]> {
  const auditEvents = await listAuditEventsOf(db, { ...about, limit: MAX_AUDIT_EVENTS })
  return auditEvents.map(({ createdAt, ...event }) => ({ ...event, createdAt: createdAt.toISOString() }))
}

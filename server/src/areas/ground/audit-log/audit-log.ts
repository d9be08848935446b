import type { StaffAuditEvent as ListedEvent } from '@paidang/api/areas/ground/admin-audit'
import type { StaffAuditEvent } from '@paidang/domain/areas/people/auth/staff-audit-events'
import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { staff } from '../../../tables/staff-identities.ts'

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
  await tx.insert(staffAuditEvents).values({ staffId: actorId, action, objectKind, objectId, summary, createdAt: now })
}

/** The page of an object shows this many of its audit events. The audit log has all of them. */
const MAX_AUDIT_EVENTS = 20

/**
 * Lists the audit events of an object, the latest first. `kind` is the first part of their action, as in venue.approve.
 */
export async function listAuditEventsAbout(
  db: Database,
  { kind, id: objectId }: { kind: string; id: string },
): Promise<ListedEvent[]> {
  const { id, action, summary, createdAt } = staffAuditEvents
  const rows = await db
    .select({ id, action, summary, createdAt, byName: staff.nickname })
    .from(staffAuditEvents)
    .innerJoin(staff, eq(staff.id, staffAuditEvents.staffId))
    .where(and(eq(staffAuditEvents.objectKind, kind), eq(staffAuditEvents.objectId, objectId)))
    .orderBy(desc(id))
    .limit(MAX_AUDIT_EVENTS)
  return rows.map(({ createdAt, ...event }) => ({ ...event, createdAt: createdAt.toISOString() }))
}

/**
 * Reads the name of the staff member who last acted on an object, by any action or one of `actions`. Null if there is
 * none.
 */
export async function readDecider(
  db: Database,
  { kind, id, actions }: { kind: string; id: string; actions?: readonly string[] },
): Promise<string | null> {
  const [row] = await db
    .select({ nickname: staff.nickname })
    .from(staffAuditEvents)
    .innerJoin(staff, eq(staff.id, staffAuditEvents.staffId))
    .where(
      and(
        eq(staffAuditEvents.objectKind, kind),
        eq(staffAuditEvents.objectId, id),
        actions && inArray(staffAuditEvents.action, [...actions]),
      ),
    )
    .orderBy(desc(staffAuditEvents.id))
    .limit(1)
  return row?.nickname ?? null
}

/**
 * Reads when one of two staff members last gave the other a password, with a new account or a reset. Null if neither
 * ever did.
 */
export async function readPasswordGiven(db: Database, [one, other]: readonly [string, string]): Promise<Date | null> {
  const by = (staffId: string, objectId: string) =>
    and(
      eq(staffAuditEvents.objectKind, 'staff'),
      eq(staffAuditEvents.objectId, objectId),
      eq(staffAuditEvents.staffId, staffId),
    )
  const [row] = await db
    .select({ at: staffAuditEvents.createdAt })
    .from(staffAuditEvents)
    .where(and(or(by(one, other), by(other, one)), inArray(staffAuditEvents.action, ['staff.create', 'staff.reset'])))
    .orderBy(desc(staffAuditEvents.createdAt))
    .limit(1)
  return row?.at ?? null
}

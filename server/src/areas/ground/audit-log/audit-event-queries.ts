import type { StaffAuditEvent } from '@paidang/domain/areas/people/auth/staff-audit-events'
import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { staff } from '../../../tables/staff-identities.ts'

/** Inserts an audit event. */
export async function insertAuditEvent(tx: Database, action: typeof staffAuditEvents.$inferInsert): Promise<void> {
  await tx.insert(staffAuditEvents).values(action)
}

/** Reads the name of the staff member who last acted on an object, by any action or one of `actions`. */
export async function findLastDoer(
  db: Database,
  { kind, id, actions }: { kind: string; id: string; actions?: readonly string[] | undefined },
): Promise<string | undefined> {
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
  return row?.nickname
}

/** Reads when one of two accounts last did one of these actions to the other. Undefined if neither ever did. */
export async function findLastBetween(
  db: Database,
  [one, other]: readonly [string, string],
  actions: readonly StaffAuditEvent[],
): Promise<Date | undefined> {
  const by = (staffId: string, objectId: string) =>
    and(
      eq(staffAuditEvents.objectKind, 'staff'),
      eq(staffAuditEvents.objectId, objectId),
      eq(staffAuditEvents.staffId, staffId),
    )
  const [row] = await db
    .select({ at: staffAuditEvents.createdAt })
    .from(staffAuditEvents)
    .where(and(or(by(one, other), by(other, one)), inArray(staffAuditEvents.action, [...actions])))
    .orderBy(desc(staffAuditEvents.createdAt))
    .limit(1)
  return row?.at
}

/** Lists the audit events of an object with the names of their staff members, the latest first. */
export async function listAuditEventsOf(
  db: Database,
  { kind, id: objectId, limit }: { kind: string; id: string; limit: number },
) {
  const { id, action, summary, createdAt } = staffAuditEvents
  return db
    .select({ id, action, summary, createdAt, byName: staff.nickname })
    .from(staffAuditEvents)
    .innerJoin(staff, eq(staff.id, staffAuditEvents.staffId))
    .where(and(eq(staffAuditEvents.objectKind, kind), eq(staffAuditEvents.objectId, objectId)))
    .orderBy(desc(staffAuditEvents.id))
    .limit(limit)
}

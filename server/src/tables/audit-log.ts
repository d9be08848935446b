import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, ownId } from '../db/columns.ts'
import { staff } from './staff-identities.ts'

/**
 * The audit log of the staff: the actor, the object, and a text for the reader. Append-only. Objects with a history of
 * their own keep it there.
 */
export const staffAuditEvents = pgTable(
  'staff_audit_events',
  {
    id: ownId(),
    staffId: idColumn('staff_id')
      .notNull()
      .references(() => staff.id),
    /** As in venue.approve: the kind of object, and the action. */
    action: text('action').notNull(),
    objectKind: text('object_kind').notNull(),
    objectId: idColumn('object_id').notNull(),
    summary: text('summary').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('staff_audit_events_by_time').on(t.createdAt, t.id),
    index('staff_audit_events_of_object').on(t.objectKind, t.objectId),
    index('staff_audit_events_of_staff').on(t.staffId, t.createdAt),
    check('staff_audit_events_action', sql`${t.action} ~ '^[a-z-]+\\.[a-z-]+$'`),
    check('staff_audit_events_summary', sql`${t.summary} <> ''`),
  ],
)

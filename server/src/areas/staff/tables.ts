import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, ownId } from '../../db/columns.ts'
import { staff } from '../auth/tables.ts'

/** What the staff did: who, to what, in words for the reader. Append-only; things that have a history of their own stand there. */
export const staffDeeds = pgTable(
  'staff_deeds',
  {
    id: ownId(),
    staffId: idColumn('staff_id')
      .notNull()
      .references(() => staff.id),
    /** As venue.approve: the kind of thing, and what was done to it. */
    action: text('action').notNull(),
    objectKind: text('object_kind').notNull(),
    objectId: idColumn('object_id').notNull(),
    summary: text('summary').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('staff_deeds_by_time').on(t.createdAt, t.id),
    index('staff_deeds_of_object').on(t.objectKind, t.objectId),
    index('staff_deeds_of_staff').on(t.staffId, t.createdAt),
    check('staff_deeds_action', sql`${t.action} ~ '^[a-z-]+\\.[a-z-]+$'`),
    check('staff_deeds_summary', sql`${t.summary} <> ''`),
  ],
)

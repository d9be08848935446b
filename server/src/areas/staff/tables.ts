import { REQUEST_STATES } from '@paidang/domain/kernel/money-request'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../../db/columns.ts'
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

/** What every request that money moves keeps: who asked why, and how it ended. */
export const requestColumns = () => ({
  reason: text('reason').notNull(),
  state: text('state', { enum: REQUEST_STATES }).notNull().default('WAITING'),
  askedBy: idColumn('asked_by')
    .notNull()
    .references(() => staff.id),
  decidedBy: idColumn('decided_by').references(() => staff.id),
  /** When it was decided or withdrawn; what the decision was given with. */
  endedAt: instant('ended_at'),
  note: text('note').notNull().default(''),
  createdAt: createdAt(),
})

/** What holds of every such request: two people, and an end that says who decided. Source: invariants K7, S7 */
export const requestChecks = (
  table: string,
  t: Record<'reason' | 'state' | 'askedBy' | 'decidedBy' | 'endedAt', SQLWrapper>,
) => [
  check(`${table}_state`, sql`${t.state} in ('WAITING', 'DONE', 'REFUSED', 'WITHDRAWN')`),
  check(`${table}_two_people`, sql`${t.decidedBy} <> ${t.askedBy}`),
  check(`${table}_decided`, sql`(${t.state} in ('DONE', 'REFUSED')) = (${t.decidedBy} is not null)`),
  check(`${table}_ended`, sql`(${t.state} = 'WAITING') = (${t.endedAt} is null)`),
  check(`${table}_reason`, sql`${t.reason} <> ''`),
]

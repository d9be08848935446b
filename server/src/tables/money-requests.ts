import { REQUEST_STATES } from '@paidang/domain/kernel/money-request'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { check, text } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant } from '../db/columns.ts'
import { staff } from './staff-identities.ts'

/** The columns of every request to move money: the requester, the reason, and the end. */
export const requestColumns = () => ({
  reason: text('reason').notNull(),
  state: text('state', { enum: REQUEST_STATES }).notNull().default('WAITING'),
  requestedBy: idColumn('requested_by')
    .notNull()
    .references(() => staff.id),
  decidedBy: idColumn('decided_by').references(() => staff.id),
  /** When it was decided or withdrawn, and the note of the decision. */
  endedAt: instant('ended_at'),
  note: text('note').notNull().default(''),
  createdAt: createdAt(),
})

/**
 * The checks of every such request: two people, and an end that names who decided.
 *
 * @param alone where one person is enough: then it is DONE from the start, and nobody else decides
 * Source: invariants K7, S7, O7
 */
export const requestChecks = (
  table: string,
  t: Record<'reason' | 'state' | 'requestedBy' | 'decidedBy' | 'endedAt', SQLWrapper>,
  alone?: SQLWrapper,
) => [
  check(`${table}_state`, sql`${t.state} in ('WAITING', 'DONE', 'REFUSED', 'WITHDRAWN')`),
  check(`${table}_two_people`, sql`${t.decidedBy} <> ${t.requestedBy}`),
  check(
    `${table}_decided`,
    alone
      ? sql`case when ${alone} then ${t.state} = 'DONE' and ${t.decidedBy} is null
          else (${t.state} in ('DONE', 'REFUSED')) = (${t.decidedBy} is not null) end`
      : sql`(${t.state} in ('DONE', 'REFUSED')) = (${t.decidedBy} is not null)`,
  ),
  check(`${table}_ended`, sql`(${t.state} = 'WAITING') = (${t.endedAt} is null)`),
  check(`${table}_reason`, sql`${t.reason} <> ''`),
]

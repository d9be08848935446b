import { CONTENT_KINDS, CONTENT_STATES, PICTURE_CHECK_MINUTES } from '@paidang/domain/areas/ground/content/content'
import { type SQL, sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../db/columns.ts'
import { userId } from './identities.ts'

/**
 * Submitted values that wait for approval, and those that were decided. A value that passes at once has no row.
 * `objectId` names the thing. For a business card, and for a text about lesson hours, `objectId` is the author.
 * Source: decision record 032
 */
export const contentSubmissions = pgTable(
  'content_submissions',
  {
    id: ownId(),
    kind: text('kind', { enum: CONTENT_KINDS as [(typeof CONTENT_KINDS)[number]] }).notNull(),
    objectId: idColumn('object_id').notNull(),
    field: text('field').notNull(),
    /** Null for a guest. */
    authorId: userId('author_id'),
    /** A text, or the path of a picture. */
    value: text('value').notNull(),
    state: text('state', { enum: CONTENT_STATES }).notNull().default('WAITING'),
    /** The trace under which WeChat sends its verdict; null where operators decide. */
    traceId: text('trace_id'),
    /** The reason of a rejection, as its author reads it. */
    reason: text('reason').notNull().default(''),
    decidedAt: instant('decided_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('content_submissions_one_waits')
      .on(t.kind, t.objectId, t.field, t.value, t.authorId)
      .where(sql`${t.state} = 'WAITING'`),
    uniqueIndex('content_submissions_trace').on(t.traceId),
    index('content_submissions_waiting').on(t.id).where(sql`${t.state} = 'WAITING'`),
    index('content_submissions_decided').on(t.decidedAt, t.id).where(sql`${t.decidedAt} is not null`),
    index('content_submissions_of_author').on(t.authorId),
    check(
      'content_submissions_kind',
      sql`${t.kind} in ('user', 'card', 'ball', 'class', 'course', 'hours', 'level', 'request', 'trial', 'advert', 'question', 'review', 'report')`,
    ),
    check('content_submissions_state', sql`${t.state} in ('WAITING', 'APPROVED', 'REJECTED')`),
    check('content_submissions_decided_at', sql`(${t.state} = 'WAITING') = (${t.decidedAt} is null)`),
    check('content_submissions_reason', sql`(${t.state} = 'REJECTED') = (${t.reason} <> '')`),
    check(
      'content_submissions_own',
      sql`${t.kind} not in ('user', 'card', 'hours') or ${t.objectId} is not distinct from ${t.authorId}`,
    ),
    check('content_submissions_value', sql`${t.value} <> ''`),
  ],
)

/** A submission as stored. */
export type ContentRow = typeof contentSubmissions.$inferSelect

/** The condition that a submission waits for an operator. A picture that WeChat may still decide does not. */
export function contentWaitsForOperators(now: Date): SQL {
  const { state, traceId, createdAt } = contentSubmissions
  return sql`${state} = 'WAITING' and (${traceId} is null
    or ${createdAt} <= ${now}::timestamptz - interval '1 minute' * ${PICTURE_CHECK_MINUTES})`
}

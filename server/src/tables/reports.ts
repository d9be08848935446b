import { REPORT_KINDS, REPORT_REASONS } from '@paidang/domain/areas/desks/reports/report'
import { type SQL, sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../db/columns.ts'
import { userId } from './identities.ts'

/** A profile at the time of its report. Pictures are paths. */
export type ProfileContent = {
  nickname: string
  avatar: string | null
  description: string
  nicePhotos: string[]
  card: {
    name: string
    title: string
    company: string
    phone: string
    email: string
    address: string
    introduction: string
    avatar: string | null
  } | null
}

/** The text of a ball game at the time of its report. */
export type BallContent = { title: string; description: string; place: string }

/**
 * Reports by people, one row per reporter and object. `content` is the evidence at the time of the report. `objectId`
 * is a user or a game, and `ownerId` its owner. All waiting reports of one object are decided together, at the same
 * instant.
 *
 * Source: issue "The operators' and merchants' console"
 */
export const reports = pgTable(
  'reports',
  {
    id: ownId(),
    reporterId: userId('reporter_id').notNull(),
    kind: text('kind', { enum: REPORT_KINDS }).notNull(),
    objectId: idColumn('object_id').notNull(),
    ownerId: userId('owner_id').notNull(),
    reason: text('reason', { enum: REPORT_REASONS }).notNull(),
    words: text('words').notNull().default(''),
    content: jsonb('content').$type<ProfileContent | BallContent>().notNull(),
    state: text('state', { enum: ['WAITING', 'KEPT', 'REMOVED'] })
      .notNull()
      .default('WAITING'),
    /** The removed parts, separated by commas. */
    parts: text('parts').notNull().default(''),
    /** The operator's reason for the decision. */
    verdict: text('verdict').notNull().default(''),
    decidedAt: instant('decided_at'),
    /** The revision of the object at its report. It says which came first: a later report, or a change. */
    objectRevision: integer('object_revision').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('reports_one_waits').on(t.reporterId, t.kind, t.objectId).where(sql`${t.state} = 'WAITING'`),
    index('reports_waiting').on(t.id).where(sql`${t.state} = 'WAITING'`),
    index('reports_decided').on(t.decidedAt, t.id).where(sql`${t.decidedAt} is not null`),
    index('reports_of_object').on(t.kind, t.objectId, t.id),
    index('reports_of_reporter').on(t.reporterId, t.createdAt),
    index('reports_of_owner').on(t.ownerId),
    check('reports_kind', sql`${t.kind} in ('user', 'ball')`),
    check('reports_reason', sql`${t.reason} in ('abuse', 'untrue', 'advert', 'obscene', 'other')`),
    check('reports_state', sql`${t.state} in ('WAITING', 'KEPT', 'REMOVED')`),
    check('reports_decided_at', sql`(${t.state} = 'WAITING') = (${t.decidedAt} is null)`),
    check('reports_parts', sql`(${t.state} = 'REMOVED') = (${t.parts} <> '')`),
    check('reports_verdict', sql`${t.state} <> 'WAITING' or ${t.verdict} = ''`),
    check('reports_two_people', sql`${t.reporterId} <> ${t.ownerId}`),
    check('reports_whole_profile', sql`${t.kind} <> 'user' or ${t.objectId} = ${t.ownerId}`),
  ],
)

/**
 * The condition that a report represents its group. Reports of one object that wait together, or were decided together,
 * form a group, and its first report represents it.
 */
export const isFirstOfGroup: SQL = sql`not exists (
  select 1 from ${reports} o
  where o.kind = ${reports}.kind and o.object_id = ${reports}.object_id and o.id < ${reports}.id
    and o.decided_at is not distinct from ${reports}.decided_at)`

/** A report of one object by one person. */
export type ReportRow = typeof reports.$inferSelect

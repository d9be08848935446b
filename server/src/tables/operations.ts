import type { ClientErrorReport } from '@paidang/api/client-errors'
import { ALERT_KINDS } from '@paidang/domain/areas/desks/operations/alert'
import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../db/columns.ts'
import { staff } from './staff-identities.ts'

/** The finding on one invariant: the number of violations, the first five ids, and the duration of its query. */
export type Finding = {
  name: string
  severity: 'fault' | 'warning'
  /** The sentence that must be true. */
  holds: string
  verdict: 'ok' | 'broken' | 'unchecked'
  count: number
  ids: string[]
  /** Why it could not be checked. */
  error: string | null
  tookMs: number
}

/**
 * Checks of all invariants, one at a time. Staff or the schedule request a run. It begins, counts what it has checked,
 * and ends. It ends with findings, or with the `error` that interrupted it.
 */
export const invariantRuns = pgTable(
  'invariant_runs',
  {
    id: ownId(),
    requestedBy: idColumn('requested_by').references(() => staff.id),
    askedAt: createdAt(),
    begunAt: instant('begun_at'),
    /** Its last sign of life. */
    seenAt: instant('seen_at').notNull(),
    endedAt: instant('ended_at'),
    total: integer('total').notNull(),
    checked: integer('checked').notNull().default(0),
    broken: integer('broken').notNull().default(0),
    warnings: integer('warnings').notNull().default(0),
    unchecked: integer('unchecked').notNull().default(0),
    findings: jsonb('findings').$type<Finding[]>().notNull().default([]),
    error: text('error'),
  },
  (t) => [
    uniqueIndex('invariant_runs_one').on(sql`(${t.endedAt} is null)`).where(sql`${t.endedAt} is null`),
    index('invariant_runs_ended').on(t.endedAt),
    check('invariant_runs_checked', sql`${t.checked} between 0 and ${t.total}`),
    check('invariant_runs_found', sql`${t.broken} + ${t.warnings} + ${t.unchecked} <= ${t.checked}`),
    check('invariant_runs_whole', sql`${t.endedAt} is null or ${t.error} is not null or ${t.checked} = ${t.total}`),
  ],
)

/** Failures in clients, counted by kind and day, without personal data. */
export const clientErrors = pgTable(
  'client_errors',
  {
    id: ownId(),
    day: date('day', { mode: 'string' }).notNull(),
    /** A hash of the fields that make two failures equal. */
    fingerprint: text('fingerprint').notNull(),
    app: text('app').$type<ClientErrorReport['app']>().notNull(),
    kind: text('kind').$type<ClientErrorReport['kind']>().notNull(),
    message: text('message').notNull(),
    stack: text('stack').notNull(),
    page: text('page').notNull(),
    version: text('version').notNull(),
    client: text('client').notNull(),
    times: integer('times').notNull().default(1),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [
    uniqueIndex('client_errors_one_a_day').on(t.day, t.fingerprint),
    index('client_errors_by_time').on(t.lastAt, t.id),
    check('client_errors_times', sql`${t.times} > 0`),
  ],
)

/** What was wrong with the deployment, from when it was seen until it was over. */
export const alerts = pgTable(
  'alerts',
  {
    id: ownId(),
    kind: text('kind', { enum: ALERT_KINDS }).notNull(),
    /** The sentence about it, as it was seen last. */
    detail: text('detail').notNull(),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
    /** When the address that was configured heard of it, and of its end. */
    toldAt: instant('told_at'),
    endToldAt: instant('end_told_at'),
  },
  (t) => [
    uniqueIndex('alerts_open').on(t.kind).where(sql`${t.endedAt} is null`),
    index('alerts_ended').on(t.endedAt),
    check('alerts_kind', sql`${t.kind} in (${sql.raw(ALERT_KINDS.map((kind) => `'${kind}'`).join(', '))})`),
    check('alerts_end_told', sql`${t.endToldAt} is null or (${t.endedAt} is not null and ${t.toldAt} is not null)`),
  ],
)

/** The archives that `backup` has written. */
export const backups = pgTable(
  'backups',
  {
    id: ownId(),
    createdAt: createdAt(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (t) => [index('backups_by_time').on(t.createdAt), check('backups_bytes', sql`${t.bytes} > 0`)],
)
